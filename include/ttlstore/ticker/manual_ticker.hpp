/// ManualTicker: time that moves only when told to. For tests, simulations and replays.
#pragma once

#include <atomic>
#include <chrono>

#include "../time.hpp"

namespace ttlstore {

/// May be moved from another thread while stores read it.
template <class Duration = std::chrono::milliseconds>
class BasicManualTicker {
public:
    using duration = Duration;
    using time_point = std::chrono::time_point<BasicManualTicker, Duration>;
    static constexpr bool shareable = true;

    explicit BasicManualTicker(time_point start = {}) noexcept : now_{start.time_since_epoch().count()} {}

    time_point now() const noexcept {
        return time_point{duration{static_cast<typename duration::rep>(now_.load(std::memory_order_relaxed))}};
    }

    /// Moves by `step`, back if it is negative. Any unit that converts to `duration` without loss.
    void advance(duration step) noexcept { now_.fetch_add(step.count(), std::memory_order_relaxed); }
    void set(time_point time) noexcept { now_.store(time.time_since_epoch().count(), std::memory_order_relaxed); }

private:
    std::atomic<Tick> now_;
};

using ManualTicker = BasicManualTicker<>;

}  // namespace ttlstore
