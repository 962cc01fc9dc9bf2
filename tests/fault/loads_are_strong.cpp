// A load that throws anywhere (lookup, allocation of its flight, copies, storing) leaves no value, no flight, no waiter
// behind.
#include <memory>

#include "fault/counted_new.hpp"
#include "fault/subject.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace fault_test;
using ttlstore::LoadOptions;
using ttlstore::LoadTask;

namespace {

/// A full sharded store: key 0 is dead and kept to be served stale, 1 ends soon, 2 lives for ever.
template <class V>
struct Loads {
    using Store =
        ttlstore::ShardedTtlStore<V, V, ManualTicker, ttlstore::WithHash<support::FaultyHash>,
                                  ttlstore::WithKeyEqual<support::FaultyEqual>, ttlstore::WithMutex<ttlstore::NullMutex>>;

    Loads() {
        store->get_or_load(V{0}, [] { return V{10}; }, LoadOptions{.expiry = 10ms, .serve_stale = 1h});
        store->set(V{1}, V{11}, 20ms);
        store->set(V{2}, V{12});
        clock->advance(10ms);
    }
    /// As before, but for who was removed because dead or for room; and every key can be loaded.
    void require_unharmed() {
        support::check_invariants_of_values(*store);
        for (int key = 0; key < 4; ++key) {
            const auto held = store->get(V{key});
            const int loaded = store->get_or_load(V{key}, [] { return V{50}; }).value();
            REQUIRE(loaded == (held ? held->value() : 50));
            if (held && key < 3) REQUIRE((loaded == 10 + key || loaded == 77));
        }
        REQUIRE(support::Ledger::current().misuses == 0);
    }

    std::unique_ptr<ManualTicker> clock = std::make_unique<ManualTicker>();
    std::unique_ptr<Store> store = std::make_unique<Store>(*clock, ttlstore::ShardedConfig{.capacity = 3, .shards = 1});
};

template <class V, class Act>
int check(Act act) {
    const support::Ledger ledger;
    const int points = for_each_fault([] { return Loads<V>{}; }, [&](Loads<V>& loads) { act(*loads.store); },
                                      [](Loads<V>& loads) { loads.require_unharmed(); });
    CHECK(ledger.clean());
    return points;
}

const LoadOptions kAll{.expiry = 30ms, .refresh_ahead = 10ms, .serve_stale = 1h, .remember_absent = 1h};
const auto kRunAtOnce = [](const LoadTask& task) { task(); };

}  // namespace

TEMPLATE_TEST_CASE("get_or_load that throws anywhere leaves nothing behind", "[load][strong][fault]", Faulty, FaultyMove) {
    const auto load = [](const TestType& key) {
        support::fault_point();
        return TestType{key.value() + 70};
    };
    for (int key = 0; key < 4; ++key) {
        CAPTURE(key);
        CHECK(check<TestType>([&](auto& store) { store.get_or_load(TestType{key}, load, kAll); }) > 3);
    }
    CHECK(check<TestType>([&](auto& store) {
              store.get_or_load(TestType{3}, [] { return std::optional<TestType>{}; }, kAll);
          }) > 5);
}

TEST_CASE("get_or_load_async that throws anywhere leaves nothing behind", "[load][strong][fault]") {
    for (int key = 0; key < 4; ++key) {
        CAPTURE(key);
        CHECK(check<Faulty>([&](auto& store) {
                  store.get_or_load_async(Faulty{key}, [] { return Faulty{77}; }, kRunAtOnce, kAll).get();
              }) > 5);
    }
}

TEST_CASE("A waiting call whose copy throws is alone in that", "[load][fault]") {
    const int points = for_each_fault(
        [] { return Loads<Faulty>{}; },
        [](Loads<Faulty>& loads) {
            auto& store = *loads.store;
            std::future<Faulty> joined;
            store.get_or_load(Faulty{3}, [&] {
                const support::FaultsOff off;
                return Faulty{77};
            });
            store.get(Faulty{3});
        },
        [](Loads<Faulty>& loads) { loads.require_unharmed(); });
    CHECK(points > 5);
}
