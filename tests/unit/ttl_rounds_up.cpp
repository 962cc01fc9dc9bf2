// A ttl is converted to the tick rounding up: never zero ticks, never earlier than asked.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// The ticks that an entry with `ttl` lives on a clock with this tick.
template <class Tick, class Ttl>
std::int64_t ticks(Ttl ttl) {
    BasicManualTicker<Tick> clock;
    TtlStore<std::string, int, BasicManualTicker<Tick>> store{clock};
    REQUIRE(store.set("a", 1, ttl) == SetResult::inserted);
    check_invariants(store);
    return left(store, "a").value().count();
}

using Ns = std::chrono::nanoseconds;
using Ms = std::chrono::milliseconds;
using Sec = std::chrono::seconds;

}  // namespace

TEST_CASE("A ttl finer than the tick lives one tick", "[ttl][C03]") {
    CHECK(ticks<Ms>(1ns) == 1);
    CHECK(ticks<Ms>(999'999ns) == 1);
    CHECK(ticks<Ms>(1ms) == 1);
    CHECK(ticks<Ms>(1'000'001ns) == 2);
    CHECK(ticks<Sec>(300ms) == 1);
    CHECK(ticks<Sec>(1ns) == 1);
    CHECK(ticks<std::chrono::hours>(1ns) == 1);
}

TEST_CASE("A fraction of a tick is rounded up, an exact ttl is kept", "[ttl][C03]") {
    CHECK(ticks<Ns>(100ms) == 100'000'000);
    CHECK(ticks<Ms>(100ms) == 100);
    CHECK(ticks<Ms>(100ms + 1us) == 101);
    CHECK(ticks<Sec>(1'001ms) == 2);
    CHECK(ticks<Sec>(2'000ms) == 2);
    CHECK(ticks<Sixtieths>(100ms) == 6);
    CHECK(ticks<Sixtieths>(101ms) == 7);
    CHECK(ticks<Sixtieths>(1s) == 60);
}

TEST_CASE("Units of any ratio are accepted", "[ttl]") {
    using Thirds = std::chrono::duration<std::int64_t, std::ratio<1, 3>>;
    using SevenThirds = std::chrono::duration<int, std::ratio<7, 3>>;
    using Pico = std::chrono::duration<std::int64_t, std::pico>;
    using Atto = std::chrono::duration<std::int64_t, std::atto>;
    CHECK(ticks<Ms>(Thirds{1}) == 334);
    CHECK(ticks<Ms>(Thirds{3}) == 1'000);
    CHECK(ticks<Ms>(SevenThirds{3}) == 7'000);
    CHECK(ticks<Ns>(Pico{1}) == 1);
    CHECK(ticks<Ns>(Pico{1'000}) == 1);
    CHECK(ticks<Ns>(Pico{1'001}) == 2);
    CHECK(ticks<Ms>(Atto{1}) == 1);
    CHECK(ticks<Sixtieths>(Thirds{1}) == 20);
}

TEST_CASE("Narrow and unsigned representations are accepted", "[ttl]") {
    CHECK(ticks<Ms>(std::chrono::duration<unsigned>{3}) == 3'000);
    CHECK(ticks<Ms>(std::chrono::duration<std::uint8_t>{255}) == 255'000);
    CHECK(ticks<Ms>(std::chrono::duration<short, std::milli>{7}) == 7);
    CHECK(ticks<Ms>(std::chrono::duration<std::uint64_t, std::milli>{1'000'000'000'000}) == 1'000'000'000'000);
}

TEST_CASE("Floating ttls are scaled in double and rounded up", "[ttl][C03]") {
    using Seconds = std::chrono::duration<double>;
    CHECK(ticks<Ms>(Seconds{0.1}) == 100);
    CHECK(ticks<Ms>(Seconds{0.3}) == 300);
    CHECK(ticks<Ms>(Seconds{0.0001}) == 1);
    CHECK(ticks<Ms>(Seconds{0.2505}) == 251);
    CHECK(ticks<Ms>(Seconds{1e-300}) == 1);
    CHECK(ticks<Ms>(Seconds{std::numeric_limits<double>::denorm_min()}) == 1);
    CHECK(ticks<Ms>(std::chrono::duration<float>{0.25F}) == 250);
    CHECK(ticks<Ms>(std::chrono::duration<float>{0.1F}) == 101);  // 0.1F is a little more than a tenth
    CHECK(ticks<Ms>(std::chrono::duration<float, std::milli>{0.5F}) == 1);
    CHECK(ticks<Ms>(std::chrono::duration<double, std::ratio<60>>{0.5}) == 30'000);
    CHECK(ticks<Ms>(std::chrono::duration<long double>{1.5L}) == 1'500);
    CHECK(ticks<Sec>(Seconds{0.3}) == 1);
}

TEST_CASE("A ttl of 100 ms on a nanosecond clock lives 100 ms", "[ttl][C03]") {
    BasicManualTicker<Ns> clock;
    TtlStore<std::string, int, BasicManualTicker<Ns>> store{clock};
    store.set("a", 1, 100ms);
    clock.advance(99ms);
    CHECK(store.get("a") == 1);
    clock.advance(1ms);
    CHECK_FALSE(store.get("a"));

    store.set("b", 1, std::chrono::duration<double>(0.999));
    clock.advance(998ms);
    CHECK(store.get("b") == 1);
    clock.advance(2ms);
    CHECK_FALSE(store.get("b"));
}

TEST_CASE("A ttl below the tick of a one-second clock lives until the next tick", "[ttl][C03]") {
    BasicManualTicker<Sec> clock;
    TtlStore<std::string, int, BasicManualTicker<Sec>> store{clock};
    CHECK(store.set("c", 1, 300ms) == SetResult::inserted);
    CHECK(store.get("c") == 1);
    clock.advance(1s);
    CHECK_FALSE(store.get("c"));
}

TEST_CASE("expire, default ttl and get_or_set round up like set", "[ttl]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 1ns}};
    store.set("a", 1);
    CHECK(left(store, "a") == 1ms);
    CHECK(store.expire("a", 1'500us));
    CHECK(left(store, "a") == 2ms);
    store.get_or_set(
        "b", [] { return 1; }, 2'500us);
    CHECK(left(store, "b") == 3ms);
}
