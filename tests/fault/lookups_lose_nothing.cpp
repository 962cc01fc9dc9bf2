// A lookup that throws may count as an access and remove the dead, no more.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

TEMPLATE_LIST_TEST_CASE("a lookup that throws loses nothing", "[find][fault]", FewKinds) {
    const support::Ledger ledger;
    for (const int key : kKeys) {
        CAPTURE(key);
        const auto check = [](const auto& subject) { subject.require_same_living(); };
        const auto make = [] { return Subject<TestType>{}; };
        for_each_fault(
            make, [&](auto& subject) { subject.store.find(KeyOf<TestType>{key}); }, check);
        for_each_fault(
            make, [&](auto& subject) { subject.store.get(KeyOf<TestType>{key}); }, check);
        for_each_fault(
            make, [&](auto& subject) { subject.store.peek(KeyOf<TestType>{key}); }, check);
        for_each_fault(
            make,
            [&](auto& subject) {
                std::vector<KeyOf<TestType>> keys;
                keys.reserve(20);
                for (int i = 0; i < 20; ++i) keys.emplace_back((key + i) % 10);
                subject.store.find_many(keys, [](std::size_t, auto*) { support::fault_point(); });
            },
            check);
    }
    CHECK(ledger.clean());
}
