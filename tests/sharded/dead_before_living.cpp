// When a sharded store needs room, the dead of every shard go before the living of any.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

TEST_CASE("the dead of another shard make room before the living of this one", "[sharded][capacity][C10]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {.capacity = 64, .shards = 8}, seen};
    const Keys living = keys_in(store, 2, 60);
    const Keys dying = keys_in(store, 7, 4);
    for (const std::string& key : living) store.set(key, 1);
    for (const std::string& key : dying) store.set(key, 2, 5s);
    clock.advance(5s);
    const Keys newcomers = keys_in(store, 2, 65);
    for (std::size_t i = 60; i < 64; ++i) CHECK(store.set(newcomers[i], 3) == SetResult::inserted);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 4);
    const Events left = seen.take();
    REQUIRE(left.size() == 4);
    for (std::size_t i = 0; i < 4; ++i) CHECK(left[i] == expired(dying[i], 2));
    store.set(newcomers[64], 3);
    CHECK(seen.take() == Events{evicted(living[0], 1)});
}

TEST_CASE("one tick before their deadline entries of another shard are still in the way", "[sharded][capacity]") {
    Clock clock;
    Sharded<NoEviction> store{clock, {.capacity = 64, .shards = 8}};
    for (const std::string& key : keys_in(store, 1, 64)) store.set(key, 1, 5s);
    const std::string newcomer = keys_in(store, 4, 1)[0];
    clock.advance(4'999ms);
    CHECK(store.set(newcomer, 2) == SetResult::rejected);
    clock.advance(1ms);
    CHECK(store.set(newcomer, 2) == SetResult::inserted);
    CHECK(store.size() == 1);
}

TEST_CASE("a deadline that was brought forward is known to the other shards", "[sharded][capacity]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .shards = 8}};
    const Keys first = keys_in(store, 1, 63);
    for (const std::string& key : first) store.set(key, 1);
    const std::string dying = keys_in(store, 6, 1)[0];
    store.set(dying, 1, 1h);
    const Keys here = keys_in(store, 1, 66);
    store.set(here[63], 1);  // looks at all deadlines
    store.set(dying, 1, 1h);
    store.expire(dying, 1s);
    clock.advance(1s);
    const std::uint64_t evicted = store.stats().evicted;
    store.set(here[64], 1);
    CHECK(store.stats().evicted == evicted);
    CHECK(store.stats().expired_for_room == 1);
}

TEST_CASE("entries that idled out make room for other shards", "[sharded][capacity][idle]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .idle_ttl = 10s, .shards = 8}};
    const Keys idle = keys_in(store, 1, 32);
    const Keys busy = keys_in(store, 2, 32);
    for (const std::string& key : idle) store.set(key, 1);
    for (const std::string& key : busy) store.set(key, 1);
    clock.advance(5s);
    for (const std::string& key : busy) CHECK(store.get(key) == 1);
    clock.advance(5s);
    const Keys newcomers = keys_in(store, 2, 64);
    for (std::size_t i = 32; i < 64; ++i) store.set(newcomers[i], 1);
    CHECK(store.stats().evicted == 0);
    for (const std::string& key : busy) CHECK(store.contains(key));
}
