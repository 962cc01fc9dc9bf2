// What the wheel does when time jumps: the work follows the entries, never the ticks.
#include "unit/timing_wheel.hpp"

using namespace unit;

namespace {
constexpr Tick kSecond = 1'000'000'000;
constexpr Tick kYear = 365 * 24 * 3'600 * kSecond;
}  // namespace

TEST_CASE("An idle hour or year in the wheel costs no more than an idle tick", "[wheel][C47]") {
    WheelBesideMap wheel{128};
    for (int i = 1; i <= 100; ++i) wheel.schedule(60 * kYear + i * kSecond);
    wheel.worst_call();
    Tick now = 0;
    for (const Tick idle : {Tick{1}, kSecond, 3'600 * kSecond, kYear, 50 * kYear}) {
        now += idle;
        CHECK_FALSE(wheel.pop_due(now));
        CHECK(wheel.worst_call() == 0);
    }
}

TEST_CASE("A jump of fifty years finds a hundred entries in steps that count entries", "[wheel][C47]") {
    WheelBesideMap wheel{128};
    for (int i = 100; i >= 1; --i) wheel.schedule(i * kSecond);
    CHECK(wheel.drain(50 * kYear) == 100);
    CHECK(wheel.worst_call() < 2'000);
    wheel.schedule(50 * kYear + 1);
    CHECK_FALSE(wheel.pop_due(50 * kYear));
    CHECK(wheel.pop_due(50 * kYear + 1));
}

TEST_CASE("A clock that steps back a year leaves every entry due at its time", "[wheel]") {
    std::mt19937_64 random{3};
    const auto ttl = [&] { return 1 + static_cast<Tick>(random() % (3'600 * kSecond)); };
    WheelBesideMap wheel{20'000};
    Tick now = 2 * kYear;
    for (int i = 0; i < 5'000; ++i) wheel.schedule(now + ttl());
    now += 1'800 * kSecond;
    wheel.drain(now);
    now -= kYear;
    CHECK_FALSE(wheel.pop_due(now));
    for (int i = 0; i < 5'000; ++i) wheel.schedule(now + ttl());
    wheel.check_questions(now + 1'000 * kSecond);
    for (int i = 0; i < 50; ++i) wheel.drain(now += 72 * kSecond);
    now += kYear;
    wheel.drain(now);
    wheel.drain(now + 3'600 * kSecond);
    CHECK(wheel.size() == 0);
}

TEST_CASE("A clock that keeps stepping back does not make the wheel grow", "[wheel]") {
    std::mt19937_64 random{4};
    WheelBesideMap wheel{100'000};
    const Tick step = GENERATE(Tick{1}, Tick{64}, Tick{5'000}, Tick{1'000'000'007});
    Tick deadline = 500'000'000'000'000'000;
    while (!wheel.full()) wheel.schedule(deadline -= step);
    CHECK(wheel.bytes() < 100'000 * 6);
    wheel.check_questions(deadline + 1'000 * step);
    CHECK(wheel.drain(kLastTick) == 100'000);
}
