// The set that makes the table grow, at every size where it may: a throw leaves table, index and policy as they were.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

namespace {

/// An unbounded store of `count` entries, every other one with a deadline.
template <class K>
struct Filled {
    explicit Filled(int count) : store{clock, K::config(), LogListener{&log}} {
        for (int key = 0; key < count; ++key) {
            const auto expiry = key % 2 == 0 ? Expiry::never() : Expiry::after(std::chrono::milliseconds{1 + key % 7});
            store.set(typename K::Key{key}, typename K::Value{key}, expiry);
        }
        before = picture_of(store);
    }
    ManualTicker clock;
    std::vector<Heard> log;
    typename K::Store store;
    Picture before;
};

}  // namespace

TEMPLATE_TEST_CASE("a set that cannot grow the table leaves the store as it was", "[set][growth][strong][fault]",
                   Unbounded, UnboundedThrowingMove) {
    const support::Ledger ledger;
    int most_points = 0;
    for (int count = 0; count < 60; ++count) {
        const int points =
            for_each_fault([&] { return Filled<TestType>{count}; },
                           [&](Filled<TestType>& filled) {
                               filled.store.set(typename TestType::Key{count}, typename TestType::Value{count}, 3ms);
                           },
                           [](const Filled<TestType>& filled) {
                               support::check_invariants(filled.store);
                               REQUIRE(picture_of(filled.store) == filled.before);
                           });
        most_points = std::max(most_points, points);
    }
    CHECK(most_points > 20);  // some set did hash every key anew
    CHECK(ledger.clean());
    CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0);
}

TEMPLATE_LIST_TEST_CASE("a reserve that throws leaves the store as it was", "[reserve][strong][fault]", AllKinds) {
    const int points = check_strong<TestType>([](auto& subject) { subject.store.reserve(500); });
    if (!TestType::config().capacity) CHECK(points > 0);
}

TEMPLATE_LIST_TEST_CASE("a set_capacity that throws leaves the store as it was", "[capacity][strong][fault]",
                        AllKinds) {
    for (const std::size_t capacity : {1U, 3U, 7U, 8U, 9U, 200U}) {
        CAPTURE(capacity);
        check_strong<TestType>([&](auto& subject) { subject.store.set_capacity(capacity); });
    }
}

TEMPLATE_LIST_TEST_CASE("a construction that throws leaks nothing", "[construction][fault]", AllKinds) {
    const ManualTicker clock;
    std::vector<Heard> log;
    for (const std::size_t capacity : {1U, 100U}) {
        struct Nothing {};
        for_each_fault([] { return Nothing{}; },
                       [&](Nothing) {
                           auto config = TestType::config();
                           config.capacity = capacity;
                           const typename TestType::Store store{clock, config, LogListener{&log}};
                       },
                       [](Nothing) { CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0); });
    }
}
