/// BoottimeTicker: a monotonic clock that runs on while the machine is suspended.
#pragma once

#include <chrono>

#include "../detail/os_clock.hpp"

namespace ttlstore {

/// For ttls that people understand as wall time (a session that ends in an hour, lid closed or not).
/// Where the system has no such clock this reads the steady one.
template <class Duration = std::chrono::milliseconds>
struct BasicBoottimeTicker {
    using duration = Duration;
    using time_point = std::chrono::time_point<BasicBoottimeTicker, Duration>;

    time_point now() const noexcept { return time_point{std::chrono::floor<Duration>(detail::read_boottime_clock())}; }
};

using BoottimeTicker = BasicBoottimeTicker<>;

}  // namespace ttlstore
