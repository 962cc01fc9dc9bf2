// What a sharded store refuses to be made of, and how many shards it takes.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

TEST_CASE("a sharded store without shards, room or a positive ttl is refused", "[sharded][config]") {
    Clock clock;
    CHECK_THROWS_AS((Sharded<>{clock, {.shards = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((Sharded<>{clock, {.capacity = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((Sharded<>{clock, {.max_weight = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((Sharded<>{clock, {.jitter = 1.0}}), std::invalid_argument);
    CHECK_THROWS_AS((Sharded<>{clock, {.default_ttl = 0s}}), std::invalid_argument);
    CHECK_THROWS_AS((Sharded<>{clock, {.idle_ttl = -1s}}), std::invalid_argument);
    Sharded<> store{clock};
    CHECK_THROWS_AS(store.set("a", 1, 0s), std::invalid_argument);
    CHECK(store.empty());
}

TEST_CASE("shards are a power of two, and each has a share worth having", "[sharded][config]") {
    Clock clock;
    CHECK(Sharded<>{clock, {.shards = 1}}.shard_count() == 1);
    CHECK(Sharded<>{clock, {.shards = 5}}.shard_count() == 8);
    CHECK(Sharded<>{clock, {.shards = 64}}.shard_count() == 64);
    CHECK(Sharded<>{clock, {.capacity = 1, .shards = 64}}.shard_count() == 1);
    CHECK(Sharded<>{clock, {.capacity = 32, .shards = 64}}.shard_count() == 4);
    CHECK(Sharded<>{clock, {.capacity = 1000}}.shard_count() <= 15);
    const std::size_t unasked = Sharded<>{clock}.shard_count();
    CHECK(unasked > 1);
    CHECK((unasked & (unasked - 1)) == 0);
}

TEST_CASE("a sharded store takes the standard ttl, the idle ttl and the seed of its configuration",
          "[sharded][config]") {
    Clock clock;
    Sharded<> store{clock, {.default_ttl = 10s, .idle_ttl = 4s, .hash_seed = 7, .shards = 4}};
    store.set("a", 1);
    CHECK(left(store, "a") == 4s);
    clock.advance(3s);
    CHECK(store.touch("a"));
    clock.advance(3s);
    CHECK(store.get("a") == 1);
    clock.advance(3s);
    CHECK(left(store, "a") == 1s);
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    Sharded<> same{clock, {.hash_seed = 7, .shards = 4}};
    for (int i = 0; i < 20; ++i) CHECK(shard_of(same, std::to_string(i)) == shard_of(store, std::to_string(i)));
}

TEST_CASE("a sharded store without a ticker of its own keeps the steady time", "[sharded][config]") {
    ShardedTtlStore<std::string, int> store{{.capacity = 100}};
    CHECK(store.set("a", 1, 1h) == SetResult::inserted);
    CHECK(store.get("a") == 1);
    CHECK(store.memory().total() > 0);
    const std::size_t before = store.memory().table;
    store.reserve(10'000);
    CHECK(store.memory().table > before);
    CHECK(store.get("a") == 1);
}

TEST_CASE("a full sharded store needs no more memory than it was made with", "[sharded][config]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, {.capacity = 10'000, .shards = 16}};
    const std::size_t before = store.memory().table;
    for (int i = 0; i < 30'000; ++i) store.set(i, i);
    CHECK(store.memory().table == before);
    CHECK(store.size() == 10'000);
}
