// The work of the wheel, counted in questions to the slots, is the same at every size.
#include "unit/timing_wheel.hpp"

using namespace unit;

namespace {

constexpr Tick kHour = 3'600'000'000'000;

/// Questions a schedule and a pop_due ask, while as many entries leave as come.
double questions(std::size_t entries) {
    std::mt19937_64 random{1};
    const auto ttl = [&] { return 1 + static_cast<Tick>(random() % kHour); };
    CountingSlots slots{entries};
    ttlstore::TimingWheelExpiry wheel;
    Tick now = 0;
    for (SlotId id = 0; id < entries; ++id) {
        const Tick deadline = now + ttl();
        wheel.schedule(slots, id, deadline);
        slots.entries[id].deadline = deadline;
    }
    slots.asked = 0;
    std::size_t done = 0;
    while (done < 2 * entries) {
        now += kHour / static_cast<Tick>(entries);
        while (const auto id = wheel.pop_due(slots, now)) {
            const Tick deadline = now + ttl();
            wheel.schedule(slots, *id, deadline);
            slots.entries[*id].deadline = deadline;
            ++done;
        }
    }
    return static_cast<double>(slots.asked) / static_cast<double>(done);
}

}  // namespace

TEST_CASE("A schedule and a pop_due ask the slots about as much at any number of entries", "[wheel]") {
    for (const std::size_t entries : {300U, 1'000U, 3'000U, 10'000U, 30'000U, 100'000U, 300'000U}) {
        const double asked = questions(entries);
        INFO(entries << " entries: " << asked);
        CHECK(asked < 20);
    }
}
