// A write or erase of the key during its load wins: the load answers those who waited, and is not stored.
#include "loading/shorthand.hpp"

using namespace loading;

namespace {

/// Loads "k" while `act` runs in the middle, as another thread's call would.
template <class Store, class Act>
int load_during(Store& store, Act act) {
    return store.get_or_load(
        "k",
        [&] {
            act();
            return 1;
        },
        1h);
}

}  // namespace

TEST_CASE("An erase during a load leaves the key absent", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] { CHECK_FALSE(store.erase("k")); }) == 1);
    CHECK_FALSE(store.contains("k"));
    CHECK(load_during(store, [&] { CHECK_FALSE(store.take("k").has_value()); }) == 1);
    CHECK_FALSE(store.contains("k"));
    CHECK(store.load_stats() == LoadStats{.loads = 2, .overtaken = 2});
    CHECK(store.get_or_load("k", [] { return 2; }) == 2);
    CHECK(store.get("k") == 2);
}

TEST_CASE("A value set during a load stays, with its deadline", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] { store.set("k", 5, 10s); }) == 1);
    CHECK(store.get("k") == 5);
    CHECK(left(store, "k") == 10s);
}

TEST_CASE("A value set during a load wins even if it is gone again", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    load_during(store, [&] {
        store.set("k", 5, 10s);
        clock.advance(10s);
    });
    CHECK_FALSE(store.contains("k"));
    load_during(store, [&] {
        store.set("k", 6, 10s);
        clock.advance(10s);
        store.sweep(kAll);
    });
    CHECK_FALSE(store.contains("k"));
    load_during(store, [&] { store.set("k", 7, Expiry::at(Clock::time_point{})); });
    CHECK_FALSE(store.contains("k"));
}

TEST_CASE("A call after the erase does not join the load before it", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] {
              store.erase("k");
              CHECK(store.get_or_load("k", [] { return 2; }) == 2);
          }) == 1);
    CHECK(store.get("k") == 2);
}

TEST_CASE("Writes that change nothing do not stop a load", "[load]") {
    Clock clock;
    Sharded<> store{clock};
    load_during(store, [&] {
        CHECK(store.set("k", 5, 1s, When::if_present) == SetResult::condition_not_met);
        CHECK_FALSE(store.update("k", [](int&) {}));
        CHECK_FALSE(store.expire("k", 1s));
        CHECK_FALSE(store.persist("k"));
        CHECK_FALSE(store.touch("k"));
        CHECK_FALSE(store.get("k").has_value());
        store.set("other", 1);
        store.erase("another");
    });
    CHECK(store.get("k") == 1);
    CHECK(store.load_stats().overtaken == 0);
}

TEST_CASE("What is done to a value while it is refreshed wins", "[load][refresh]") {
    Clock clock;
    Sharded<> store{clock};
    const auto refresh_during = [&](auto act) {
        store.set("k", 1, 10s);
        store.get_or_load(
            "k",
            [&] {
                act();
                return 2;
            },
            LoadOptions{.refresh_ahead = 10s});
    };
    refresh_during([&] { store.update("k", [](int& value) { value = 8; }); });
    CHECK(store.get("k") == 8);
    refresh_during([&] {
        CHECK_THROWS_AS(store.update("k",
                                     [](int& value) {
                                         value = 9;
                                         throw std::runtime_error{"half done"};
                                     }),
                        std::runtime_error);
    });
    CHECK(store.get("k") == 9);
    refresh_during([&] { store.expire("k", 5s); });
    CHECK(store.get("k") == 1);
    CHECK(left(store, "k") == 5s);
    refresh_during([&] { store.persist("k"); });
    CHECK(persistent(store, "k"));
    refresh_during([&] { store.take("k"); });
    CHECK_FALSE(store.contains("k"));
    CHECK(store.load_stats().overtaken == 5);
    refresh_during([&] { store.touch("k"); });
    CHECK(store.get("k") == 2);
}
