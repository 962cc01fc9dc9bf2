// A sweeper survives a listener that throws: it counts, keeps what was thrown, and goes on.
#include <string>

#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

namespace {

std::string message_of(const std::exception_ptr& failure) {
    if (failure == nullptr) return "";
    try {
        std::rethrow_exception(failure);
    } catch (const std::runtime_error& error) {
        return error.what();
    } catch (int) {
        return "an int";
    }
}

template <class Store>
struct Subject {
    Subject() {
        for (int i = 0; i < 6; ++i) store.set(i, i, 1s);
        clock.advance(1s);
    }
    ManualTicker clock;
    Seen seen;
    Store store{clock, seen};
    ManualWaiter waiter;
    SweeperOptions options{.shortest_wait = 5ms, .budget = {.entries = 2, .time = {}}};
};

}  // namespace

TEST_CASE("A sweeper survives a listener that throws", "[sweeper][listener]") {
    Subject<Plain> subject;
    int calls = 0;
    subject.seen.during([&] {
        if (++calls == 1) throw std::runtime_error{"first"};
        if (calls == 3) throw 3;
    });
    BackgroundSweeper sweeper{subject.store, subject.options, subject.waiter};
    subject.waiter.parked();
    CHECK(sweeper.last_failure() == nullptr);
    subject.waiter.pass();
    CHECK(sweeper.stats().failures == 1);
    CHECK(message_of(sweeper.last_failure()) == "first");
    subject.waiter.pass();
    CHECK(sweeper.stats().failures == 2);
    CHECK(message_of(sweeper.last_failure()) == "an int");
    CHECK(subject.waiter.pass() == 1s);
    CHECK(sweeper.stats().failures == 2);
    CHECK(sweeper.stats().sweeps == 3);
    CHECK(message_of(sweeper.last_failure()) == "an int");
    CHECK(subject.store.stored() == 0);
    CHECK(subject.seen.events().size() == 6);
}

TEST_CASE("A sweep that threw without a count is followed by the shortest wait", "[sweeper][listener]") {
    Subject<Plain> subject;
    subject.seen.during([] { throw 1; });
    BackgroundSweeper sweeper{subject.store, subject.options, subject.waiter};
    CHECK(subject.waiter.pass() == 5ms);
    CHECK(sweeper.stats().removed == 0);
    CHECK(subject.waiter.pass() == 5ms);
    CHECK(subject.store.stored() == 2);
}

TEST_CASE("A store that counts what it removed before a listener threw has it counted", "[sweeper][listener]") {
    Subject<Telling> subject;
    subject.seen.during([] { throw 1; });
    BackgroundSweeper sweeper{subject.store, subject.options, subject.waiter};
    CHECK(subject.waiter.pass() == 0s);
    CHECK(sweeper.stats().removed == 2);
    subject.waiter.pass();
    subject.waiter.pass();
    CHECK(sweeper.stats().removed == 6);
    CHECK(sweeper.stats().failures == 3);
}

TEST_CASE("What a listener threw is still there when the sweeper is stopped", "[sweeper][listener]") {
    Subject<Telling> subject;
    subject.seen.during([] { throw std::runtime_error{"lost?"}; });
    BackgroundSweeper sweeper{subject.store, subject.options, subject.waiter};
    subject.waiter.pass();
    sweeper.stop();
    CHECK(message_of(sweeper.last_failure()) == "lost?");
}
