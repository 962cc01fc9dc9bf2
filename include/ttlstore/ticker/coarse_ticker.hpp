/// CoarseTicker: the operating system's coarse monotonic clock, cheap and a few milliseconds behind at most.
#pragma once

#include <chrono>

#include "../detail/os_clock.hpp"

namespace ttlstore {

/// Good for ttls of a second and more: an entry may outlive its deadline by the clock's step (4 ms is usual on Linux).
/// Where the system has no such clock this reads the steady one.
template <class Duration = std::chrono::milliseconds>
struct BasicCoarseTicker {
    using duration = Duration;
    using time_point = std::chrono::time_point<BasicCoarseTicker, Duration>;

    time_point now() const noexcept { return time_point{std::chrono::floor<Duration>(detail::read_coarse_clock())}; }
};

using CoarseTicker = BasicCoarseTicker<>;

}  // namespace ttlstore
