// get_or_load_async: the load runs on an executor, or in a thread that cannot wait for it.
#include "loading/shorthand.hpp"

using namespace loading;

TEST_CASE("A future is ready when the executor has run the load", "[load][async]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    auto first = store.get_or_load_async(
        "k", [] { return 1; }, tasks.executor(), LoadOptions{.expiry = 10s});
    auto second = store.get_or_load_async("k", unwanted, tasks.executor());
    CHECK(tasks.size() == 1);
    CHECK_FALSE(is_ready(first));
    tasks.run();
    CHECK(first.get() == 1);
    CHECK(second.get() == 1);
    CHECK(left(store, "k") == 10s);
    CHECK(store.get_or_load_async("k", unwanted, tasks.executor()).get() == 1);
    CHECK(tasks.size() == 0);
    CHECK(store.load_stats() == LoadStats{.loads = 1, .joined = 1});
}

TEST_CASE("An executor may run the load at once", "[load][async]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(store
              .get_or_load_async(
                  "k", [](const std::string& key) { return static_cast<int>(key.size()); }, Inline{})
              .get() == 1);
    CHECK_FALSE(store
                    .get_or_load_async(
                        "none", [] { return std::optional<int>{}; }, Inline{}, LoadOptions{.remember_absent = 1s})
                    .get()
                    .has_value());
    CHECK_FALSE(store
                    .get_or_load_async(
                        "none", [] { return std::optional{unwanted()}; }, Inline{})
                    .get()
                    .has_value());
}

TEST_CASE("A failing load is in every future", "[load][async][C22]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    auto first = store.get_or_load_async("k", Source{.fails = true}, tasks.executor());
    auto second = store.get_or_load_async("k", unwanted, tasks.executor());
    tasks.run();
    CHECK_THROWS_WITH(first.get(), "no answer");
    CHECK_THROWS_WITH(second.get(), "no answer");
    CHECK_FALSE(store.contains("k"));
}

TEST_CASE("A call that cannot wait for the executor runs the load itself", "[load][async]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    int loads = 0;
    auto later = store.get_or_load_async(
        "k", [&] { return ++loads; }, tasks.executor());
    CHECK(store.get_or_load("k", unwanted) == 1);
    CHECK(later.get() == 1);
    tasks.run();
    CHECK(loads == 1);
}

TEST_CASE("A dropped task and an executor that throws end the load", "[load][async]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    auto dropped = store.get_or_load_async(
        "k", [] { return 1; }, tasks.executor());
    auto joined = store.get_or_load_async(
        "k", [] { return 2; }, tasks.executor());
    tasks.drop();
    CHECK_THROWS_AS(dropped.get(), LoadAbandoned);
    CHECK_THROWS_AS(joined.get(), LoadAbandoned);
    const auto refuse = [](const LoadTask&) { throw std::runtime_error{"queue full"}; };
    CHECK_THROWS_WITH(store
                          .get_or_load_async(
                              "k", [] { return 3; }, refuse)
                          .get(),
                      "queue full");
    CHECK(store.get_or_load("k", [] { return 4; }) == 4);
}

TEST_CASE("An erase before the executor comes to the load wins", "[load][async][C23]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    auto before = store.get_or_load_async(
        "k", [] { return 1; }, tasks.executor());
    store.erase("k");
    auto after = store.get_or_load_async(
        "k", [] { return 2; }, tasks.executor());
    tasks.run();
    CHECK(before.get() == 1);
    CHECK(after.get() == 2);
    CHECK(store.get("k") == 2);
}
