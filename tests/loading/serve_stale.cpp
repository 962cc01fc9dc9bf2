// serve_stale: the one way to be answered a dead value, for a stated time, when its loader fails.
#include "loading/shorthand.hpp"

using namespace loading;

namespace {

const LoadOptions kStale{.expiry = 10s, .serve_stale = 60s};

/// A store in which "k" was loaded as 1 and has just died, whose source fails from now on.
struct Outage {
    Outage() {
        store.get_or_load("k", source, kStale);
        clock.advance(10s);
        source.fails = true;
    }
    Clock clock;
    Sharded<> store{clock};
    Source source;
};

}  // namespace

TEST_CASE("A failing loader is covered by the dead value until the window ends", "[load][stale]") {
    Outage outage;
    auto& [clock, store, source] = outage;
    CHECK(store.get_or_load("k", source, kStale) == 1);
    CHECK_FALSE(store.get("k").has_value());
    CHECK_FALSE(store.contains("k"));
    CHECK(store.size() == 0);
    clock.advance(60s - 1ms);
    store.sweep(kAll);
    CHECK(store.get_or_load("k", source, kStale) == 1);
    clock.advance(1ms);
    CHECK_THROWS_WITH(store.get_or_load("k", source, kStale), "no answer");
    CHECK(source.calls == 4);
    CHECK(store.load_stats() == LoadStats{.loads = 4, .failures = 3, .stale = 2});
}

TEST_CASE("A stale value is for those who ask for it, within their own window", "[load][stale]") {
    Outage outage;
    auto& [clock, store, source] = outage;
    CHECK_THROWS_WITH(store.get_or_load("k", source), "no answer");
    clock.advance(5s);
    CHECK_THROWS_WITH(store.get_or_load("k", source, LoadOptions{.serve_stale = 5s}), "no answer");
    CHECK(store.get_or_load("k", source, LoadOptions{.serve_stale = 6s}) == 1);
}

TEST_CASE("A loader that recovers is believed at once", "[load][stale]") {
    Outage outage;
    auto& [clock, store, source] = outage;
    CHECK(store.get_or_load("k", source, kStale) == 1);
    source = {.value = 2};
    CHECK(store.get_or_load("k", source, kStale) == 2);
    clock.advance(10s);
    source.fails = true;
    CHECK(store.get_or_load("k", source, kStale) == 2);
}

TEST_CASE("What was written or erased is never served stale", "[load][stale]") {
    const std::vector<std::function<void(Sharded<>&)>> writes{
        [](Sharded<>& store) { store.erase("k"); },
        [](Sharded<>& store) { store.take("k"); },
        [](Sharded<>& store) { store.set("k", 9, 1ms); },
    };
    for (const auto& write : writes) {
        Outage outage;
        auto& [clock, store, source] = outage;
        write(store);
        clock.advance(1ms);
        CHECK_THROWS_WITH(store.get_or_load("k", source, kStale), "no answer");
    }
}

TEST_CASE("A value whose source says it is gone is not served stale", "[load][stale]") {
    Outage outage;
    auto& [clock, store, source] = outage;
    CHECK_FALSE(store.get_or_load("k", [] { return std::optional<int>{}; }).has_value());
    CHECK_THROWS_WITH(store.get_or_load("k", source, kStale), "no answer");
}

TEST_CASE("A value loaded without the option, or for ever, leaves nothing to serve", "[load][stale]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 1}};
    Source source;
    store.get_or_load("a", source, 10s);
    store.get_or_load("b", source, LoadOptions{.serve_stale = 60s});
    store.get_or_load("c", source);  // evicts b
    clock.advance(10s);
    source.fails = true;
    CHECK_THROWS_WITH(store.get_or_load("a", source, kStale), "no answer");
    CHECK_THROWS_WITH(store.get_or_load("b", source, kStale), "no answer");
}

TEST_CASE("The stale values kept are bounded, those that end first give way", "[load][stale]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, {.shards = 1}};
    const int most = static_cast<int>(detail::ShardLoads::kMostMemories);
    Source source;
    for (int i = 0; i <= most; ++i) {
        store.get_or_load(i, source, LoadOptions{.expiry = std::chrono::milliseconds{10'000 + i}, .serve_stale = 60s});
    }
    clock.advance(30s);
    source.fails = true;
    CHECK_THROWS_WITH(store.get_or_load(0, source, kStale), "no answer");
    CHECK(store.get_or_load(1, source, kStale) == 1);
    CHECK(store.get_or_load(most, source, kStale) == 1);
}
