// The wheel is exact to the tick on every level, at the ends of time, and for deadlines that are past already.
#include "unit/timing_wheel.hpp"

using namespace unit;

TEST_CASE("An entry is due at its deadline and not a tick before, whatever the level", "[wheel]") {
    const Tick start = GENERATE(Tick{0}, Tick{1'000'000'000'000'007}, Tick{-5}, kFirstTick);
    for (unsigned exponent = 0; exponent < 63; ++exponent) {
        for (const Tick more : {-1, 0, 1, 37}) {
            const Tick ttl = (Tick{1} << exponent) + more;
            if (ttl <= 0) continue;
            WheelBesideMap wheel{4};
            wheel.schedule(start);
            CHECK(wheel.pop_due(start));
            const Tick deadline = start > kLastTick - ttl ? kLastTick : start + ttl;
            wheel.schedule(deadline);
            wheel.schedule(kLastTick);
            CHECK_FALSE(wheel.pop_due(start));
            CHECK_FALSE(wheel.pop_due(deadline - 1));
            CHECK(wheel.pop_due(deadline));
        }
    }
}

TEST_CASE("Entries one tick apart on both sides of every level's border come in order", "[wheel]") {
    WheelBesideMap wheel{64};
    wheel.schedule(0);
    for (unsigned exponent = 6; exponent < 62; exponent += 6) {
        for (const Tick offset : {1, 0, -1, 0}) wheel.schedule((Tick{1} << exponent) + offset);
    }
    wheel.check_questions(Tick{1} << 30);
    for (unsigned exponent = 6; exponent < 62; exponent += 6) {
        wheel.drain((Tick{1} << exponent) - 1);
        wheel.drain(Tick{1} << exponent);
    }
    CHECK(wheel.drain(kLastTick) == 1);
}

TEST_CASE("The first and the last ticks that there are hold entries like others", "[wheel]") {
    WheelBesideMap wheel{16};
    for (const Tick deadline : {kLastTick, kFirstTick, Tick{0}, kLastTick - 1, kFirstTick + 1, Tick{-1}, kLastTick}) {
        wheel.schedule(deadline);
    }
    wheel.check_questions(0);
    CHECK(wheel.drain(kFirstTick) == 1);
    CHECK(wheel.drain(0) == 3);
    CHECK(wheel.drain(kLastTick - 1) == 1);
    CHECK(wheel.drain(kLastTick) == 2);
}

TEST_CASE("Deadlines that are past when they are scheduled go first, earliest first", "[wheel]") {
    WheelBesideMap wheel{16};
    const Tick now = 1'000'000'000;
    wheel.schedule(now + 50);
    CHECK_FALSE(wheel.pop_due(now));
    for (const Tick past : {now - 1, Tick{5}, now - 100'000, Tick{5}, now, Tick{-3}}) wheel.schedule(past);
    wheel.check_questions(now);
    CHECK(wheel.drain(now) == 6);
    CHECK(wheel.drain(now + 50) == 1);
}
