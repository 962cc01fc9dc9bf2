// A sweeper removes entries at their deadline, a long backlog in slices, and says how many and how late.
#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

TEST_CASE("A sweeper removes an entry at its deadline", "[sweeper]") {
    ManualTicker clock;
    Seen seen;
    Plain store{clock, seen};
    store.set(1, 10, 10s);
    store.set(2, 20, 15s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1min}, waiter};
    CHECK(waiter.parked() == 10s);
    clock.advance(10s);
    CHECK(waiter.pass() == 5s);
    CHECK(store.stored() == 1);
    CHECK(sweeper.stats().removed == 1);
    CHECK(sweeper.stats().lag == 0s);
    clock.advance(7s);
    CHECK(waiter.pass() == 1min);
    CHECK(store.stored() == 0);
    CHECK(sweeper.stats().sweeps == 2);
    CHECK(sweeper.stats().removed == 2);
    CHECK(sweeper.stats().lag == 2s);
    sweeper.stop();
    CHECK(seen.take() ==
          std::vector<Seen::Event>{{1, 10, RemovalCause::expired, {}}, {2, 20, RemovalCause::expired, 2s}});
}

TEST_CASE("A sweeper that finds nothing due sweeps no more than its waits say", "[sweeper]") {
    ManualTicker clock;
    Plain store{clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.shortest_wait = 3ms, .longest_wait = 1min}, waiter};
    CHECK(waiter.pass() == 1min);
    store.set(1, 1, 10s);
    CHECK(waiter.pass() == 10s);
    CHECK(waiter.pass() == 10s);  // the store's clock stands still
    clock.advance(10s - 1ms);
    CHECK(waiter.pass() == 3ms);
    CHECK(store.stored() == 1);
    CHECK(sweeper.stats().sweeps == 4);
    CHECK(sweeper.stats().lag == 0s);
}

TEST_CASE("A sweeper works a backlog off in slices, with a pause between them", "[sweeper][C46]") {
    ManualTicker clock;
    Plain store{clock};
    for (int i = 0; i < 250; ++i) store.set(i, i, 1s);
    for (int i = 250; i < 300; ++i) store.set(i, i, 1h);
    clock.advance(1s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.pause = 50us, .budget = {.entries = 100, .time = {}}}, waiter};
    CHECK(waiter.parked() == 1ms);
    CHECK(waiter.pass() == 50us);
    CHECK(store.stored() == 200);
    CHECK(waiter.pass() == 50us);
    CHECK(store.stored() == 100);
    CHECK(waiter.pass() == 1s);
    CHECK(store.stored() == 50);
    CHECK(sweeper.stats().sweeps == 3);
    CHECK(sweeper.stats().removed == 250);
}

TEST_CASE("A backlog shrinks although more falls due during each slice", "[sweeper][C46]") {
    ManualTicker clock;
    Plain store{clock};
    for (int i = 0; i < 200; ++i) store.set(i, i, 1s);
    clock.advance(1s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.budget = {.entries = 20, .time = {}}}, waiter};
    waiter.pass();
    int slices = 1;
    for (int i = 1000; store.stored() != 0 && slices < 100; i += 10, ++slices) {
        for (int j = 0; j < 10; ++j) store.set(i + j, j, Expiry::at(clock.now() + 1ms));
        clock.advance(1ms);
        waiter.pass();
    }
    CHECK(slices == 19);  // twenty go, ten come, and the last slice finds ten
    CHECK(sweeper.stats().removed == 200 + 10 * (19u - 1));
}

TEST_CASE("A jump of the clock costs a sweeper as many slices as there are entries", "[sweeper][C47]") {
    ManualTicker clock;
    Plain store{clock};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h, .budget = {.entries = 30, .time = {}}}, waiter};
    CHECK(waiter.parked() == 1s);
    clock.advance(std::chrono::years{50});
    for (int slice = 0; slice < 3; ++slice) CHECK(waiter.pass() == 0s);
    CHECK(waiter.pass() == 1h);
    CHECK(sweeper.stats().sweeps == 4);
    CHECK(sweeper.stats().removed == 100);
    CHECK(sweeper.stats().lag == std::chrono::years{50} - 91s);  // the fourth slice began with the 91st entry
    store.set(1, 1, 1s);
    clock.advance(1s);
    waiter.pass();
    CHECK(sweeper.stats().removed == 101);
}
