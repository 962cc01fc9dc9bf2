// Millions of random steps of the wheel beside a std::multimap: deadlines of every scale, clocks that jump both ways.
#include "unit/timing_wheel.hpp"

using namespace unit;

namespace {

Tick sum(Tick a, Tick b) {
    if (b > 0) return a > kLastTick - b ? kLastTick : a + b;
    return a < kFirstTick - b ? kFirstTick : a + b;
}

class Walk {
public:
    Walk(unsigned seed, std::size_t slots, Tick start)
        : random_{seed}, wheel_{slots}, slots_{static_cast<SlotId>(slots)}, now_{start} {}

    void run(int steps) {
        for (int step = 0; step < steps; ++step) {
            if (step % 4'000 == 0) begin_phase();
            one_step(random_() % 100);
            if (step % 20'000 == 0) wheel_.check_questions(now_);
            if (step % 30'000 == 0) wheel_.rehash(random_);
        }
        wheel_.check_questions(now_);
        wheel_.drain(kLastTick);
    }

private:
    void begin_phase() {
        inflow_ = 30 + random_() % 60;
        bits_ = static_cast<unsigned>(1 + random_() % 62);
    }
    Tick span() { return static_cast<Tick>(random_() >> (64 - bits_)); }
    Tick deadline() {
        switch (random_() % 8) {
            case 0:
                return sum(now_, -span());
            case 1:
                return sum(now_, static_cast<Tick>(random_() % 4) << (bits_ / 2));
            case 2:
                return sum(now_, static_cast<Tick>(random_() % 100));
            case 3:
                if (random_() % 50 == 0) return random_() % 2 == 0 ? kLastTick : kFirstTick;
                [[fallthrough]];
            default:
                return sum(now_, span());
        }
    }
    SlotId any() {
        auto id = static_cast<SlotId>(random_() % slots_);
        while (!wheel_.has(id)) id = id + 1 == slots_ ? 0 : id + 1;
        return id;
    }
    void one_step(std::uint64_t choice) {
        if (choice < inflow_) {
            if (!wheel_.full()) wheel_.schedule(deadline());
        } else if (choice >= 98) {
            move_clock();
        } else if (wheel_.size() == 0 || choice >= inflow_ + 7) {
            wheel_.pop_due(now_);
        } else if (choice < inflow_ + 4) {
            wheel_.reschedule(any(), deadline());
        } else {
            wheel_.cancel(random_() % 4 == 0 ? wheel_.first() : any());
        }
    }
    void move_clock() {
        const std::uint64_t choice = random_() % 10;
        if (choice < 6) now_ = sum(now_, span() / 16);
        if (choice == 6) now_ = sum(now_, static_cast<Tick>(random_() % 200));
        if (choice == 7) now_ = sum(now_, -span() / 4);
        if (choice == 8 && random_() % 100 == 0) now_ = sum(now_, static_cast<Tick>(random_() >> 2));
        if (choice == 9 && wheel_.size() != 0) now_ = wheel_.first_deadline();
    }

    std::mt19937_64 random_;
    WheelBesideMap wheel_;
    SlotId slots_;
    Tick now_;
    std::uint64_t inflow_ = 50;
    unsigned bits_ = 20;
};

}  // namespace

TEST_CASE("The wheel does what a multimap does, whatever is asked of it", "[wheel]") {
    const Tick starts[] = {0, 1'000'000'000'000'000, kFirstTick, -1'000'000};
    const std::size_t sizes[] = {20, 300, 6'000, 30'000};
    for (unsigned seed = 1; seed <= 16; ++seed) {
        INFO("seed " << seed);
        Walk{seed, sizes[seed % 4], starts[seed / 4 % 4]}.run(150'000);
    }
}
