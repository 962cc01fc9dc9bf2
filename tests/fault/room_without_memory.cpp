// A set that makes room by many removals makes it whether or not there is memory to remember them for the listener.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

namespace {

struct WeightedSoonest : Kind<Faulty, ttlstore::WithWeigher<support::FaultyWeigher>, ttlstore::SoonestExpiryEviction> {
    static StoreConfig config() { return {.max_weight = 33}; }
};

/// `act` answers whether the store took the entry under `key`; with faults or without, the outcome is the same.
template <class K, class Act>
void check_room(int key, Act act) {
    const support::Ledger ledger;
    Subject<K> calm;
    REQUIRE(act(calm));
    REQUIRE(calm.log.size() >= 5);
    for_each_fault([] { return Subject<K>{}; },
                   [&](Subject<K>& subject) {
                       const bool taken = act(subject);
                       const support::FaultsOff off;
                       CHECK(taken);
                       CHECK(subject.store.contains(typename K::Key{key}));
                       CHECK(subject.log == calm.log);
                       CHECK(picture_of(subject.store) == picture_of(calm.store));
                       support::check_invariants(subject.store);
                   },
                   [](const Subject<K>& subject) { subject.require_unchanged(); });
}

}  // namespace

TEMPLATE_TEST_CASE("a set that needs much room makes it without memory for the events", "[set][weight][fault]",
                   Weighted, WeightedThrowingMove, WeightedSoonest) {
    using Key = typename TestType::Key;
    using Value = typename TestType::Value;
    // Weight 30 and the first to be due: under SoonestExpiryEviction it would be the next victim itself.
    check_room<TestType>(
        50, [](auto& subject) { return subject.store.set(Key{50}, Value{77'730}, 1ms) == SetResult::inserted; });
    check_room<TestType>(
        3, [](auto& subject) { return subject.store.set(Key{3}, Value{77'730}, 1ms) == SetResult::replaced; });
}

TEST_CASE("a smaller capacity is made without memory for the events", "[capacity][fault]") {
    const auto shrink = [](auto& subject) {
        subject.store.set_capacity(1);
        return true;
    };
    check_room<Bounded>(7, shrink);              // used last
    check_room<BoundedThrowingMove>(2, shrink);  // without deadline
}
