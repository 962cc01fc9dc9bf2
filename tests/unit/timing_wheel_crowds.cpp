// Crowded cells: they split in time, in bounded steps, and whatever happens in between keeps the order.
#include "unit/timing_wheel.hpp"

using namespace unit;

namespace {

constexpr std::size_t kMany = 60'000;
constexpr Tick kHour = 3'600'000'000'000;
constexpr std::size_t kBound = 100'000;  // about ten cells of four thousand entries, a few questions for each

/// Far from where the wheel stands: all of them begin in one cell.
void crowd_one_cell(WheelBesideMap& wheel, std::mt19937_64& random) {
    wheel.schedule(0);
    while (!wheel.full()) wheel.schedule(1'000 * kHour + static_cast<Tick>(random() % (10 * kHour)));
}

}  // namespace

TEST_CASE("No call takes more than some thousand steps, however many entries one cell would hold", "[wheel][C46]") {
    std::mt19937_64 random{1};
    WheelBesideMap wheel{kMany};
    crowd_one_cell(wheel, random);
    CHECK(wheel.worst_call() < kBound);
    CHECK(wheel.drain(2'000 * kHour) == kMany);
    CHECK(wheel.worst_call() < kBound);
}

TEST_CASE("Equal deadlines come in the order of scheduling, however many", "[wheel]") {
    WheelBesideMap wheel{kMany};
    wheel.schedule(0);
    while (!wheel.full()) wheel.schedule(kHour);
    CHECK(wheel.worst_call() < kBound);
    CHECK(wheel.drain(kHour - 1) == 1);
    CHECK(wheel.drain(kHour) == kMany - 1);
    CHECK(wheel.worst_call() < 100);
}

TEST_CASE("Few deadlines interleaved keep the order of scheduling among equals", "[wheel]") {
    std::mt19937_64 random{2};
    WheelBesideMap wheel{kMany};
    for (std::size_t i = 0; i < kMany; ++i) {
        wheel.schedule(static_cast<Tick>(i / 500) + static_cast<Tick>(random() % 8) * kHour / 8);
    }
    for (Tick now = 0; now <= kHour; now += kHour / 64) wheel.drain(now);
    CHECK(wheel.drain(2 * kHour) == 0);
    CHECK(wheel.size() == 0);
}

TEST_CASE("A rehash between two steps of a split leaves every entry where it was", "[wheel]") {
    std::mt19937_64 random{3};
    WheelBesideMap wheel{5'000};
    crowd_one_cell(wheel, random);
    while (wheel.size() > 0) {
        for (int i = 0; i < 700; ++i) wheel.pop_due(2'000 * kHour);
        wheel.rehash(random);
        wheel.check_questions(1'003 * kHour);
    }
}

TEST_CASE("The entry that is next may be cancelled or moved while its cell splits", "[wheel]") {
    std::mt19937_64 random{4};
    WheelBesideMap wheel{5'000};
    crowd_one_cell(wheel, random);
    for (int i = 0; wheel.size() > 0; ++i) {
        if (i % 3 == 0) wheel.cancel(wheel.first());
        if (i % 3 == 1) wheel.pop_due(2'000 * kHour);
        if (i % 3 == 2 && i < 3'000) wheel.reschedule(wheel.first(), wheel.first_deadline() + kHour / 2);
    }
    CHECK(wheel.worst_call() < kBound);
}

TEST_CASE("Deadlines that are renewed for ever leave no memory behind", "[wheel]") {
    std::mt19937_64 random{5};
    WheelBesideMap wheel{2'000};
    Tick now = 0;
    while (!wheel.full()) wheel.schedule(now + static_cast<Tick>(random() % kHour));
    const std::size_t bytes = wheel.bytes();
    for (int i = 0; i < 200'000; ++i) {
        now += kHour / 10'000;
        if (i % 10 == 0 && wheel.pop_due(now)) wheel.schedule(now + static_cast<Tick>(random() % kHour));
        wheel.reschedule(wheel.first(), now + static_cast<Tick>(random() % kHour));
    }
    CHECK(wheel.bytes() == bytes);
}

TEST_CASE("When no node is left crowded cells are sorted, and the order stays", "[wheel]") {
    std::mt19937_64 random{6};
    WheelBesideMap wheel{5'000};
    const SlotId earliest = wheel.schedule(0);
    wheel.schedule(1'000 * kHour);
    wheel.cancel(earliest);
    const std::size_t bytes = wheel.bytes();
    // Each group takes a node when its first entry is looked for, and keeps it.
    for (Tick group = 200; group > 0; --group) {
        for (int i = 0; i < 12; ++i) wheel.schedule(group * kHour + static_cast<Tick>(random() % kHour));
        wheel.cancel(wheel.first());
    }
    while (!wheel.full()) wheel.schedule(kHour / 2 + static_cast<Tick>(random() % 1'000'000));
    CHECK(wheel.bytes() < bytes + 50'000);
    wheel.rehash(random);
    wheel.check_questions(kHour);
    for (int i = 0; i < 1'000; ++i) wheel.reschedule(wheel.first(), kHour / 2 + static_cast<Tick>(random() % 1'000));
    wheel.drain(1'000 * kHour);
    CHECK(wheel.size() == 0);
}
