// An entry whose deadline has passed leaves as expired, whichever call removes it, and late_by says how late.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// `remove` gets a store whose entry "a" (value 1) died three seconds ago; every event must be its expiry.
template <class Remove>
void check_leaves_as_expired(Remove remove, StoreConfig config = {}) {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, config, seen};
    store.set("a", 1, 2s);
    clock.advance(5s);
    remove(store);
    CHECK(seen.take() == Events{expired("a", 1, 3s)});
    check_invariants(store);
}

}  // namespace

TEST_CASE("Reads that remove a dead entry report it as expired and late", "[listener][late]") {
    check_leaves_as_expired([](auto& s) { s.find("a"); });
    check_leaves_as_expired([](auto& s) { s.get("a"); });
    check_leaves_as_expired([](auto& s) { s.take("a"); });
}

TEST_CASE("Writes over a dead entry report it as expired, not as replaced", "[listener][late][C15]") {
    check_leaves_as_expired([](auto& s) { s.set("a", 2); });
    check_leaves_as_expired([](auto& s) { s.set("a", 2, Expiry::keep()); });
    check_leaves_as_expired([](auto& s) { s.set("a", 2, 1h, When::if_absent); });
    check_leaves_as_expired([](auto& s) { s.set("a", 2, Expiry::at(Clock::time_point{})); });
    check_leaves_as_expired([](auto& s) { s.get_or_set("a", [] { return 2; }); });
}

TEST_CASE("Removals and room for others report a dead entry as expired", "[listener][late]") {
    check_leaves_as_expired([](auto& s) { s.erase("a"); });
    check_leaves_as_expired([](auto& s) { s.clear(); });
    check_leaves_as_expired([](auto& s) { s.sweep(1); });
    check_leaves_as_expired([](auto& s) { s.sweep(SweepBudget{}); });
    check_leaves_as_expired([](auto& s) { s.set("b", 2); }, {.capacity = 1});
    check_leaves_as_expired(
        [](auto& s) {
            s.set("b", 2);
            s.set_capacity(1);
        },
        {.capacity = 2});
}

TEST_CASE("late_by is zero at the deadline itself and for every other cause", "[listener][late]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    store.set("a", 1, 2s);
    clock.advance(2s);
    store.sweep(1);
    store.set("b", 2, 2s);
    clock.advance(1s);
    store.set("c", 3, 2s);
    store.set("c", 4, 2s);
    store.erase("c");
    CHECK(seen.take() == Events{expired("a", 1, 0s), evicted("b", 2), replaced("c", 3), erased("c", 4)});
}

TEST_CASE("late_by counts in nanoseconds whatever the tick, and saturates", "[listener][late]") {
    using Minutes = BasicManualTicker<std::chrono::minutes>;
    Minutes clock;
    Seen seen;
    TtlStore<std::string, int, Minutes, Told> store{clock, {}, seen};
    store.set("a", 1, 1min);
    clock.advance(3min);
    store.sweep(1);
    CHECK(seen.take() == Events{expired("a", 1, 2min)});

    store.set("b", 1, 1min);
    clock.advance(std::chrono::hours{24 * 365 * 1'000});  // more than 64 bits of nanoseconds hold
    store.sweep(1);
    CHECK(seen.take() == Events{expired("b", 1, std::chrono::nanoseconds::max())});
}

TEST_CASE("The dead value is reported by the time the set over it returns", "[listener][C15]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    clock.advance(2s);
    store.set("a", 2);
    CHECK(seen.events() == Events{expired("a", 1, 1s)});
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.erase("a"));
    CHECK(seen.take() == Events{expired("a", 1, 1s), erased("a", 2)});
}

TEST_CASE("A deadline moved into the past by expire makes the entry leave as expired", "[listener][expire]") {
    Clock clock;
    clock.advance(10s);
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1);
    store.expire("a", Expiry::at(clock.now()));
    CHECK(seen.take() == Events{expired("a", 1)});
}

TEST_CASE("A live value removed by a set into the past leaves as replaced", "[listener][at]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1h);
    store.set("a", 2, Expiry::at(clock.now()));
    CHECK(seen.take() == Events{replaced("a", 1)});
    store.set("b", 1, Expiry::at(clock.now()));
    CHECK(seen.take().empty());
}
