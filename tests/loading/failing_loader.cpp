// A loader that throws leaves nothing behind: no value, no flight, no old entry come back.
#include "loading/shorthand.hpp"

using namespace loading;

TEST_CASE("A loader's exception reaches the caller and the key stays absent", "[load][C22]") {
    Clock clock;
    Sharded<> store{clock};
    Source source{.fails = true};
    CHECK_THROWS_WITH(store.get_or_load("k", source), "no answer");
    CHECK_FALSE(store.contains("k"));
    CHECK(store.size() == 0);
    CHECK(store.load_stats() == LoadStats{.loads = 1, .failures = 1});

    source = {.value = 7};
    CHECK(store.get_or_load("k", source) == 7);
    CHECK(source.calls == 1);
    CHECK(store.get("k") == 7);
}

TEST_CASE("A failing load does not bring the dead value back", "[load][listener][C22]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {}, seen};
    store.set("s", 1, 1s);
    clock.advance(1s);
    Source source{.fails = true};
    CHECK_THROWS_AS(store.get_or_load("s", source), std::runtime_error);
    CHECK_FALSE(store.get("s").has_value());
    CHECK_THROWS_AS(store.get_or_load("s", source), std::runtime_error);
    CHECK(source.calls == 2);
    CHECK(seen.take() == Events{expired("s", 1)});
}

TEST_CASE("Anything may be thrown", "[load][C22]") {
    Clock clock;
    Sharded<> store{clock};
    const auto number = []() -> int { throw 42; };
    CHECK_THROWS_AS(store.get_or_load("k", number), int);
    CHECK_THROWS_AS(store.get_or_load("k", number), int);
    CHECK(store.get_or_load("k", [] { return 1; }) == 1);
}

TEST_CASE("A ttl that is not positive is the loader's failure", "[load]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK_THROWS_AS(store.get_or_load("k", [] { return Loaded<int>{1, 0s}; }), std::invalid_argument);
    CHECK_FALSE(store.contains("k"));
    CHECK(store.load_stats().failures == 1);
}

TEST_CASE("A listener that throws during the lookup leaves no load behind", "[load][listener]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {}, seen};
    store.set("k", 1, 1s);
    clock.advance(1s);
    seen.during([] { throw std::runtime_error{"listener"}; });
    CHECK_THROWS_WITH(store.get_or_load("k", unwanted), "listener");
    CHECK(store.get_or_load("k", [] { return 2; }) == 2);
}

TEST_CASE("A listener that throws when the value is stored is heard, and the value stays", "[load][listener]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {.capacity = 1}, seen};
    store.set("victim", 1);
    seen.during([] { throw std::runtime_error{"listener"}; });
    CHECK_THROWS_WITH(store.get_or_load("k", [] { return 2; }), "listener");
    CHECK(store.get_or_load("k", unwanted) == 2);
    CHECK(store.load_stats() == LoadStats{.loads = 1});
}
