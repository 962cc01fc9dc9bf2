// refresh_ahead: a live value that ends soon is loaded anew, and answered until that has happened.
#include "loading/shorthand.hpp"

using namespace loading;

namespace {
const LoadOptions kEarly{.expiry = 10s, .refresh_ahead = 3s};
}

TEST_CASE("Without an executor one call reloads before the deadline", "[load][refresh]") {
    Clock clock;
    Sharded<> store{clock};
    Source source;
    store.get_or_load("k", source, kEarly);
    clock.advance(7s - 1ms);
    source.value = 2;
    CHECK(store.get_or_load("k", source, kEarly) == 1);
    clock.advance(1ms);
    CHECK(store.get_or_load("k", source) == 1);  // without the option nothing is refreshed
    CHECK(store.get_or_load("k", source, kEarly) == 2);
    CHECK(store.get("k") == 2);
    CHECK(left(store, "k") == 10s);
    CHECK(store.load_stats() == LoadStats{.loads = 2, .refreshes = 1});
}

TEST_CASE("Others are answered the current value while one reloads", "[load][refresh]") {
    Clock clock;
    Sharded<> store{clock};
    store.set("k", 1, 2s);
    int loads = 0;
    const int value = store.get_or_load(
        "k",
        [&] {
            ++loads;
            CHECK(store.get_or_load("k", unwanted, kEarly) == 1);
            return 2;
        },
        kEarly);
    CHECK(value == 2);
    CHECK(loads == 1);
}

TEST_CASE("A refresh that fails leaves the current value to its deadline", "[load][refresh]") {
    Clock clock;
    Sharded<> store{clock};
    Source source;
    store.get_or_load("k", source, kEarly);
    clock.advance(9s);
    source.fails = true;
    CHECK(store.get_or_load("k", source, kEarly) == 1);
    CHECK(left(store, "k") == 1s);
    clock.advance(1s);
    CHECK_THROWS_WITH(store.get_or_load("k", source, kEarly), "no answer");
    CHECK(source.calls == 3);
}

TEST_CASE("A refresh that finds nothing removes the value", "[load][refresh]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {}, seen};
    store.set("k", 1, 2s);
    CHECK_FALSE(store
                    .get_or_load(
                        "k", [] { return std::optional<int>{}; }, kEarly)
                    .has_value());
    CHECK_FALSE(store.contains("k"));
    CHECK(seen.take() == Events{erased("k", 1)});
}

TEST_CASE("An executor reloads while everybody is answered at once", "[load][refresh][executor]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    store.set("k", 1, 2s);
    int loads = 0;
    const auto load = [&] { return 1 + ++loads; };
    for (int i = 0; i < 3; ++i) CHECK(store.get_or_load("k", load, kEarly, tasks.executor()) == 1);
    CHECK(loads == 0);
    CHECK(tasks.size() == 1);
    tasks.run();
    CHECK(loads == 1);
    CHECK(store.get("k") == 2);
    CHECK(left(store, "k") == 10s);
}

TEST_CASE("A value that dies before its refresh runs is loaded by who needs it", "[load][refresh][executor]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    store.set("k", 1, 2s);
    store.get_or_load(
        "k", [] { return 2; }, kEarly, tasks.executor());
    clock.advance(2s);
    CHECK(store.get_or_load("k", unwanted) == 2);  // it runs the waiting load
    tasks.run();
    CHECK(store.load_stats() == LoadStats{.loads = 1, .refreshes = 1, .joined = 1});
}

TEST_CASE("An executor that refuses or drops a refresh costs nobody anything", "[load][refresh][executor]") {
    Clock clock;
    Sharded<> store{clock};
    Tasks tasks;
    store.set("k", 1, 2s);
    const auto refuse = [](const LoadTask&) { throw std::runtime_error{"queue full"}; };
    CHECK(store.get_or_load(
              "k", [] { return 2; }, kEarly, refuse) == 1);
    CHECK(store.get_or_load(
              "k", [] { return 3; }, kEarly, tasks.executor()) == 1);
    tasks.drop();
    CHECK(store.get_or_load(
              "k", [] { return 4; }, kEarly) == 4);
    CHECK(store.load_stats() == LoadStats{.loads = 2, .failures = 1, .refreshes = 2});
}

TEST_CASE("Only an own deadline is refreshed ahead of", "[load][refresh]") {
    Clock clock;
    Sharded<> store{clock, {.idle_ttl = 2s}};
    store.set("k", 1, Expiry::never());
    CHECK(store.get_or_load("k", unwanted, kEarly) == 1);
}
