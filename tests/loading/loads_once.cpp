// get_or_load answers what is there, else what the loader returns, and stores it.
#include "loading/shorthand.hpp"

using namespace loading;

TEST_CASE("A missing key is loaded once and then found", "[load]") {
    Clock clock;
    Sharded<> store{clock};
    Source source;
    CHECK(store.get_or_load("a", source) == 1);
    source.value = 2;
    CHECK(store.get_or_load("a", source) == 1);
    CHECK(source.calls == 1);
    CHECK(store.get("a") == 1);
    CHECK(store.stats().misses == 1);
    CHECK(store.stats().hits == 2);
    CHECK(store.stats().inserted == 1);
    CHECK(store.load_stats() == LoadStats{.loads = 1});
}

TEST_CASE("A loader is called with the key or with nothing", "[load]") {
    Clock clock;
    Sharded<> store{clock};
    const auto length = [](const std::string& key) { return static_cast<int>(key.size()); };
    CHECK(store.get_or_load("four", length) == 4);
    CHECK(store.get_or_load(std::string_view{"seven"}, length) == 5);
    CHECK(store.get_or_load(std::string{"x"}, [] { return 9; }) == 9);
    CHECK(store.get("seven") == 5);
    CHECK(store.size() == 3);
}

TEST_CASE("A dead value is loaded anew and its removal told once", "[load][listener]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(store.get_or_load(
              "a", [] { return 2; }, 5s) == 2);
    CHECK(left(store, "a") == 5s);
    CHECK(seen.take() == Events{expired("a", 1)});
}

TEST_CASE("The ttl of a loaded value counts from when it is stored", "[load]") {
    Clock clock;
    Sharded<> store{clock, {.default_ttl = 20s}};
    const auto slow = [&] {
        clock.advance(1h);
        return 1;
    };
    store.get_or_load("a", slow, 10s);
    CHECK(left(store, "a") == 10s);
    store.get_or_load("b", slow);
    CHECK(left(store, "b") == 20s);
    CHECK(persistent(store, "a") == false);
    store.get_or_load("c", slow, Expiry::never());
    CHECK(persistent(store, "c"));
}

TEST_CASE("A loader may bring the expiry along", "[load]") {
    Clock clock;
    Sharded<> store{clock, {.default_ttl = 20s}};
    CHECK(store.get_or_load(
              "a",
              [] {
                  return Loaded{1, 3s};
              },
              10s) == 1);
    CHECK(left(store, "a") == 3s);
    CHECK(store.get_or_load("b", [] { return std::optional{Loaded<int>{2, Expiry::never()}}; }) == 2);
    CHECK(persistent(store, "b"));
    CHECK(store.get_or_load("c", [] { return Loaded{3, Expiry::standard()}; }) == 3);
    CHECK(left(store, "c") == 20s);
}

TEST_CASE("A value that cannot be kept is answered all the same", "[load][capacity]") {
    Clock clock;
    Sharded<NoEviction> full{clock, {.capacity = 1}};
    full.set("a", 1);
    CHECK(full.get_or_load("b", [] { return 2; }) == 2);
    CHECK_FALSE(full.contains("b"));
    CHECK(full.stats().rejected == 1);
    CHECK(full.get_or_load("b", [] { return Loaded{3, Expiry::at(Clock::time_point{})}; }) == 3);
    CHECK(full.size() == 1);

    Sharded<> small{clock, {.capacity = 1}};
    for (int i = 0; i < 5; ++i) CHECK(small.get_or_load(std::to_string(i), [i] { return i; }) == i);
    CHECK(small.size() == 1);
    CHECK(small.get("4") == 4);
}

TEST_CASE("A Value that is an optional is loaded as it is", "[load]") {
    Clock clock;
    ShardedTtlStore<int, std::optional<int>, Clock> store{clock};
    const std::optional<int> nothing = store.get_or_load(1, [] { return std::optional<int>{}; });
    CHECK_FALSE(nothing.has_value());
    CHECK(store.contains(1));
}
