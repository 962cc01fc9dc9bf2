// When room is needed the dead go first: a live entry never leaves while a dead one holds its place.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A full store makes room with its dead entry, not with a live one", "[capacity][C10]") {
    Clock clock;
    Store<> store{clock, {.capacity = 3}};
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    CHECK(store.get("a") == 1);  // the most recently used is the one that dies
    clock.advance(1s);
    store.set("d", 4);

    CHECK(keys_of(store) == Keys{"b", "c", "d"});
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 1);
    CHECK(store.stored() == 3);
    check_invariants(store);
}

TEST_CASE("A key that died and came back has one place in the order of eviction", "[capacity][C10]") {
    Clock clock;
    Store<> store{clock, {.capacity = 3}};
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    store.set("a", 9);
    CHECK(store.size() == 3);

    store.set("d", 4);
    CHECK(keys_of(store) == Keys{"a", "c", "d"});
    store.set("e", 5);
    CHECK(keys_of(store) == Keys{"a", "d", "e"});
    CHECK(store.get("a") == 9);
    CHECK(store.size() == 3);
    check_invariants(store);
}

TEMPLATE_TEST_CASE("The dead go first under every eviction policy", "[capacity]", LruEviction, NoEviction,
                   SoonestExpiryEviction) {
    Clock clock;
    Store<TestType> store{clock, {.capacity = 4}};
    store.set("immortal", 1);
    store.set("long", 2, 1h);
    store.set("short", 3, 1s);
    store.set("shorter", 4, 500ms);
    clock.advance(1s);

    CHECK(store.set("x", 5) == SetResult::inserted);
    CHECK(store.set("y", 6) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"immortal", "long", "x", "y"});
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().rejected == 0);
    check_invariants(store);
}

TEST_CASE("The dead make room in weight before a live entry has to go", "[capacity][weight]") {
    struct ItsValue {
        std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
    };
    Clock clock;
    Store<WithWeigher<ItsValue>> store{clock, {.max_weight = 10}};
    store.set("live", 4);
    store.set("dead1", 3, 1s);
    store.set("dead2", 3, 1s);
    clock.advance(1s);

    CHECK(store.set("new", 6) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"live", "new"});
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 2);
    check_invariants(store);
}

TEST_CASE("An overwrite of a live entry beside a dead one evicts nobody", "[capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2, 1s);
    clock.advance(1s);
    CHECK(store.set("a", 3) == SetResult::replaced);
    CHECK(store.stats().evicted == 0);
    CHECK(keys_of(store) == Keys{"a"});
    check_invariants(store);
}

TEST_CASE("A corpse under the very key that is set makes its own room", "[capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2, 1s);
    clock.advance(1s);
    CHECK(store.set("b", 3) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(store.stats().evicted == 0);
    check_invariants(store);
}
