// What else the future of get_or_load_async may hold: a current or stale value, an error of its own making, a listener's.
#include "loading/shorthand.hpp"

using namespace loading;

TEST_CASE("A loader's future for its own key is an error", "[load][async][C24]") {
    Clock clock;
    Sharded<> store{clock};
    const auto load = [&] { return store.get_or_load_async("k", unwanted, Inline{}).get(); };
    CHECK_THROWS_AS(store.get_or_load_async("k", load, Inline{}).get(), RecursiveLoad);
    CHECK_THROWS_AS(store.get_or_load("k", load), RecursiveLoad);
}

TEST_CASE("A future may be answered a live value ahead of its refresh, or a stale one", "[load][async]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    const LoadOptions options{.expiry = 10s, .refresh_ahead = 1s, .serve_stale = 60s};
    store.get_or_load(
        "k", [] { return 1; }, options);
    clock.advance(9s);
    CHECK(store
              .get_or_load_async(
                  "k", [] { return 2; }, tasks.executor(), options)
              .get() == 1);
    tasks.run();
    CHECK(store.get("k") == 2);
    clock.advance(10s);
    CHECK(store.get_or_load_async("k", Source{.fails = true}, Inline{}, options).get() == 2);
    CHECK_THROWS_WITH(store.get_or_load_async("k", Source{.fails = true}, Inline{}).get(), "no answer");
}

TEST_CASE("A listener's exception is in the future of the call whose value it was", "[load][async][listener]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {.capacity = 1}, seen};
    Tasks tasks;
    store.set("victim", 0);
    auto first = store.get_or_load_async(
        "k", [] { return 1; }, tasks.executor());
    auto second = store.get_or_load_async("k", unwanted, tasks.executor());
    seen.during([] { throw std::runtime_error{"listener"}; });
    tasks.run();
    CHECK_THROWS_WITH(first.get(), "listener");
    CHECK(second.get() == 1);
    CHECK(store.get("k") == 1);
}
