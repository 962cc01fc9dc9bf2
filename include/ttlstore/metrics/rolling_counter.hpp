/// RollingCounter: how many in the last five minutes, recorded by many threads for next to nothing.
///
/// The newest bucket is still running, so a window of w is read as the running bucket and the w / width - 1 before it:
/// between w - width and w of time. An event is counted for more than w - width and never for more than w. The algorithm
/// stands in detail/rolling_grid.hpp.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>

#include "../detail/rolling_grid.hpp"

namespace ttlstore {

/// Safe to use by any number of threads. Memory is constant: 17 stripes x buckets x 8 bytes.
template <class Ticker>
class RollingCounter {
public:
    /// A width is rounded up to the ticker's tick. A ticker with state must outlive the counter.
    /// Complexity: O(buckets).
    /// Throws:     std::invalid_argument if there are no buckets, or their width is not positive; std::bad_alloc.
    explicit RollingCounter(const Ticker& ticker, RollingConfig config = {})
        : grid_{detail::TickerHandle<Ticker>{ticker}, config} {}

    /// Complexity: O(1), no allocation; a bucket of one thread holds up to 2^36 - 1 and stays there.
    void record(std::uint64_t n = 1) noexcept { grid_.record(0, n); }

    /// What was recorded in the window, rounded up to whole buckets, the running one included.
    /// Complexity: O(buckets in the window).
    /// Throws:     std::invalid_argument if the window is not positive or longer than all buckets.
    template <class Rep, class Period>
    std::uint64_t count_last(std::chrono::duration<Rep, Period> window) const {
        return grid_.sum(0, grid_.buckets_of(window));
    }
    /// Of all buckets.
    std::uint64_t count_last() const noexcept { return grid_.sum(0, grid_.buckets()); }

    /// Per second over the window, silence included.
    /// Complexity: O(buckets in the window).
    /// Throws:     std::invalid_argument if the window is not positive or longer than all buckets.
    template <class Rep, class Period>
    double rate(std::chrono::duration<Rep, Period> window) const {
        const std::size_t buckets = grid_.buckets_of(window);
        return static_cast<double>(grid_.sum(0, buckets)) / grid_.seconds_of(buckets);
    }
    /// Over all buckets.
    double rate() const noexcept { return static_cast<double>(count_last()) / grid_.seconds_of(grid_.buckets()); }

    std::size_t memory() const noexcept { return grid_.memory(); }

private:
    detail::RollingGrid<Ticker, 1> grid_;
};

/// Keeps every record: the truth that tests hold a RollingCounter to. For one thread; memory grows with the records.
template <class Ticker>
class ExactCounter {
public:
    explicit ExactCounter(const Ticker& ticker) : ticker_{ticker} {}

    /// Complexity: O(1).   Throws: std::bad_alloc.
    void record(std::uint64_t n = 1) { records_.push_back({ticker_.read(), n}); }

    /// What was recorded in (now - window, now].   Complexity: O(records).
    /// Throws: std::invalid_argument if the window is not positive.
    template <class Rep, class Period>
    std::uint64_t count_last(std::chrono::duration<Rep, Period> window) const {
        const detail::AnyDuration asked{window};
        if (!asked.positive()) throw std::invalid_argument("ttlstore: a window must be positive");
        const Tick now = ticker_.read();
        const Tick after = detail::saturating_offset(now, -asked.ceil_to<typename Ticker::duration>());
        std::uint64_t sum = 0;
        for (const auto& [time, n] : records_) sum += time > after && time <= now ? n : 0;
        return sum;
    }

    /// Per second over the window.   Complexity: O(records).
    /// Throws: std::invalid_argument if the window is not positive.
    template <class Rep, class Period>
    double rate(std::chrono::duration<Rep, Period> window) const {
        return static_cast<double>(count_last(window)) / std::chrono::duration<double>(window).count();
    }

private:
    detail::TickerHandle<Ticker> ticker_;
    std::deque<std::pair<Tick, std::uint64_t>> records_;
};

}  // namespace ttlstore
