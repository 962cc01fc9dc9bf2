// Calls on many keys: all or nothing where that is promised, and never a loss.
#include <utility>
#include <vector>

#include "sharded/faulty_store.hpp"
#include "support/catch.hpp"

using namespace sharded_fault;

TEMPLATE_TEST_CASE("a set of several keys that throws has set none of them", "[sharded][strong][fault][C26]", Unbounded,
                   Full, Heavy) {
    using Key = typename TestType::Key;
    using Value = typename TestType::Value;
    for (const bool dead : {false, true}) {
        CAPTURE(dead);
        check_strong<TestType>(dead, [&](auto& subject) {
            std::vector<std::pair<Key, Value>> pairs;
            {
                const FaultsOff off;
                pairs.emplace_back(Key{subject.new_key(0)}, Value{77'704});  // new
                pairs.emplace_back(Key{subject.keys[1][0]}, Value{77'804});  // replaces
                pairs.emplace_back(Key{subject.keys[2][1]}, Value{77'904});  // perhaps over a dead one
                pairs.emplace_back(Key{subject.new_key(0)}, Value{78'004});  // the first one again
            }
            subject.store.set_many(pairs);
        });
    }
}

TEMPLATE_TEST_CASE("a call on all entries that throws leaves a sharded store as it was", "[sharded][strong][fault]",
                   Unbounded, Full) {
    check_strong<TestType>(true, [](auto& subject) { subject.store.clear(); });
    check_strong<TestType>(true, [](auto& subject) { subject.store.reserve(500); });
    check_strong<TestType>(true, [](auto& subject) { subject.store.sweep(100); });
}

TEST_CASE("an erase_if whose condition throws has erased nothing in the shard it was in", "[sharded][fault]") {
    const support::Ledger ledger;
    support::for_each_fault([] { return Subject<Full>{true}; },
                            [](auto& subject) {
                                subject.store.erase_if([](const auto& key, const auto&) {
                                    support::fault_point();
                                    return key.value() % 2 == 0;
                                });
                            },
                            [](const auto& subject) {
                                sharded_test::check_invariants(subject.store);
                                std::size_t erased = 0;
                                for (const Heard& heard : subject.log) {
                                    CHECK(heard.key % 2 == 0);
                                    if (heard.cause == ttlstore::RemovalCause::erased) ++erased;
                                }
                                CHECK(subject.living().size() + erased == subject.before.size());
                            });
    CHECK(ledger.clean());
}
