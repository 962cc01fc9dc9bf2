// The largest ttls mean "practically for ever": never wrapped, never dead on arrival, never shorter than asked.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

using Ns = std::chrono::nanoseconds;
using NsClock = BasicManualTicker<Ns>;
using NsStore = TtlStore<std::string, int, NsClock>;
constexpr Ns kYear = std::chrono::hours{24 * 365};

/// A clock that reads `start` nanoseconds.
NsClock::time_point at(Ns start) { return NsClock::time_point{start}; }

}  // namespace

TEST_CASE("The maximal ttl outlives a century wherever the clock starts", "[ttl][C05]") {
    const Ns start = GENERATE(Ns{0}, Ns{5s}, Ns{-5s});
    NsClock clock{at(start)};
    NsStore store{clock};

    CHECK(store.set("a", 1, Ns::max()) == SetResult::inserted);
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") > Ns{0});
    store.set("b", 1);
    CHECK(store.expire("b", Ns::max() - 1ns));
    CHECK(store.get("b") == 1);
    store.set("c", 1, 1h);
    CHECK(store.set("c", 2, Ns::max()) == SetResult::replaced);
    CHECK(store.get("c") == 2);

    clock.advance(100 * kYear);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.get("a") == 1);
    CHECK(store.get("b") == 1);
    CHECK(store.get("c") == 2);
    check_invariants(store);
}

TEST_CASE("A maximal ttl set one year before the end of the clock lives to its last nanosecond but one", "[ttl][C05]") {
    NsClock clock{NsClock::time_point::max() - kYear};
    NsStore store{clock};
    store.set("a", 1, Ns::max());
    CHECK(store.get("a") == 1);
    CHECK(store.sweep(kAll) == 0);
    store.set("d", 1, kYear / 2);
    clock.advance(kYear - 1ns);
    CHECK(store.get("a") == 1);
    CHECK_FALSE(store.get("d"));
    check_invariants(store);
}

TEST_CASE("Ttls beyond the limits of narrower types end on time", "[ttl][C05]") {
    const auto hours = GENERATE(25 * 24h, 50 * 24h, 60 * 24h, 69 * 365 * 24h, 137 * 365 * 24h);
    const Ns start = GENERATE(Ns{0}, Ns{5s}, Ns{-5s});
    NsClock clock{at(start)};
    NsStore store{clock};
    store.set("d", 1, hours);
    clock.advance(hours - 1s);
    CHECK(store.get("d") == 1);
    clock.advance(1s);
    CHECK_FALSE(store.get("d"));
    check_invariants(store);
}

TEMPLATE_TEST_CASE("Every maximal ttl is accepted on every tick and never dead on arrival", "[ttl][C05]",
                   std::chrono::nanoseconds, std::chrono::milliseconds, std::chrono::seconds, Sixtieths) {
    BasicManualTicker<TestType> clock;
    clock.advance(1s);
    TtlStore<std::string, int, BasicManualTicker<TestType>> store{clock};
    store.set("hours", 1, std::chrono::hours::max());
    store.set("years", 1, std::chrono::duration<std::int64_t, std::ratio<31'556'952>>::max());
    store.set("unsigned", 1, std::chrono::duration<std::uint64_t>::max());
    store.set("unsigned nanoseconds", 1, std::chrono::duration<std::uint64_t, std::nano>::max());
    store.set("narrow", 1, std::chrono::duration<std::int8_t, std::exa>::max());
    store.set("double", 1, std::chrono::duration<double>::max());
    store.set("float", 1, std::chrono::duration<float, std::ratio<3'600>>::max());
    store.set("infinite", 1, std::chrono::duration<double>{std::numeric_limits<double>::infinity()});
    store.set("tick", 1, TestType::max());
    store.set("at", 1, Expiry::at(std::chrono::time_point<std::chrono::system_clock, TestType>::max()));
    CHECK(store.size() == 10);
    CHECK(store.sweep(kAll) == 0);

    clock.advance(100 * 365 * 24h);
    CHECK(store.size() == 10);
    CHECK(store.sweep(kAll) == 0);
    store.for_each([&](const std::string& key, int) { CHECK(left(store, key) > TestType{0}); });
    check_invariants(store);
}

TEST_CASE("A saturated deadline is a deadline, it is not confused with having none", "[ttl]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, std::chrono::hours::max());
    CHECK_FALSE(persistent(store, "a"));
    CHECK(store.info("a")->deadline.has_value());
    CHECK(store.persist("a"));
    CHECK(persistent(store, "a"));
    CHECK_FALSE(store.persist("a"));
}

TEST_CASE("A maximal default ttl and idle ttl keep entries alive", "[ttl][config]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = std::chrono::hours::max(), .idle_ttl = std::chrono::hours::max()}};
    store.set("a", 1);
    clock.advance(1'000 * 365 * 24h);
    CHECK(store.get("a") == 1);
    check_invariants(store);
}

TEST_CASE("The earliest point in time is past on every clock", "[ttl][at]") {
    NsClock clock{at(Ns::min() + 1s)};
    NsStore store{clock};
    CHECK(store.set("a", 1, Expiry::at(NsClock::time_point::min())) == SetResult::inserted);
    CHECK(store.stored() == 0);
    CHECK(store.set("a", 1, Expiry::at(clock.now() + 1ns)) == SetResult::inserted);
    CHECK(store.get("a") == 1);
    check_invariants(store);
}

TEST_CASE("A clock of 32 bits has deadlines beyond its own end and shows them cut", "[ttl]") {
    struct NarrowTicker {
        using duration = std::chrono::duration<std::int32_t, std::milli>;
        using time_point = std::chrono::time_point<NarrowTicker, duration>;
        time_point now() const noexcept { return time_point{at}; }
        duration at{1'000};
    };
    NarrowTicker clock;
    TtlStore<std::string, int, NarrowTicker> store{clock};
    store.set("a", 1, std::chrono::hours::max());
    store.set("b", 1, 5s);
    CHECK(left(store, "a") == NarrowTicker::duration::max());
    CHECK(store.info("a")->deadline == NarrowTicker::time_point::max());
    clock.at = NarrowTicker::duration::max();
    CHECK(store.get("a") == 1);
    CHECK_FALSE(store.get("b"));
    check_invariants(store);
}
