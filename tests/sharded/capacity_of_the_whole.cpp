// The capacity of a sharded store bounds the whole: all of it can be used, and no more, whatever the shards.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

TEST_CASE("a sharded store takes as many keys as its capacity says without evicting one", "[sharded][capacity][C14]") {
    const auto [capacity, shards] =
        GENERATE(std::pair{1, 1}, std::pair{16, 16}, std::pair{100, 256}, std::pair{128, 16}, std::pair{1000, 8});
    Clock clock;
    Sharded<> store{clock,
                    {.capacity = static_cast<std::size_t>(capacity), .shards = static_cast<std::size_t>(shards)}};
    for (int i = 0; i < capacity; ++i) CHECK(store.set(std::to_string(i), i) == SetResult::inserted);
    CHECK(store.size() == static_cast<std::size_t>(capacity));
    CHECK(store.stats().evicted == 0);
    for (int i = 0; i < 3 * capacity; ++i) {
        store.set("more" + std::to_string(i), i);
        REQUIRE(store.stored() == static_cast<std::size_t>(capacity));
        REQUIRE(store.contains("more" + std::to_string(i)));
    }
    CHECK(store.stats().evicted == static_cast<std::uint64_t>(3 * capacity));
}

TEST_CASE("keys of one shard may fill the whole store", "[sharded][capacity][C14]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .shards = 8}};
    REQUIRE(store.shard_count() == 8);
    for (const std::string& key : keys_in(store, 3, 64)) store.set(key, 1);
    CHECK(store.size() == 64);
    CHECK(store.stats().evicted == 0);
}

TEST_CASE("a shard without entries takes its room from shards that have some", "[sharded][capacity]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .shards = 8}};
    const Keys full = keys_in(store, 3, 64);
    for (const std::string& key : full) store.set(key, 1);
    const Keys others = keys_in(store, 5, 4);
    for (const std::string& key : others) CHECK(store.set(key, 2) == SetResult::inserted);
    CHECK(store.size() == 64);
    for (const std::string& key : others) CHECK(store.contains(key));
    CHECK_FALSE(store.contains(full[0]));  // the least recently used of the shard that gave
    CHECK(store.contains(full[63]));
}

TEST_CASE("with fewer entries than shards left any two keys still live together", "[sharded][capacity][C14]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .shards = 8}};
    store.set_capacity(2);
    for (int i = 0; i < 50; ++i) {
        store.set("a" + std::to_string(i), i);
        store.set("b" + std::to_string(i), i);
        CHECK(store.size() <= 2);
        CHECK(store.contains("b" + std::to_string(i)));
    }
    store.clear();
    store.set("x", 1);
    store.set("y", 1);
    CHECK(keys_of(store) == Keys{"x", "y"});
}

TEST_CASE("what leaves a sharded store makes room for any shard", "[sharded][capacity]") {
    Clock clock;
    Sharded<NoEviction> store{clock, {.capacity = 64, .shards = 8}};
    const Keys full = keys_in(store, 0, 64);
    for (const std::string& key : full) store.set(key, 1);
    const std::string newcomer = keys_in(store, 6, 1)[0];
    CHECK(store.set(newcomer, 1) == SetResult::rejected);
    CHECK(store.stats().rejected == 1);
    CHECK(store.erase(full[10]));
    CHECK(store.set(newcomer, 1) == SetResult::inserted);
    CHECK(store.set("another", 1) == SetResult::rejected);
    CHECK(store.take(newcomer) == 1);
    CHECK(store.set("another", 1) == SetResult::inserted);
    CHECK(store.size() == 64);
}

TEST_CASE("set_capacity of a sharded store bounds the whole at once", "[sharded][capacity][C13]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {.shards = 8}, seen};
    for (int i = 0; i < 100; ++i) store.set(std::to_string(i), i, i < 30 ? Expiry{1s} : Expiry::never());
    clock.advance(1s);
    store.set_capacity(60);
    CHECK(store.stored() == 60);
    CHECK(store.stats().expired_for_room == 30);
    CHECK(store.stats().evicted == 10);
    CHECK(seen.take().size() == 40);
    store.set_capacity(80);
    for (int i = 0; i < 20; ++i) store.set("n" + std::to_string(i), i);
    CHECK(store.size() == 80);
    CHECK(store.stats().evicted == 10);
    store.set_capacity(1);
    CHECK(store.size() == 1);
    CHECK_THROWS_AS(store.set_capacity(0), std::invalid_argument);
}
