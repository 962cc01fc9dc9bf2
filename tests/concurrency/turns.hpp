// Turns: threads that run one at a time and hand over at named points, as a seed says; and what has such points.
//
// Left to itself a machine with few cores shows few interleavings of calls that take a hundred nanoseconds. Here a
// thread gives up its turn at random inside a call (where a lock is taken or given back, keys are compared, values are
// copied), so the same seed gives the same interleaving on every machine. What it cannot show is what a processor does
// between two such points: for that the same histories run a second time without turns, on threads that only yield.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace concurrency {

/// A small generator, so that a history may own one a thread.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_{seed * 0x9e3779b97f4a7c15u + 1} {}
    std::uint32_t below(std::uint32_t bound) {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<std::uint32_t>((state_ >> 32) * bound >> 32);
    }

private:
    std::uint64_t state_;
};

class Turns {
public:
    Turns(std::size_t threads, std::uint64_t seed) : random_{seed}, waits_(threads, true) {}

    /// The first to have a turn is drawn when all are here.
    void arrive(std::size_t me) {
        std::unique_lock lock{mutex_};
        if (++arrived_ == waits_.size()) pass_on();
        wait_for_turn(me, lock);
    }
    void leave(std::size_t me) {
        const std::lock_guard lock{mutex_};
        waits_[me] = false;
        pass_on();
    }
    /// Somebody's turn, perhaps still mine.
    void point(std::size_t me) {
        std::unique_lock lock{mutex_};
        if (++points_ > kTooMany) std::abort();  // threads that wait for each other for ever
        pass_on();
        wait_for_turn(me, lock);
    }

private:
    static constexpr std::size_t kTooMany = 1'000'000;
    static constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

    void pass_on() {
        const auto first = random_.below(static_cast<std::uint32_t>(waits_.size()));
        turn_ = kNobody;
        for (std::size_t i = 0; i < waits_.size() && turn_ == kNobody; ++i) {
            const std::size_t candidate = (first + i) % waits_.size();
            if (waits_[candidate]) turn_ = candidate;
        }
        changed_.notify_all();
    }
    void wait_for_turn(std::size_t me, std::unique_lock<std::mutex>& lock) {
        changed_.wait(lock, [&] { return turn_ == me; });
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    Random random_;
    std::vector<bool> waits_;  // has not left
    std::size_t arrived_ = 0;
    std::size_t turn_ = kNobody;
    std::size_t points_ = 0;
};

/// How the present thread comes to its points: by turns, or yielding now and then; not at all outside a history.
struct Pacing {
    Turns* turns = nullptr;
    std::size_t me = 0;
    Random* random = nullptr;

    static inline thread_local Pacing* current = nullptr;
};

inline void point() {
    const Pacing* const pacing = Pacing::current;
    if (pacing == nullptr || pacing->random->below(3) != 0) return;
    if (pacing->turns != nullptr)
        pacing->turns->point(pacing->me);
    else
        std::this_thread::yield();
}
/// Nothing can go on here before another thread has.
inline void stuck_point() {
    const Pacing* const pacing = Pacing::current;
    if (pacing != nullptr && pacing->turns != nullptr)
        pacing->turns->point(pacing->me);
    else
        std::this_thread::yield();
}

/// A mutex with a point before it is taken and after it is given back. One that waits without a turn would stop all.
class PacedMutex {
public:
    void lock() {
        point();
        while (!mutex_.try_lock()) stuck_point();
    }
    bool try_lock() {
        point();
        return mutex_.try_lock();
    }
    void unlock() {
        mutex_.unlock();
        point();
    }

private:
    std::mutex mutex_;
};

/// Keys are compared while a store searches, and values copied while it answers.
struct PacedEqual {
    bool operator()(int a, int b) const {
        point();
        return a == b;
    }
};

}  // namespace concurrency
