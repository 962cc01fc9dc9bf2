// A removal that throws leaves the store as it was.
#include "fault/subject.hpp"
#include "support/catch.hpp"

using namespace fault_test;

TEMPLATE_LIST_TEST_CASE("an erase or a take that throws leaves the store as it was", "[erase][strong][fault]",
                        FewKinds) {
    for (const int key : kKeys) {
        CAPTURE(key);
        check_strong<TestType>([&](auto& subject) { subject.store.erase(KeyOf<TestType>{key}); });
        check_strong<TestType>([&](auto& subject) { subject.store.take(KeyOf<TestType>{key}); });
    }
}

TEMPLATE_LIST_TEST_CASE("an erase_if whose condition throws, or that has no memory, leaves the store as it was",
                        "[erase_if][strong][fault]", FewKinds) {
    check_strong<TestType>([](auto& subject) {
        subject.store.erase_if([](const auto& key, const auto&) {
            support::fault_point();
            return key.value() % 2 == 0;
        });
    });
}

TEMPLATE_LIST_TEST_CASE("a clear that has no memory leaves the store as it was", "[clear][strong][fault]", FewKinds) {
    check_strong<TestType>([](auto& subject) { subject.store.clear(); });
}
