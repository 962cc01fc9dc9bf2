// The alarm of a store alone: who is woken by which deadline, and how often.
#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

namespace {
struct Sleeper {
    int woken = 0;
    detail::DeadlineAlarm::Sleeper seat{[](void* self) noexcept { ++static_cast<Sleeper*>(self)->woken; }, this};
};
}  // namespace

TEST_CASE("An alarm wakes each of several sleepers for what is early for it", "[sweeper][alarm]") {
    detail::DeadlineAlarm alarm;
    Sleeper a;
    Sleeper b;
    alarm.attach(a.seat);
    alarm.attach(b.seat);
    alarm.lowered(-5);  // both are awake
    alarm.arm(a.seat, 100);
    alarm.arm(b.seat, 200);
    alarm.lowered(200);
    CHECK(a.woken + b.woken == 0);
    alarm.lowered(150);
    alarm.lowered(149);  // once for each arm
    CHECK(a.woken == 0);
    CHECK(b.woken == 1);
    alarm.lowered(99);
    CHECK(a.woken == 1);
    CHECK(b.woken == 1);
    alarm.arm(a.seat, 100);
    alarm.detach(a.seat);
    alarm.lowered(1);
    CHECK(a.woken == 1);
    alarm.arm(b.seat, 100);
    alarm.disarm(b.seat);
    alarm.lowered(1);
    CHECK(b.woken == 1);
    alarm.detach(b.seat);
}
