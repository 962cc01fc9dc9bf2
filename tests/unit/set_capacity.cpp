// set_capacity bounds a store anew: the dead leave first, then whom the policy picks.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Shrinking removes the dead first and then the oldest", "[capacity][C13]") {
    Clock clock;
    Store<> store{clock, {.capacity = 5}};
    store.set("a", 1, 1s);
    store.set("b", 2, 1s);
    for (const char* key : {"c", "d", "e"}) store.set(key, 3);
    clock.advance(1s);
    store.set_capacity(3);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired() == 2);
    CHECK(keys_of(store) == Keys{"c", "d", "e"});
    store.set_capacity(1);
    CHECK(store.size() == 1);
    CHECK(store.stats().evicted == 2);
    CHECK(store.get("e") == 3);
    check_invariants(store);
}

TEST_CASE("A capacity of zero is refused and changes nothing", "[capacity][C13]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    CHECK_THROWS_AS(store.set_capacity(0), std::invalid_argument);
    store.set("b", 2);
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"b", "c"});
}

TEST_CASE("Growing the capacity admits more and loses nobody", "[capacity]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 10}};
    for (int i = 0; i < 10; ++i) store.set(i, i, 1h);
    store.set_capacity(1'000);
    for (int i = 10; i < 1'000; ++i) store.set(i, i, 1h);
    CHECK(store.size() == 1'000);
    CHECK(store.stats().evicted == 0);
    store.set(1'000, 0);
    CHECK(store.size() == 1'000);
    CHECK_FALSE(store.contains(0));
    check_invariants(store);
}

TEST_CASE("An unbounded store can be bounded later and then evicts", "[capacity]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) store.set(i, i);
    store.set_capacity(10);
    CHECK(store.size() == 10);
    CHECK(store.stats().evicted == 90);
    for (int i = 100; i < 200; ++i) {
        store.set(i, i);
        CHECK(store.contains(i));
    }
    CHECK(store.size() == 10);
    for (int i = 190; i < 200; ++i) CHECK(store.contains(i));
    check_invariants(store);
}

TEST_CASE("Setting the capacity to what it is changes nothing", "[capacity]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 2}, seen};
    store.set("a", 1);
    store.set("b", 2);
    store.set_capacity(2);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(seen.take().empty());
    check_invariants(store);
}
