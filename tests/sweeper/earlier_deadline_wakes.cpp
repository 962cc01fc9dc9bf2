// A store with an alarm wakes its sweeper for a deadline earlier than the one it sleeps until, and only for that.
#include <utility>

#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

TEST_CASE("An earlier deadline wakes a sweeper", "[sweeper][alarm]") {
    ManualTicker clock;
    Telling store{clock};
    store.set(1, 1, 40s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1min}, waiter};
    CHECK(waiter.parked() == 40s);
    store.set(2, 2, 10s);
    CHECK(waiter.parked() == 1ms);  // woken, it keeps to the shortest wait before it looks again
    CHECK(waiter.pass() == 10s);
    clock.advance(10s);
    CHECK(waiter.pass() == 30s);
    CHECK(store.stored() == 1);
    CHECK(waiter.wakes() == 1);
}

TEST_CASE("A sweeper with nothing to wait for is woken by the first deadline within its longest wait",
          "[sweeper][alarm]") {
    ManualTicker clock;
    Telling store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1min}, waiter};
    CHECK(waiter.parked() == 1min);
    store.set(1, 1, 1h);
    store.set(2, 2, 1min);
    CHECK(waiter.wakes() == 0);
    store.set(3, 3, 1min - 1ms);
    CHECK(waiter.wakes() == 1);
    CHECK(waiter.parked() == 1ms);
    CHECK(waiter.pass() == 1min - 1ms);
}

TEST_CASE("Later deadlines do not wake a sweeper", "[sweeper][alarm]") {
    ManualTicker clock;
    Telling store{clock};
    store.set(1, 1, 10s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {}, waiter};
    waiter.parked();
    for (int i = 2; i < 20; ++i) store.set(i, i, std::chrono::seconds{8 + i});
    CHECK(waiter.wakes() == 0);
}

TEST_CASE("A flood of ever earlier deadlines wakes a sweeper once in each of its shortest waits", "[sweeper][alarm]") {
    ManualTicker clock;
    Telling store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h}, waiter};
    waiter.parked();
    for (int i = 0; i < 100; ++i) store.set(i, i, std::chrono::seconds{200 - i});
    CHECK(waiter.wakes() == 1);
    CHECK(waiter.parked() == 1ms);
    CHECK(sweeper.stats().sweeps == 0);
    CHECK(waiter.pass() == 101s);
    store.set(100, 100, 99s);
    CHECK(waiter.wakes() == 2);
}

namespace {
/// As if another thread set a deadline just after the sweeper has asked for the earliest.
struct Overtaken : Telling {
    using Telling::Telling;
    std::optional<time_point> next_deadline() const {
        const auto asked = Telling::next_deadline();
        if (!std::exchange(done, true)) const_cast<Overtaken*>(this)->set(9, 9, 5s);
        return asked;
    }
    mutable bool done = false;
};
}  // namespace

TEST_CASE("A deadline that is set while a sweeper goes to sleep is not overlooked", "[sweeper][alarm]") {
    ManualTicker clock;
    Overtaken store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h}, waiter};
    CHECK(waiter.parked() == 1ms);
    CHECK(waiter.pass() == 5s);
}

TEST_CASE("Without an alarm an earlier deadline is met after the longest wait", "[sweeper][alarm]") {
    ManualTicker clock;
    Plain store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 20s}, waiter};
    CHECK(waiter.parked() == 20s);
    store.set(1, 1, 5s);
    clock.advance(20s);
    CHECK(waiter.pass() == 20s);
    CHECK(store.stored() == 0);
    CHECK(sweeper.stats().lag == 15s);
}
