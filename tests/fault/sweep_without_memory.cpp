// A sweep removes and reports everything even when no memory is to be had.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

TEMPLATE_LIST_TEST_CASE("a sweep does not throw and reports each entry once, with or without memory", "[sweep][fault]",
                        AllKinds) {
    const support::Ledger ledger;
    int runs = 0;
    const auto sweep_all = [&](Subject<TestType>& subject) {
        ++runs;
        subject.clock.advance(1s);
        const std::size_t overdue = subject.store.overdue();
        const std::size_t removed = subject.store.sweep(1'000);
        const support::FaultsOff off;
        CHECK(removed == overdue);
        CHECK(subject.log.size() == overdue);
        CHECK(subject.store.overdue() == 0);
        // Earliest first, and among equals the one scheduled first.
        std::vector<int> keys;
        for (const Heard& heard : subject.log) keys.push_back(heard.key);
        const auto& expected = subject.before.deadline_order;
        CHECK(std::equal(keys.begin(), keys.end(), expected.begin(), expected.end()));
        support::check_invariants(subject.store);
    };
    for_each_fault([] { return Subject<TestType>{}; }, sweep_all, [](const auto&) { FAIL("it threw"); });
    CHECK(runs > 0);
    CHECK(ledger.clean());
}

TEMPLATE_LIST_TEST_CASE("a sweep of one entry at a time needs no memory", "[sweep][fault]", AllKinds) {
    for_each_fault([] { return Subject<TestType>{}; },
                   [](Subject<TestType>& subject) {
                       subject.clock.advance(1s);
                       const std::size_t overdue = subject.store.overdue();
                       std::size_t removed = 0;
                       for (std::size_t i = 0; i < overdue; ++i) removed += subject.store.sweep(1);
                       const support::FaultsOff off;
                       CHECK(removed == overdue);
                       CHECK(subject.store.overdue() == 0);
                   },
                   [](const auto&) { FAIL("it threw"); });
}
