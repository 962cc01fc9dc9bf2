/// Clocks that the standard library does not offer, read from the operating system where it has them.
#pragma once

#include <chrono>

#if defined(__unix__) || defined(__APPLE__)
#include <time.h>
#endif

namespace ttlstore::detail {

#if defined(__unix__) || defined(__APPLE__)
inline std::chrono::nanoseconds read_os_clock(clockid_t clock) noexcept {
    timespec reading{};
    ::clock_gettime(clock, &reading);
    return std::chrono::seconds{reading.tv_sec} + std::chrono::nanoseconds{reading.tv_nsec};
}
#endif

inline std::chrono::nanoseconds read_steady_clock() noexcept {
    return std::chrono::steady_clock::now().time_since_epoch();
}

/// Monotonic, a few nanoseconds a reading, steps every 1 to 4 ms. Elsewhere the steady clock.
inline std::chrono::nanoseconds read_coarse_clock() noexcept {
#if defined(CLOCK_MONOTONIC_COARSE)
    return read_os_clock(CLOCK_MONOTONIC_COARSE);
#elif defined(CLOCK_MONOTONIC_FAST)
    return read_os_clock(CLOCK_MONOTONIC_FAST);
#else
    return read_steady_clock();
#endif
}

/// Monotonic, counts the time the machine was suspended. Elsewhere the steady clock.
inline std::chrono::nanoseconds read_boottime_clock() noexcept {
#if defined(CLOCK_BOOTTIME)
    return read_os_clock(CLOCK_BOOTTIME);
#elif defined(__APPLE__)
    return read_os_clock(CLOCK_MONOTONIC);  // counts sleep on this system
#else
    return read_steady_clock();
#endif
}

}  // namespace ttlstore::detail
