// A sweep with a time budget stops when its time is over, by the store's own ticker, but removes at least one due
// entry.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Every reading takes one millisecond.
struct PassingTicker {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<PassingTicker, duration>;
    time_point now() const noexcept { return time_point{at++}; }
    mutable duration at{0};
};

using PassingStore = TtlStore<int, int, PassingTicker>;

void fill_with_due(PassingStore& store, PassingTicker& clock, int entries) {
    for (int i = 0; i < entries; ++i) store.set(i, i, 1ms);
    clock.at += 1'000ms;
}

}  // namespace

TEST_CASE("A timed sweep stops when its time is over and says that more is due", "[sweep][time]") {
    PassingTicker clock;
    PassingStore store{clock};
    fill_with_due(store, clock, 100);
    const auto before = clock.at;
    const auto report = store.sweep(SweepBudget{.time = 5ms});
    CHECK(report.removed >= 1);
    CHECK(report.removed <= 6);
    CHECK(clock.at - before <= 8ms);
    CHECK_FALSE(report.drained);
    CHECK(store.stored() == 100 - report.removed);
    check_invariants(store);
}

TEST_CASE("A sweep with hardly any time removes one due entry, so repeated sweeps get through", "[sweep][time]") {
    const auto time = GENERATE(std::chrono::nanoseconds{1}, std::chrono::nanoseconds{0}, std::chrono::nanoseconds{-1});
    PassingTicker clock;
    PassingStore store{clock};
    fill_with_due(store, clock, 10);
    int sweeps = 0;
    while (!store.sweep(SweepBudget{.time = time}).drained) {
        REQUIRE(++sweeps < 20);
    }
    CHECK(store.stored() == 0);
    check_invariants(store);
}

TEST_CASE("A timed sweep obeys the number of entries too", "[sweep][time]") {
    PassingTicker clock;
    PassingStore store{clock};
    fill_with_due(store, clock, 100);
    CHECK(store.sweep(SweepBudget{.entries = 3, .time = 1h}).removed == 3);
    CHECK(store.sweep(SweepBudget{.entries = 0, .time = 1h}).removed == 0);
    const auto rest = store.sweep(SweepBudget{.time = std::chrono::nanoseconds::max()});
    CHECK(rest.removed == 97);
    CHECK(rest.drained);
    check_invariants(store);
}

TEST_CASE("A timed sweep with nothing due removes nothing", "[sweep][time]") {
    PassingTicker clock;
    PassingStore store{clock};
    CHECK(store.sweep(SweepBudget{.time = 1ms}).removed == 0);
    store.set(1, 1, 1h);
    const auto report = store.sweep(SweepBudget{.time = 1ms});
    CHECK(report.removed == 0);
    CHECK(report.drained);
    check_invariants(store);
}
