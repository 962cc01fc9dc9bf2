// A clock that steps back corrupts nothing and never brings back what was removed.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("What was removed before the clock stepped back stays removed", "[clock][back]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("swept", 1, 1s);
    store.set("read", 2, 1s);
    store.set("erased", 3);
    clock.advance(10s);
    CHECK_FALSE(store.get("read"));
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.erase("erased"));
    clock.advance(-10s);
    for (const char* key : {"swept", "read", "erased"}) {
        CHECK_FALSE(store.contains(key));
        CHECK_FALSE(store.get(key));
    }
    CHECK(store.size() == 0);
    CHECK(store.sweep(kAll) == 0);
    CHECK(seen.events().size() == 3);
    check_invariants(store);
}

TEST_CASE("A deadline stays where it was when the clock steps back", "[clock][back]") {
    Clock clock;
    clock.advance(1h);
    Store<> store{clock};
    store.set("a", 1, 10s);
    clock.advance(-30s);
    CHECK(left(store, "a") == 40s);
    CHECK(store.sweep(kAll) == 0);
    clock.advance(40s - 1ms);
    CHECK(store.get("a") == 1);
    clock.advance(1ms);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("Entries set before, during and after a step back die in the order of their deadlines", "[clock][back]") {
    Clock clock;
    clock.advance(1h);
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 10s);
    clock.advance(-1min);
    store.set("b", 2, 10s);
    store.set("c", 3, 65s);
    CHECK(store.sweep(kAll) == 0);
    clock.advance(2min);
    CHECK(store.sweep(kAll) == 3);
    CHECK(seen.take() == Events{expired("b", 2, 110s), expired("c", 3, 55s), expired("a", 1, 50s)});
    check_invariants(store);
}

TEST_CASE("Steps of a year to and fro leave a consistent store", "[clock][back]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 20, .idle_ttl = 1h}};
    const auto year = 365 * 24h;
    for (int i = 0; i < 400; ++i) {
        clock.advance(i % 3 == 0 ? -year : year / 2);
        store.set(i % 50, i, std::chrono::minutes{1 + i % 7});
        store.find((i * 7) % 50);
        store.sweep(3);
        if (i % 11 == 0) store.expire((i * 3) % 50, Expiry::at(clock.now() + 1s));
        check_invariants(store);
    }
    CHECK(store.size() <= store.stored());
    CHECK(store.stored() <= 20);
}

TEST_CASE("A clock below zero and at both ends of its range is a clock", "[clock][back]") {
    const auto start = GENERATE(Clock::time_point::min(), Clock::time_point{-5s}, Clock::time_point::max() - 5s);
    Clock clock{start};
    Store<> store{clock};
    store.set("a", 1, 2s);
    store.set("b", 2, std::chrono::hours::max());
    store.set("c", 3);
    CHECK(left(store, "a") == 2s);
    CHECK(store.size() == 3);
    clock.advance(2s);
    CHECK_FALSE(store.get("a"));
    CHECK(store.get("b") == 2);
    CHECK(store.get("c") == 3);
    CHECK(left(store, "b") > 0s);
    CHECK(persistent(store, "c"));
    check_invariants(store);
}
