// sweep(budget) removes at most budget entries; what is left over is next in line, and every due entry is reached.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Repeated small sweeps remove exactly what is due and touch nothing else", "[sweep][C46]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) {
        store.set(i, i, std::chrono::milliseconds{1 + i % 97});
        store.set(1'000 + i, i, 1h);
    }
    clock.advance(1s);
    for (int i = 0; i < 100; ++i) {
        if (store.sweep(10) != 10) FAIL("sweep number " << i);
    }
    CHECK(store.sweep(10) == 0);
    CHECK(store.size() == 1'000);
    CHECK(store.stored() == 1'000);
    CHECK(store.stats().swept == 1'000);
    for (int i = 1'000; i < 2'000; ++i) CHECK(store.contains(i));
    check_invariants(store);
}

TEST_CASE("A sweep without budget removes nothing", "[sweep][C46]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(store.sweep(0) == 0);
    const auto report = store.sweep(SweepBudget{.entries = 0});
    CHECK(report.removed == 0);
    CHECK_FALSE(report.drained);
    CHECK(store.stored() == 1);
    CHECK(store.sweep(1) == 1);
}

TEST_CASE("A budget above the inflow shrinks the backlog", "[sweep][C46]") {
    Clock clock;
    IntStore<> store{clock};
    int next = 0;
    for (; next < 1'000; ++next) store.set(next, next, 1ms);
    clock.advance(1ms);
    auto backlog = store.overdue();
    while (backlog > 0) {
        for (int i = 0; i < 10; ++i) {
            store.set(next, next, 1ms);
            ++next;
        }
        clock.advance(1ms);
        store.sweep(20);
        REQUIRE(store.overdue() + 10 == backlog);
        backlog = store.overdue();
    }
    check_invariants(store);
}

TEST_CASE("A reader that removes just ahead of the sweep does not hide anything from it", "[sweep][C46]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, 1s);
    clock.advance(1s);
    std::size_t swept = 0;
    int reader = 0;
    while (store.stored() > 0) {
        for (int i = 0; i < 7 && reader < 1'000; ++i) store.get(reader++);
        const auto removed = store.sweep(3);
        REQUIRE((removed > 0 || store.stored() == 0));
        swept += removed;
    }
    CHECK(swept + store.stats().lazily_expired == 1'000);
    CHECK(store.stats().swept == swept);
    check_invariants(store);
}

TEST_CASE("A sweep takes the earliest deadline first, and the one scheduled first among equals", "[sweep][order]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("late", 1, 3s);
    store.set("first of two", 2, 2s);
    store.set("second of two", 3, 2s);
    store.set("early", 4, 1s);
    clock.advance(3s);
    CHECK(store.sweep(1) == 1);
    CHECK(seen.take() == Events{expired("early", 4, 2s)});
    CHECK(store.sweep(2) == 2);
    CHECK(seen.take() == Events{expired("first of two", 2, 1s), expired("second of two", 3, 1s)});
    CHECK(store.sweep(5) == 1);
    CHECK(seen.take() == Events{expired("late", 1)});
    check_invariants(store);
}

TEST_CASE("Rescheduling to the same deadline goes to the end of the line", "[sweep][order]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 2s);
    store.set("b", 2, 2s);
    store.set("c", 3, 5s);
    store.expire("c", 2s);
    store.expire("a", 4s);
    store.expire("a", 2s);
    clock.advance(2s);
    store.sweep(kAll);
    CHECK(seen.take() == Events{expired("b", 2), expired("c", 3), expired("a", 1)});
    check_invariants(store);
}

TEST_CASE("Growth keeps the order of the sweep", "[sweep][order]") {
    Clock clock;
    std::vector<int> order;
    struct Notes {
        std::vector<int>* order;
        void operator()(int key, int&&, const Removal&) const { order->push_back(key); }
    };
    IntStore<WithListener<Notes>> store{clock, {}, Notes{&order}};
    for (int i = 0; i < 5'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + (i * 7) % 10});
    clock.advance(10ms);
    store.sweep(kAll);
    std::vector<int> expected;
    for (int ttl = 0; ttl < 10; ++ttl) {
        for (int i = 0; i < 5'000; ++i) {
            if ((i * 7) % 10 == ttl) expected.push_back(i);
        }
    }
    CHECK(order == expected);
    check_invariants(store);
}
