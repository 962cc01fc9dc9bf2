// An update or a get_or_set that throws leaves the store as it was.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

TEMPLATE_LIST_TEST_CASE("an update that throws leaves the store as it was, but for what its function did",
                        "[update][strong][fault]", AllKinds) {
    for (const int key : kKeys) {
        CAPTURE(key);
        check_strong<TestType>(
            [&](auto& subject) { subject.store.update(KeyOf<TestType>{key}, [](auto&) { support::fault_point(); }); });
    }
}

TEMPLATE_LIST_TEST_CASE("an update whose weighing throws keeps bounds and bookkeeping", "[update][fault]", AllKinds) {
    const support::Ledger ledger;
    for_each_fault([] { return Subject<TestType>{}; },
                   [](auto& subject) {
                       subject.store.update(KeyOf<TestType>{4}, [](auto& value) {
                           const support::FaultsOff off;
                           value = ValueOf<TestType>{77'730};
                       });
                   },
                   [](const auto& subject) {
                       support::check_invariants(subject.store);
                       CHECK(picture_of(subject.store).entries.size() == subject.before.entries.size());
                   });
    CHECK(ledger.clean());
}

TEMPLATE_LIST_TEST_CASE("a get_or_set that throws leaves the store as it was", "[get_or_set][strong][fault]",
                        AllKinds) {
    for (const int key : kKeys) {
        for (const Expiry expiry : {Expiry::standard(), Expiry::after(7ms)}) {
            CAPTURE(key, static_cast<int>(expiry.kind()));
            const support::Ledger ledger;
            for_each_fault([] { return Subject<TestType>{}; },
                           [&](auto& subject) {
                               try {
                                   subject.store.get_or_set(
                                       KeyOf<TestType>{key}, [] { return ValueOf<TestType>{77'706}; }, expiry);
                               } catch (const std::length_error&) {
                                   // A full store that evicts nobody.
                               }
                           },
                           [&](const auto& subject) {
                               // The lookup has removed a dead entry before the value is made.
                               if (key == 0) return subject.require_same_living();
                               subject.require_unchanged();
                           });
            CHECK(ledger.clean());
        }
    }
}
