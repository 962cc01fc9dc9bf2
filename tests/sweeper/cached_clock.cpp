// A sweeper that is given a CachedTicker refreshes it before each sweep.
#include "sweeper/shorthand.hpp"

using namespace sweeper_test;
using Cached = CachedTicker<ManualTicker>;

TEST_CASE("A sweeper refreshes the cached clock it is given", "[sweeper][ticker]") {
    ManualTicker source;
    Cached cached{source};
    Guarded<Cached> store{cached};
    store.set(1, 1, 5ms);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, cached, {.refresh_every = 2ms}, waiter};
    CHECK(waiter.parked() == 2ms);
    source.advance(4ms);
    CHECK(cached.now().time_since_epoch() == 0ms);
    CHECK(waiter.pass() == 1ms);
    CHECK(cached.now().time_since_epoch() == 4ms);
    CHECK(store.stored() == 1);
    source.advance(1ms);
    CHECK(waiter.pass() == 2ms);
    CHECK(cached.now().time_since_epoch() == 5ms);
    CHECK(store.stored() == 0);  // judged by the time just read
    CHECK(sweeper.stats().lag == 0s);
}

TEST_CASE("The cached clock goes on between the slices of a backlog", "[sweeper][ticker]") {
    ManualTicker source;
    Cached cached{source};
    Guarded<Cached> store{cached};
    for (int i = 0; i < 6; ++i) store.set(i, i, 1s);
    source.advance(1s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, cached, {.budget = {.entries = 2, .time = {}}}, waiter};
    CHECK(waiter.pass() == 0s);
    source.advance(3ms);
    CHECK(waiter.pass() == 0s);
    CHECK(cached.now().time_since_epoch() == 1003ms);
    CHECK(sweeper.stats().lag == 3ms);
}

TEST_CASE("A sweeper that is given no clock refreshes none", "[sweeper][ticker]") {
    ManualTicker source;
    Cached cached{source};
    Guarded<Cached> store{cached};
    store.set(1, 1, 5ms);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {}, waiter};
    source.advance(1s);
    CHECK(waiter.pass() == 5ms);
    CHECK(store.stored() == 1);
    cached.refresh();
    waiter.pass();
    CHECK(store.stored() == 0);
}
