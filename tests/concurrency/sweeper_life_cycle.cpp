// A sweeper's life (case C27): stopped twice, before its first turn, from its own thread, in the middle of a sweep.
#include <atomic>
#include <latch>
#include <optional>
#include <thread>

#include "support/catch.hpp"
#include "support/guarded_store.hpp"
#include "support/manual_waiter.hpp"
#include "ttlstore/background_sweeper.hpp"

using namespace std::chrono_literals;
using namespace ttlstore;
using support::ManualWaiter;
using Seen = support::Recorder<int, int>;
using Store = support::TellingGuarded;
using Sweeper = BackgroundSweeper<Store, ManualWaiter>;

namespace {

/// Ten entries that are due.
struct Subject {
    Subject() {
        for (int i = 0; i < 10; ++i) store.set(i, i, 1s);
        clock.advance(1s);
    }
    ManualTicker clock;
    Seen seen;
    Store store{clock, seen};
    ManualWaiter waiter;
};

}  // namespace

TEST_CASE("A sweeper may be stopped twice, and another one started and destroyed", "[threads][sweeper][C27]") {
    Subject subject;
    BackgroundSweeper first{subject.store, {}, subject.waiter};
    subject.waiter.pass();
    first.stop();
    first.stop();
    CHECK(first.stopped());
    CHECK(subject.store.stored() == 0);
    subject.store.set(1, 1, 1s);
    subject.clock.advance(1s);
    {
        ManualWaiter waiter;
        BackgroundSweeper second{subject.store, {}, waiter};
        waiter.pass();
        CHECK(second.stats().removed == 1);
    }
    CHECK(first.stats().sweeps == 1);
    CHECK(subject.seen.events().size() == 11);
}

TEST_CASE("A stop that comes before the first turn is not lost", "[threads][sweeper][C27]") {
    Subject subject;
    SECTION("while the thread stands before it") {
        Sweeper sweeper{subject.store, {}, subject.waiter};
        subject.waiter.parked();
        sweeper.stop();
        CHECK(sweeper.stats().sweeps == 0);
    }
    SECTION("whether or not the thread runs yet") {
        for (int i = 0; i < 50; ++i) Sweeper{subject.store, {}, ManualWaiter{}}.stop();
        for (int i = 0; i < 50; ++i) BackgroundSweeper{subject.store, {.shortest_wait = 1h, .longest_wait = 2h}};
    }
    CHECK(subject.store.sweeps() == 0);
    CHECK(subject.store.stored() == 10);
}

TEST_CASE("A listener in the sweeper's thread may stop it", "[threads][sweeper][C27]") {
    Subject subject;
    std::optional<Sweeper> sweeper;
    std::atomic<int> stops{0};
    subject.seen.during([&] {
        sweeper->stop();
        sweeper->stop();
        ++stops;
        stops.notify_all();
    });
    sweeper.emplace(subject.store, SweeperOptions{.budget = {.entries = 3, .time = {}}}, subject.waiter);
    subject.waiter.release();
    SECTION("and is the only one to do so") {
        for (int told = stops; told < 3; told = stops) stops.wait(told);
    }
    SECTION("while others do the same") {
        std::jthread other{[&] { sweeper->stop(); }};
        sweeper->stop();
    }
    sweeper.reset();
    const int told = stops;
    CHECK((told == 0 || told == 3));  // no further slice; none if another stop came before it
    CHECK(subject.store.stored() == static_cast<std::size_t>(10 - told));
}

TEST_CASE("Destroyed in the middle of a sweep, a sweeper waits for its end, and no listener runs after that",
          "[threads][sweeper][C27]") {
    Subject subject;
    std::latch midway{1};
    std::latch go_on{1};
    std::atomic<bool> gone{false};
    std::atomic<bool> too_late{false};
    subject.seen.during([&] {
        if (subject.seen.events().size() == 1) midway.count_down();
        go_on.wait();
        if (gone) too_late = true;
    });
    std::optional<Sweeper> sweeper;
    sweeper.emplace(subject.store, SweeperOptions{.budget = {.entries = 4, .time = {}}}, subject.waiter);
    subject.waiter.release();
    midway.wait();
    std::jthread destroyer{[&] {
        sweeper.reset();
        gone = true;
    }};
    while (!subject.waiter.wakes()) std::this_thread::yield();  // stop() has asked, and waits
    CHECK_FALSE(gone);
    go_on.count_down();
    destroyer.join();
    CHECK_FALSE(too_late);
    CHECK(subject.seen.events().size() == 4);  // what was under way, and no slice more
}
