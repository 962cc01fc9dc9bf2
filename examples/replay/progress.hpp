// A progress bar on standard error: only on a terminal, only on long runs, at most ten times a second.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace replay {

class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Cheap unless a new picture is due.
    void show(std::uint64_t requests, std::optional<double> done);
    /// Removes the bar.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void draw(const std::string& line);

    bool terminal_;
    Clock::time_point start_;
    Clock::time_point next_;
    std::size_t width_ = 0;
};

}  // namespace replay
