// Loaders run without a lock: they may use the store, load other keys, and are told when they wait for themselves.
#include "loading/shorthand.hpp"

using namespace loading;

TEST_CASE("A loader may load another key of its shard", "[load][C24]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 1}};
    CHECK(store.get_or_load("a", [&] { return store.get_or_load("b", [] { return 1; }) + 1; }) == 2);
    CHECK(store.get("b") == 1);
}

TEST_CASE("A hundred loaders may each load the next key", "[load][C24]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, {.shards = 2}};
    std::function<int(int)> load = [&](int key) { return key == 100 ? 0 : store.get_or_load(key + 1, load) + 1; };
    CHECK(store.get_or_load(0, load) == 100);
    CHECK(store.size() == 101);
    CHECK(store.get(40) == 60);
}

TEST_CASE("A loader may write the store and make it grow", "[load][C24]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, {.shards = 1}};
    CHECK(store.get_or_load(-1, [&] {
        for (int i = 0; i < 5'000; ++i) store.set(i, i);
        return 5;
    }) == 5);
    CHECK(store.size() == 5'001);
    CHECK(store.get(-1) == 5);
}

TEST_CASE("A loader that loads its own key gets an error", "[load][C24]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK_THROWS_AS(store.get_or_load("a", [&] { return store.get_or_load("a", unwanted); }), RecursiveLoad);
    CHECK_FALSE(store.contains("a"));
    CHECK(store.get_or_load("a", [] { return 1; }) == 1);
}

TEST_CASE("So does one that comes back to its key through others", "[load][C24]") {
    Clock clock;
    Sharded<> store{clock};
    const auto back_to_a = [&] { return store.get_or_load("a", unwanted); };
    const auto to_c = [&] { return store.get_or_load("c", back_to_a); };
    CHECK_THROWS_AS(store.get_or_load("a", [&] { return store.get_or_load("b", to_c); }), RecursiveLoad);
    CHECK(store.size() == 0);

    // One that can do without is free to.
    const int value = store.get_or_load("a", [&] {
        try {
            return store.get_or_load("a", unwanted);
        } catch (const RecursiveLoad&) {
            return 3;
        }
    });
    CHECK(value == 3);
    CHECK(store.get("a") == 3);
}

TEST_CASE("A loader may come back to its key after having erased it", "[load][C24]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(store.get_or_load("a", [&] {
        store.erase("a");
        return store.get_or_load("a", [] { return 1; }) + 1;
    }) == 2);
    CHECK(store.get("a") == 1);
}

TEST_CASE("A listener may load", "[load][listener]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    clock.advance(1s);
    seen.during([&] { CHECK(store.get_or_load("b", [] { return 2; }) == 2); });
    CHECK(store.get_or_load("a", [] { return 3; }) == 3);
    CHECK(store.size() == 2);
}
