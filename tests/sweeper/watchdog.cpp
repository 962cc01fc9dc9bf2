// The watchdog's figure: how long ago the last sweep was completed, by the waiter's clock and not by the store's.
#include <latch>

#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

TEST_CASE("The watchdog counts from the last completed sweep", "[sweeper][watchdog]") {
    ManualTicker clock;
    Plain store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 10s}, waiter};
    waiter.parked();
    CHECK(sweeper.stats().since_last_sweep == 0s);
    waiter.advance(4s);
    CHECK(sweeper.stats().since_last_sweep == 4s);  // none yet: since the sweeper was made
    waiter.pass();
    CHECK(sweeper.stats().since_last_sweep == 0s);
    waiter.advance(7s);
    CHECK(sweeper.stats().since_last_sweep == 7s);
    clock.advance(1h);
    CHECK(sweeper.stats().since_last_sweep == 7s);
}

TEST_CASE("The watchdog's figure grows while a listener hangs, and asking does not hang", "[sweeper][watchdog]") {
    ManualTicker clock;
    Seen seen;
    Plain store{clock, seen};
    store.set(1, 1, 1s);
    store.set(2, 2, 1h);
    std::latch hangs{1};
    std::latch go_on{1};
    seen.during([&] {
        hangs.count_down();
        go_on.wait();
    });
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {}, waiter};
    waiter.parked();
    clock.advance(1s);
    waiter.release();
    hangs.wait();
    waiter.advance(3min);
    CHECK(sweeper.stats().since_last_sweep == 3min + 1s);  // the second is the wait before
    CHECK(sweeper.stats().removed == 0);
    CHECK(sweeper.last_failure() == nullptr);
    CHECK_FALSE(sweeper.stopped());
    go_on.count_down();
    CHECK(waiter.parked() == 1s);
    CHECK(sweeper.stats().since_last_sweep == 0s);
    CHECK(sweeper.stats().removed == 1);
}

TEST_CASE("The watchdog shows a sweeper that was stopped", "[sweeper][watchdog]") {
    ManualTicker clock;
    Plain store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {}, waiter};
    waiter.pass();
    sweeper.stop();
    waiter.advance(5min);
    CHECK(sweeper.stopped());
    CHECK(sweeper.stats().since_last_sweep == 5min);
    CHECK(sweeper.stats().sweeps == 1);
}
