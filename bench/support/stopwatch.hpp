/// Processor time and wall time since a moment.
#pragma once

#include <chrono>
#include <ctime>

namespace bench {

/// Processor time of this process: what other programs do on the machine in the meantime is not in it.
/// A reading takes a system call and is exact to a microsecond, so it is meant for many operations at once.
class Stopwatch {
public:
    double nanoseconds() const {
        return static_cast<double>(std::clock() - start_) * (1e9 / static_cast<double>(CLOCKS_PER_SEC));
    }

private:
    std::clock_t start_ = std::clock();
};

/// Wall time, for a single call.
class WallWatch {
public:
    double nanoseconds() const {
        return static_cast<double>(std::chrono::nanoseconds{std::chrono::steady_clock::now() - start_}.count());
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace bench
