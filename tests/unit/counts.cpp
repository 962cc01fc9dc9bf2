// size and live count exactly the living, stored everything that lies there, overdue the difference.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Dead but unswept entries are stored and overdue, never in the size", "[size]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.size() == 0);
    store.set("a", 1, 1s);
    store.set("b", 2, 2s);
    store.set("c", 3);
    const auto check = [&](std::size_t live, std::size_t stored) {
        CHECK(store.size() == live);
        CHECK(store.live() == live);
        CHECK(store.stored() == stored);
        CHECK(store.overdue() == stored - live);
        CHECK(store.empty() == (live == 0));
        check_invariants(store);
    };
    check(3, 3);
    clock.advance(1s);
    check(2, 3);
    clock.advance(1s);
    check(1, 3);
    CHECK(store.sweep(1) == 1);
    check(1, 2);
    CHECK(store.sweep(kAll) == 1);
    check(1, 1);
    store.clear();
    check(0, 0);
}

TEST_CASE("size is exact with many deadlines at many times", "[size]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 2'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + (i * 37) % 500});
    for (int now = 1; now <= 500; ++now) {
        clock.advance(1ms);
        if (store.size() != static_cast<std::size_t>(4 * (500 - now))) FAIL("at " << now);
        if (now % 50 == 0) store.sweep(30);
    }
    CHECK(store.size() == 0);
    check_invariants(store);
}

TEST_CASE("size judges idle deadlines too", "[size][idle]") {
    Clock clock;
    IntStore<> store{clock, {.idle_ttl = 10s}};
    for (int i = 0; i < 10; ++i) store.set(i, i);
    clock.advance(5s);
    for (int i = 0; i < 4; ++i) store.get(i);
    clock.advance(5s);
    CHECK(store.size() == 4);
    CHECK(store.overdue() == 6);
    clock.advance(5s);
    CHECK(store.size() == 0);
    check_invariants(store);
}
