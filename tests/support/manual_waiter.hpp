// A BackgroundSweeper's waiter for tests: each wait parks the sweeper's thread until the test lets it go on.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

namespace support {

/// Copies share one state: the sweeper has one, the test another.
///     ManualWaiter waiter;
///     BackgroundSweeper sweeper{store, {}, waiter};
///     CHECK(waiter.parked() == 10s);   // the thread stands in its first wait
///     waiter.pass();                   // those 10 s pass: it sweeps, and stands in its second
class ManualWaiter {
    using Nanos = std::chrono::nanoseconds;

public:
    // What the sweeper calls.
    void wait(Nanos span) {
        std::unique_lock lock{shared_->mutex};
        if (!shared_->woken) {
            shared_->asked = span;
            shared_->parked = true;
            shared_->changed.notify_all();
            shared_->changed.wait(lock, [this] { return !shared_->parked; });
        }
        shared_->woken = false;
    }
    void wake() noexcept {
        const std::lock_guard lock{shared_->mutex};
        shared_->woken = true;
        ++shared_->wakes;
        shared_->parked = false;
        shared_->changed.notify_all();
    }
    Nanos now() const noexcept {
        const std::lock_guard lock{shared_->mutex};
        return shared_->now;
    }

    // What the test calls.
    /// Waits until the thread is parked; for how long it wants to be.
    Nanos parked() const {
        std::unique_lock lock{shared_->mutex};
        shared_->changed.wait(lock, [this] { return shared_->parked; });
        return shared_->asked;
    }
    /// The parked thread's time is over. Does not wait for what it does next.
    void release() {
        parked();
        const std::lock_guard lock{shared_->mutex};
        shared_->now += shared_->asked;
        shared_->parked = false;
        shared_->changed.notify_all();
    }
    /// The same, and waits until the thread is parked again; for how long.
    Nanos pass() {
        release();
        return parked();
    }
    void advance(Nanos step) {
        const std::lock_guard lock{shared_->mutex};
        shared_->now += step;
    }
    int wakes() const {
        const std::lock_guard lock{shared_->mutex};
        return shared_->wakes;
    }

private:
    struct Shared {
        std::mutex mutex;
        std::condition_variable changed;
        bool parked = false;
        bool woken = false;
        int wakes = 0;
        Nanos asked{0};
        Nanos now{0};
    };
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
};

}  // namespace support
