// A set that throws, wherever it does, leaves the store as it was.
#include "fault/subject.hpp"

#include <stdexcept>
#include <utility>

#include "support/catch.hpp"

using namespace fault_test;

namespace {

template <class K>
void check_sets(int key, Expiry expiry, When when) {
    using Key = typename Subject<K>::Key;
    using Value = typename Subject<K>::Value;
    CAPTURE(key, static_cast<int>(expiry.kind()), static_cast<int>(when));
    {
        INFO("copied from lvalues");
        const int points = check_strong<K>([&](Subject<K>& subject) {
            const Key k{key};
            const Value v{77'706};
            subject.store.set(k, v, expiry, when);
        });
        CHECK(points >= 3);
    }
    {
        INFO("moved from rvalues");
        check_strong<K>([&](Subject<K>& subject) { subject.store.set(Key{key}, Value{77'706}, expiry, when); });
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a set of a new key that throws leaves the store as it was", "[set][strong][fault]", AllKinds) {
    for (const Expiry expiry : {Expiry::standard(), Expiry::never(), Expiry::after(7ms), Expiry::after(21ms),
                                Expiry::keep(), Expiry::at(ManualTicker::time_point{50ms})}) {
        for (const When when : {When::always, When::if_absent, When::if_present})
            check_sets<TestType>(50, expiry, when);
    }
}

TEMPLATE_LIST_TEST_CASE("an overwrite that throws keeps the old value and deadline", "[set][strong][fault]", AllKinds) {
    for (const int key : {2, 3, 7}) {
        for (const Expiry expiry : {Expiry::standard(), Expiry::never(), Expiry::after(7ms), Expiry::keep(),
                                    Expiry::at(ManualTicker::time_point{50ms})}) {
            for (const When when : {When::always, When::if_absent, When::if_present}) {
                check_sets<TestType>(key, expiry, when);
            }
        }
    }
}

TEMPLATE_LIST_TEST_CASE("a set over a dead entry that throws leaves the store as it was", "[set][strong][fault]",
                        AllKinds) {
    for (const Expiry expiry :
         {Expiry::standard(), Expiry::after(7ms), Expiry::keep(), Expiry::at(ManualTicker::time_point{50ms})}) {
        for (const When when : {When::always, When::if_absent, When::if_present}) check_sets<TestType>(1, expiry, when);
    }
}

TEMPLATE_TEST_CASE("an argument that moves without throwing is moved from only if it is stored", "[set][strong][fault]",
                   Unbounded, Bounded, Weighted, NeverEvicting, Idling) {
    using Key = typename Subject<TestType>::Key;
    using Value = typename Subject<TestType>::Value;
    const support::Ledger ledger;
    int refusals = 0;
    for (const int key_number : {1, 3, 50}) {
        for_each_fault([] { return Subject<TestType>{}; },
                       [&](Subject<TestType>& subject) {
                           Key key{key_number};
                           Value value{77'706};
                           const auto require_intact = [&] {
                               ++refusals;
                               if (key.moved_from() || value.moved_from()) throw std::logic_error{"moved from"};
                           };
                           try {
                               if (subject.store.set(std::move(key), std::move(value), 5ms, When::if_absent) !=
                                   SetResult::inserted) {
                                   require_intact();
                               }
                           } catch (const support::InjectedFault&) {
                               require_intact();
                               throw;
                           }
                       },
                       [](const Subject<TestType>& subject) { subject.require_unchanged(); });
    }
    CHECK(refusals > 3);
    CHECK(ledger.clean());
}
