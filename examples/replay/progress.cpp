// The bar, redrawn in place.
#include "progress.hpp"

#include <algorithm>
#include <cstdio>

#include "text.hpp"

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace replay {
namespace {

bool standard_error_is_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(STDERR_FILENO) != 0;
#endif
}

constexpr auto kLong = std::chrono::milliseconds{400};
constexpr auto kBetween = std::chrono::milliseconds{100};

}  // namespace

Progress::Progress() : terminal_{standard_error_is_terminal()}, start_{Clock::now()}, next_{start_ + kLong} {}

Progress::~Progress() { clear(); }

void Progress::show(std::uint64_t requests, std::optional<double> done) {
    if (!terminal_) return;
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + kBetween;

    std::string line;
    if (done) {
        constexpr std::size_t kCells = 30;
        const double share = std::clamp(*done, 0.0, 1.0);
        const auto cells = static_cast<std::size_t>(share * static_cast<double>(kCells));
        line =
            "[" + std::string(cells, '#') + std::string(kCells - cells, '.') + "] " + fixed(100.0 * share, 0) + " %  ";
    }
    const double seconds = std::chrono::duration<double>(now - start_).count();
    line += grouped(requests) + " requests  " + fixed(static_cast<double>(requests) / seconds / 1e6, 2) + " M/s";
    draw(line);
}

void Progress::clear() {
    if (width_ != 0) draw("");
    width_ = 0;
    next_ = Clock::time_point::max();
}

void Progress::draw(const std::string& line) {
    const std::size_t blanks = line.size() < width_ ? width_ - line.size() : 0;
    std::fprintf(stderr, "\r%s%s%s", line.c_str(), std::string(blanks, ' ').c_str(), line.empty() ? "\r" : "");
    std::fflush(stderr);
    width_ = line.size();
}

}  // namespace replay
