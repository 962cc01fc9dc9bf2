// clear, erase_if and set_many during a load win as writes of one key do.
#include "loading/shorthand.hpp"

using namespace loading;

namespace {

using Pairs = std::vector<std::pair<std::string, int>>;

template <class Store, class Act>
int load_during(Store& store, Act act) {
    return store.get_or_load("k", [&] {
        act();
        return 1;
    });
}

}  // namespace

TEST_CASE("A clear during a load leaves the store empty", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] {
              store.clear();
              store.get_or_load("other", [] { return 2; });
          }) == 1);
    CHECK(keys_of(store) == Keys{"other"});
}

TEST_CASE("An erase_if during a load may have meant its value too", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] { store.erase_if([](const std::string&, int) { return false; }); }) == 1);
    CHECK_FALSE(store.contains("k"));
}

TEST_CASE("A set_many during a load wins for its keys", "[load][C23]") {
    Clock clock;
    Sharded<> store{clock};
    CHECK(load_during(store, [&] { store.set_many(Pairs{{"a", 3}, {"k", 4}, {"b", 5}}); }) == 1);
    CHECK(store.get("k") == 4);
    store.erase("k");
    load_during(store, [&] { store.set_many(Pairs{{"a", 3}, {"b", 5}}); });
    CHECK(store.get("k") == 1);
}

TEST_CASE("A clear forgets stale values and absences", "[load][stale][absent]") {
    Clock clock;
    Sharded<> store{clock};
    const LoadOptions options{.expiry = 1s, .serve_stale = 1h, .remember_absent = 1h};
    store.get_or_load(
        "stale", [] { return 1; }, options);
    store.get_or_load(
        "absent", [] { return std::optional<int>{}; }, options);
    clock.advance(1s);
    store.clear();
    CHECK_THROWS_WITH(store.get_or_load("stale", Source{.fails = true}, options), "no answer");
    CHECK(store.get_or_load("absent", [] { return std::optional{2}; }) == 2);
}

TEST_CASE("A sweep frees stale values whose window is over", "[load][stale]") {
    const Ledger ledger;
    Clock clock;
    ShardedTtlStore<int, Tracked, Clock> store{clock, {.shards = 1}};
    const LoadOptions options{.expiry = 1s, .serve_stale = 9s};
    store.get_or_load(
        1, [] { return Tracked{7}; }, options);
    store.set(2, Tracked{8}, 10s);
    CHECK(ledger.live == 3);  // the value, its stale copy, the other one
    clock.advance(10s);
    store.sweep(kAll);
    CHECK(ledger.live == 0);
}
