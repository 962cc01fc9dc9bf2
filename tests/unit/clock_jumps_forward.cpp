// A jump of the clock by years costs work for the entries that died, not for the time that passed.
#include "unit/shorthand.hpp"

using namespace unit;

TEMPLATE_TEST_CASE("After fifty years a sweep removes what died and new entries live as long as they should",
                   "[clock][C47]", std::chrono::nanoseconds, std::chrono::milliseconds, std::chrono::seconds) {
    BasicManualTicker<TestType> clock;
    TtlStore<int, int, BasicManualTicker<TestType>> store{clock};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    clock.advance(50 * 365 * 24h);
    CHECK(store.sweep(kAll) == 100);
    CHECK(store.stored() == 0);
    store.set(1, 1, 1s);
    CHECK(store.get(1) == 1);
    clock.advance(1s);
    CHECK_FALSE(store.get(1));
    check_invariants(store);
}

TEST_CASE("A jump reads the clock once for the whole backlog", "[clock][C47]") {
    struct CountingTicker {
        using duration = std::chrono::milliseconds;
        using time_point = std::chrono::time_point<CountingTicker, duration>;
        time_point now() const noexcept {
            ++reads;
            return time_point{at};
        }
        duration at{0};
        mutable int reads = 0;
    };
    CountingTicker clock;
    TtlStore<int, int, CountingTicker> store{clock};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    clock.at += 50 * 365 * 24h;
    clock.reads = 0;
    CHECK(store.sweep(kAll) == 100);
    CHECK(clock.reads == 1);
}

TEST_CASE("Room is made from a backlog of any age one dead entry at a time", "[clock][capacity]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 100}};
    for (int i = 0; i < 100; ++i) store.set(i, i, std::chrono::seconds{1 + i});
    clock.advance(365 * 24h);
    for (int i = 100; i < 200; ++i) CHECK(store.set(i, i) == SetResult::inserted);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 100);
    CHECK(store.size() == 100);
    check_invariants(store);
}
