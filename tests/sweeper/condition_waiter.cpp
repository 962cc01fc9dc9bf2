// The waiter of every day: a wake is never lost, and no wait is too long for its clock.
#include <thread>

#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

TEST_CASE("A wake that comes before the wait ends it at once", "[sweeper][waiter]") {
    ConditionWaiter waiter;
    waiter.wake();
    waiter.wait(Nanos::max());
    SUCCEED("it returned");
}

TEST_CASE("A wait of nothing does not use up a wake", "[sweeper][waiter]") {
    ConditionWaiter waiter;
    waiter.wait(0ns);
    waiter.wait(-1ns);
    waiter.wake();
    waiter.wait(0ns);
    waiter.wait(Nanos::max());
    SUCCEED("it returned");
}

TEST_CASE("A waiting thread is woken by another, or its time passes", "[sweeper][waiter]") {
    ConditionWaiter waiter;
    std::jthread other{[&] { waiter.wake(); }};
    waiter.wait(Nanos::max());
    other.join();
    waiter.wait(1ns);  // nobody wakes it
    SUCCEED("it returned");
}
