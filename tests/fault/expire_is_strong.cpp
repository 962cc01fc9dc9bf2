// An expire, a persist or a touch that throws leaves the store as it was.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

TEMPLATE_LIST_TEST_CASE("an expire that throws leaves the deadline", "[expire][strong][fault]", FewKinds) {
    using ttlstore::ExpireIf;
    int points = 0;
    for (const int key : kKeys) {
        for (const Expiry expiry : {Expiry::standard(), Expiry::never(), Expiry::keep(), Expiry::after(7ms),
                                    Expiry::after(12ms), Expiry::at(ManualTicker::time_point{50ms})}) {
            for (const ExpireIf condition :
                 {ExpireIf::always, ExpireIf::no_deadline, ExpireIf::has_deadline, ExpireIf::later, ExpireIf::sooner}) {
                CAPTURE(key, static_cast<int>(expiry.kind()), static_cast<int>(condition));
                points += check_strong<TestType>(
                    [&](auto& subject) { subject.store.expire(KeyOf<TestType>{key}, expiry, condition); });
            }
        }
    }
    CHECK(points > 0);
}

TEMPLATE_LIST_TEST_CASE("a persist or a touch that throws leaves the store as it was", "[persist][strong][fault]",
                        FewKinds) {
    for (const int key : kKeys) {
        CAPTURE(key);
        CHECK(check_strong<TestType>([&](auto& subject) { subject.store.persist(KeyOf<TestType>{key}); }) > 0);
        CHECK(check_strong<TestType>([&](auto& subject) { subject.store.touch(KeyOf<TestType>{key}); }) > 0);
    }
}
