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
    using Store = ttlstore::ShardedTtlStore<V, V, ManualTicker, ttlstore::WithHash<support::FaultyHash>,
                                            ttlstore::WithKeyEqual<support::FaultyEqual>,
                                            ttlstore::WithMutex<ttlstore::NullMutex>>;

    Loads() {
        store->get_or_load(
            V{0}, [] { return V{10}; }, LoadOptions{.expiry = 10ms, .serve_stale = 1h});
        store->set(V{1}, V{11}, 20ms);
        store->set(V{2}, V{12});
        clock->advance(10ms);
    }
    /// As before, but for who was removed because dead or for room; and every key can be loaded.
    void require_unharmed() {
        for (int key = 0; key < 4; ++key) {
            const auto held = store->get(V{key});
            const int loaded = store->get_or_load(V{key}, [] { return V{50}; }).value();
            REQUIRE(loaded == (held ? held->value() : 50));
            if (held && key < 3) REQUIRE((loaded == 10 + key || loaded == 70 + key));
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
const auto kLoad = [](const auto& key) {
    support::fault_point();
    return std::remove_cvref_t<decltype(key)>{key.value() + 70};
};
const auto kRunAtOnce = [](const LoadTask& task) { task(); };

}  // namespace

TEMPLATE_TEST_CASE("get_or_load that throws anywhere leaves nothing behind", "[load][strong][fault]", Faulty,
                   FaultyMove) {
    for (int key = 0; key < 4; ++key) {
        CAPTURE(key);
        CHECK(check<TestType>([&](auto& store) { store.get_or_load(TestType{key}, kLoad, kAll); }) > 3);
    }
    CHECK(check<TestType>([&](auto& store) {
              store.get_or_load(
                  TestType{3}, [] { return std::optional<TestType>{}; }, kAll);
          }) > 5);
}

TEST_CASE("get_or_load_async that throws anywhere leaves nothing behind", "[load][strong][fault]") {
    for (int key = 0; key < 4; ++key) {
        CAPTURE(key);
        CHECK(check<Faulty>([&](auto& store) { store.get_or_load_async(Faulty{key}, kLoad, kRunAtOnce, kAll).get(); }) >
              5);
    }
}

TEST_CASE("A load fails for all who wait or for none, a caller's own copy for that caller", "[load][async][fault]") {
    const support::Ledger ledger;
    int failed_for_one = 0;
    bool thrown = true;
    for (int nth = 0; thrown; ++nth) {
        CAPTURE(nth);
        Loads<Faulty> loads;
        std::vector<LoadTask> tasks;
        const auto keep = [&](LoadTask task) { tasks.push_back(std::move(task)); };
        std::vector<std::future<Faulty>> futures;
        for (int i = 0; i < 3; ++i) futures.push_back(loads.store->get_or_load_async(Faulty{3}, kLoad, keep));
        {
            const support::FaultPlan plan{nth};
            tasks.front()();
            thrown = plan.thrown();
        }
        int right = 0;
        for (auto& future : futures) {
            try {
                right += future.get().value() == 73 ? 1 : 0;
            } catch (const support::InjectedFault&) {
            }
        }
        CHECK((right == 0 || right == 2 || right == 3));
        CHECK(loads.store->contains(Faulty{3}) == (right != 0));
        failed_for_one += right == 2 ? 1 : 0;
        loads.require_unharmed();
    }
    CHECK(failed_for_one == 3);
    CHECK(ledger.clean());
}
