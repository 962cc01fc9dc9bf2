// A sweep with a SweepBudget reports what it removed, whether anything due is left, and when to come back.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A report of an empty store says drained and nothing to wait for", "[sweep][report]") {
    Clock clock;
    Store<> store{clock};
    store.set("never", 1);
    const auto report = store.sweep(SweepBudget{});
    CHECK(report.removed == 0);
    CHECK(report.drained);
    CHECK_FALSE(report.next_deadline);
    CHECK(report.oldest_lag == 0s);
}

TEST_CASE("A report names the next deadline in the future when everything due was removed", "[sweep][report]") {
    Clock clock;
    Store<> store{clock};
    const auto start = clock.now();
    store.set("a", 1, 1s);
    store.set("b", 2, 10s);
    clock.advance(3s);
    const auto report = store.sweep(SweepBudget{.entries = 5});
    CHECK(report.removed == 1);
    CHECK(report.drained);
    CHECK(report.next_deadline == start + 10s);
    CHECK(report.oldest_lag == 2s);
}

TEST_CASE("A report of a budget that was used up says whether something due is left", "[sweep][report]") {
    Clock clock;
    Store<> store{clock};
    const auto start = clock.now();
    store.set("a", 1, 1s);
    store.set("b", 2, 2s);
    store.set("c", 3, 10s);
    clock.advance(5s);
    const auto first = store.sweep(SweepBudget{.entries = 1});
    CHECK(first.removed == 1);
    CHECK_FALSE(first.drained);
    CHECK(first.next_deadline == start + 2s);
    const auto second = store.sweep(SweepBudget{.entries = 1});
    CHECK(second.removed == 1);
    CHECK(second.drained);
    CHECK(second.next_deadline == start + 10s);
    CHECK(first.oldest_lag == 4s);
    CHECK(second.oldest_lag == 3s);
}
