/// SteadyTicker: std::chrono::steady_clock, exact at every call, and the most expensive part of a get.
#pragma once

#include <chrono>

namespace ttlstore {

/// Not adjusted, may stand still while the machine sleeps. A reading costs 20 to 50 ns and orders the pipeline.
template <class Duration = std::chrono::milliseconds>
struct BasicSteadyTicker {
    using duration = Duration;
    using time_point = std::chrono::time_point<std::chrono::steady_clock, Duration>;

    time_point now() const noexcept { return std::chrono::floor<Duration>(std::chrono::steady_clock::now()); }
};

using SteadyTicker = BasicSteadyTicker<>;

}  // namespace ttlstore
