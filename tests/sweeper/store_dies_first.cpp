// A store with an alarm that dies before a sweeper on it is noticed; one whose sweeper was stopped may die.
#include "sweeper/shorthand.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace sweeper_test;

#if !defined(NDEBUG)  // with it nobody looks

TEST_CASE("A store that dies before those attached to its alarm is an error of the program", "[sweeper][alarm]") {
    detail::DeadlineAlarm::Sleeper sleeper{[](void*) noexcept {}, nullptr};
    failed_assertions = 0;
    expected_assertions = 1;
    {
        detail::DeadlineAlarm alarm;
        alarm.attach(sleeper);
    }
    expected_assertions = 0;
    CHECK(failed_assertions == 1);
}

TEST_CASE("A sharded store asserts that no sweeper is left before its parts die", "[sweeper][alarm]") {
    detail::DeadlineAlarm::Sleeper sleeper{[](void*) noexcept {}, nullptr};
    std::optional<ShardedTtlStore<int, int>> store{std::in_place, ShardedConfig{.shards = 2}};
    store->deadline_alarm().attach(sleeper);
    failed_assertions = 0;
    expected_assertions = 2;
    store.reset();
    expected_assertions = 0;
    CHECK(failed_assertions == 2);  // the alarm, its last part, notices as well
}

#endif

TEST_CASE("A store may die once its sweepers are stopped", "[sweeper][alarm]") {
    ManualTicker clock;
    std::optional<Telling> store{std::in_place, clock};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{*store, {}, waiter};
    BackgroundSweeper second{*store, {}, ManualWaiter{}};
    sweeper.stop();
    second.stop();
    store.reset();  // asserts
    CHECK(sweeper.stopped());
    CHECK(sweeper.stats().sweeps == 0);
}

TEST_CASE("A sweeper stopped and outlived by its thread's id may be destroyed by whoever has that id now",
          "[sweeper]") {
    ManualTicker clock;
    Plain store{clock};
    for (int i = 0; i < 5; ++i) {
        auto sweeper =
            std::make_unique<BackgroundSweeper<Plain, ManualWaiter>>(store, SweeperOptions{}, ManualWaiter{});
        sweeper->stop();
        std::jthread{[&] { sweeper.reset(); }};  // asserts that this is not the sweeper's own thread
    }
    CHECK(store.sweeps() == 0);
}
