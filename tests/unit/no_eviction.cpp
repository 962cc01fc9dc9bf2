// NoEviction: a full store rejects newcomers and keeps everybody alive; the dead still make room.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A full store rejects a new key and changes nothing", "[no_eviction]") {
    Clock clock;
    Seen seen;
    Store<NoEviction, Told> store{clock, {.capacity = 2}, seen};
    store.set("a", 1);
    store.set("b", 2, 10s);
    CHECK(store.set("c", 3) == SetResult::rejected);
    CHECK(store.set("c", 3, 5s) == SetResult::rejected);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(store.stats().rejected == 2);
    CHECK(store.stats().inserted == 2);
    CHECK(seen.take().empty());
    CHECK(store.next_deadline() == clock.now() + 10s);
    check_invariants(store);
}

TEST_CASE("A full store still accepts an overwrite", "[no_eviction]") {
    Clock clock;
    Store<NoEviction> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(store.set("a", 3, 5s) == SetResult::replaced);
    CHECK(store.get("a") == 3);
}

TEST_CASE("Room comes back when an entry dies or is removed", "[no_eviction]") {
    Clock clock;
    Store<NoEviction> store{clock, {.capacity = 2}};
    store.set("a", 1, 1s);
    store.set("b", 2);
    CHECK(store.set("c", 3) == SetResult::rejected);
    clock.advance(1s - 1ms);
    CHECK(store.set("c", 3) == SetResult::rejected);
    clock.advance(1ms);
    CHECK(store.set("c", 3) == SetResult::inserted);
    CHECK(store.set("d", 4) == SetResult::rejected);
    store.erase("b");
    CHECK(store.set("d", 4) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"c", "d"});
    check_invariants(store);
}

TEST_CASE("A value too heavy for what is left is rejected, the old value kept", "[no_eviction][weight]") {
    struct ItsValue {
        std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
    };
    Clock clock;
    Store<NoEviction, WithWeigher<ItsValue>> store{clock, {.max_weight = 10}};
    store.set("a", 6);
    CHECK(store.set("b", 5) == SetResult::rejected);
    CHECK(store.set("b", 4) == SetResult::inserted);
    CHECK(store.set("b", 5) == SetResult::rejected);
    CHECK(store.get("b") == 4);
    CHECK(store.set("a", 3) == SetResult::replaced);
    CHECK(store.set("b", 7) == SetResult::replaced);
    check_invariants(store);
}

TEST_CASE("Shrinking keeps the living and rejects inserts until there is room", "[no_eviction][capacity]") {
    Clock clock;
    Seen seen;
    Store<NoEviction, Told> store{clock, {.capacity = 4}, seen};
    store.set("dead", 0, 1s);
    for (const char* key : {"a", "b", "c"}) store.set(key, 1);
    clock.advance(1s);
    store.set_capacity(2);
    CHECK(seen.take() == Events{expired("dead", 0)});
    CHECK(keys_of(store) == Keys{"a", "b", "c"});
    CHECK(store.set("d", 1) == SetResult::rejected);
    CHECK(store.set("a", 2) == SetResult::replaced);
    store.erase("a");
    CHECK(store.set("d", 1) == SetResult::rejected);
    store.erase("b");
    CHECK(store.set("d", 1) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"c", "d"});
    check_invariants(store);
}
