// How long a sweeper sleeps: until the next deadline, within its bounds, on whatever clock the store has.
#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

namespace {

constexpr SweeperOptions kOptions{.shortest_wait = 2ms, .longest_wait = 30s};

void nobody_wakes(void*) noexcept {}

template <class Store>
Nanos planned(Store& store, const SweeperOptions& options = kOptions, detail::Refresher refresher = {}) {
    detail::SweeperTurn<Store> turn{store, options, refresher};
    detail::AlarmSeat<Store> seat{store, nobody_wakes, nullptr};
    return turn.plan(seat);
}

}  // namespace

TEST_CASE("A sweeper sleeps until the next deadline", "[sweeper]") {
    ManualTicker clock;
    Telling store{clock};
    store.set(1, 1, 10s);
    store.set(2, 2, 20s);
    CHECK(planned(store) == 10s);
    clock.advance(4s);
    CHECK(planned(store) == 6s);
}

TEST_CASE("A sweeper sleeps no longer than its longest wait", "[sweeper]") {
    ManualTicker clock;
    Telling store{clock};
    CHECK(planned(store) == 30s);
    store.set(1, 1, Expiry::never());
    CHECK(planned(store) == 30s);
    store.set(2, 2, std::chrono::hours::max());
    CHECK(planned(store) == 30s);
    store.set(3, 3, 30s + 1ms);
    CHECK(planned(store) == 30s);
    store.set(4, 4, 30s - 1ms);
    CHECK(planned(store) == 30s - 1ms);
    CHECK(planned(store, {.longest_wait = Nanos::max()}) == 30s - 1ms);
}

TEST_CASE("A sweeper sleeps no shorter than its shortest wait", "[sweeper]") {
    ManualTicker clock;
    Plain store{clock};
    store.set(1, 1, 1ms);
    CHECK(planned(store) == 2ms);
    clock.advance(1h);  // overdue
    CHECK(planned(store) == 2ms);
}

TEST_CASE("A sweeper reckons in the store's ticks", "[sweeper]") {
    using Seconds = BasicManualTicker<std::chrono::seconds>;
    Seconds clock{Seconds::time_point{std::chrono::seconds{1'000'000}}};
    Guarded<Seconds> store{clock};
    store.set(1, 1, 7s);
    CHECK(planned(store) == 7s);
    CHECK(planned(store, {.longest_wait = 6500ms}) == 6500ms);
    CHECK(planned(store, {.longest_wait = Nanos::max()}) == 7s);
}

TEST_CASE("A clock at either end of its range, or one that jumped, gives a wait within the bounds", "[sweeper][C47]") {
    ManualTicker clock{ManualTicker::time_point{ManualTicker::duration::max()}};
    Telling late{clock};
    CHECK(planned(late) == 30s);
    Telling store{clock};
    store.set(1, 1, Expiry::at(ManualTicker::time_point::max()));
    clock.set(ManualTicker::time_point{-ManualTicker::duration::max()} + 1s);
    CHECK(planned(store) == 30s);
    store.set(2, 2, 5s);
    CHECK(planned(store) == 5s);
    clock.advance(-1s);
    CHECK(planned(store) == 6s);
    clock.advance(std::chrono::years{50});
    CHECK(planned(store) == 2ms);
}

TEST_CASE("A sweeper with a cached clock sleeps no longer than the clock may stand", "[sweeper][ticker]") {
    ManualTicker source;
    CachedTicker<ManualTicker> cached{source};
    Guarded<CachedTicker<ManualTicker>> store{cached};
    store.set(1, 1, 10s);
    const detail::Refresher refresher{cached};
    CHECK(planned(store, kOptions, refresher) == 1ms);
    CHECK(planned(store, {.refresh_every = 20ms}, refresher) == 20ms);
    CHECK(planned(store, {.longest_wait = 5ms, .refresh_every = 20ms}, refresher) == 5ms);
    CHECK(planned(store, {.shortest_wait = 5ms, .refresh_every = 500us}, refresher) == 500us);
}
