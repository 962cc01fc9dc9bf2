/// RollingGrid: what was recorded lately, of several series, by many threads, in memory that never grows.
///
/// Time is cut into buckets of one width; bucket b of a series is the cell b mod n of a ring of n cells. A cell is one
/// 64-bit word: the lap (b div n, its low 28 bits) above the count (36 bits, saturating). A recorder that finds another
/// lap starts the cell anew, a reader adds only cells of the laps it asks for. So nothing is cleaned up when time
/// passes, a jump of the clock in either direction costs nothing, and no reader sees one lap's count under another's.
///
/// Each of the first 16 threads alive writes a stripe of its own (relaxed load and store, no locked instruction); the
/// others share one more stripe (compare and exchange). A query sums all stripes: O(stripes x buckets asked for).
/// A cell left alone for exactly k x 2^28 windows would be taken for a new one: 2 500 years for five minutes.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>

#include "../time.hpp"
#include "lazy_now.hpp"
#include "thread_slot.hpp"

namespace ttlstore {

/// The ring of a rolling counter: `buckets` of `width` each, together the longest window that can be asked for.
struct RollingConfig {
    std::size_t buckets = 300;
    std::chrono::nanoseconds width = std::chrono::seconds{1};
};

namespace detail {

/// The count above which nothing is added, and the lap, in one word.
struct RollingCell {
    static constexpr unsigned kCountBits = 36;
    static constexpr std::uint64_t kMostCount = (std::uint64_t{1} << kCountBits) - 1;

    static constexpr std::uint64_t make(std::uint64_t lap, std::uint64_t count) noexcept {
        return lap << kCountBits | std::min(count, kMostCount);
    }
    static constexpr std::uint64_t count(std::uint64_t cell) noexcept { return cell & kMostCount; }
    static constexpr bool same_lap(std::uint64_t cell, std::uint64_t lap) noexcept {
        return ((cell >> kCountBits ^ lap) << kCountBits) == 0;
    }
    static constexpr std::uint64_t plus(std::uint64_t cell, std::uint64_t lap, std::uint64_t n) noexcept {
        const std::uint64_t before = same_lap(cell, lap) ? count(cell) : 0;
        return make(lap, n > kMostCount - before ? kMostCount : before + n);
    }
};

template <class Ticker, std::size_t Series>
class RollingGrid {
public:
    RollingGrid(TickerHandle<Ticker> ticker, const RollingConfig& config) : ticker_{ticker} {
        if (config.buckets == 0 || config.buckets > kMostBuckets) {
            throw std::invalid_argument("ttlstore: a rolling counter needs 1 to 2^24 buckets");
        }
        if (config.width <= std::chrono::nanoseconds::zero()) {
            throw std::invalid_argument("ttlstore: a rolling counter's buckets need a positive width");
        }
        width_ = AnyDuration{config.width}.ceil_to<typename Ticker::duration>();
        if (width_ > kLastTick / static_cast<Tick>(config.buckets)) {
            throw std::invalid_argument("ttlstore: a rolling counter's window is too long");
        }
        buckets_ = config.buckets;
        lines_ = (buckets_ * Series + kCellsPerLine - 1) / kCellsPerLine;
        cells_ = std::make_unique<Line[]>(lines_ * kStripes);
    }

    RollingGrid(const RollingGrid&) = delete;
    RollingGrid& operator=(const RollingGrid&) = delete;

    void record(std::size_t series, std::uint64_t n) noexcept { record(thread_slot(), series, n); }
    /// For a caller that has asked for its thread_slot() already.
    void record(std::size_t slot, std::size_t series, std::uint64_t n) noexcept {
        if (slot == kOwnedSlots) [[unlikely]]
            return record_shared(series, n);
        Current& current = currents_[slot];
        const Tick now = ticker_.read();
        if (now < current.first || now > current.last) [[unlikely]] {
            current = place(now);
            current.row = number_of(slot, current.index, 0);
        }
        std::atomic<std::uint64_t>& cell = cell_of(current.row + series);
        cell.store(RollingCell::plus(cell.load(std::memory_order_relaxed), current.lap, n), std::memory_order_relaxed);
    }

    /// The sum of the running bucket and the `buckets - 1` before it.
    std::uint64_t sum(std::size_t series, std::size_t buckets) const noexcept {
        Current at = place(ticker_.read());
        std::uint64_t sum = 0;
        for (std::size_t done = 0; done < buckets; ++done) {
            for (std::size_t stripe = 0; stripe < kStripes; ++stripe) {
                const std::uint64_t cell = cell_at(stripe, at.index, series).load(std::memory_order_relaxed);
                if (RollingCell::same_lap(cell, at.lap)) sum += RollingCell::count(cell);
            }
            if (at.index == 0) {
                at.index = buckets_;
                --at.lap;
            }
            --at.index;
        }
        return sum;
    }

    /// How many buckets a window takes, rounded up.
    /// Throws: std::invalid_argument if it is not positive or longer than the ring.
    template <class Rep, class Period>
    std::size_t buckets_of(std::chrono::duration<Rep, Period> window) const {
        const AnyDuration asked{window};
        if (!asked.positive()) throw std::invalid_argument("ttlstore: a window must be positive");
        const Tick ticks = asked.ceil_to<typename Ticker::duration>();
        const auto buckets = static_cast<std::size_t>((ticks - 1) / width_ + 1);
        if (buckets > buckets_) throw std::invalid_argument("ttlstore: a window longer than the buckets hold");
        return buckets;
    }
    std::size_t buckets() const noexcept { return buckets_; }
    double seconds_of(std::size_t buckets) const noexcept {
        using Seconds = std::chrono::duration<double, typename Ticker::duration::period>;
        return std::chrono::duration<double>(Seconds{static_cast<double>(width_) * static_cast<double>(buckets)})
            .count();
    }
    std::size_t memory() const noexcept { return sizeof(*this) + lines_ * kStripes * sizeof(Line); }

private:
    static constexpr std::size_t kStripes = kOwnedSlots + 1;
    static constexpr std::size_t kMostBuckets = std::size_t{1} << 24;
    static constexpr std::size_t kCellsPerLine = 16;  // two cache lines: processors fetch them in pairs

    struct alignas(128) Line {
        std::array<std::atomic<std::uint64_t>, kCellsPerLine> cells{};
    };
    /// Where a time is recorded, and for which times that holds. One thread's alone, so that it divides once a bucket.
    struct alignas(128) Current {
        Tick first = 1;
        Tick last = 0;
        std::size_t index = 0;
        std::uint64_t lap = 0;
        std::size_t row = 0;  // the number of the bucket's first cell
    };

    Current place(Tick now) const noexcept {
        const Tick rest = now % width_ < 0 ? now % width_ + width_ : now % width_;
        const Tick bucket = now / width_ - (now % width_ < 0 ? 1 : 0);
        const auto ring = static_cast<Tick>(buckets_);
        const Tick index = bucket % ring < 0 ? bucket % ring + ring : bucket % ring;
        const Tick lap = bucket / ring - (bucket % ring < 0 ? 1 : 0);
        // Laps count from 1 at the epoch: 0 is the lap of a cell never written.
        return Current{saturating_offset(now, -rest), saturating_add(now, width_ - 1 - rest),
                       static_cast<std::size_t>(index), static_cast<std::uint64_t>(lap) + 1, 0};
    }

    void record_shared(std::size_t series, std::uint64_t n) noexcept {
        Current at = place(ticker_.read());
        std::atomic<std::uint64_t>* cell = &cell_at(kOwnedSlots, at.index, series);
        std::uint64_t seen = cell->load(std::memory_order_relaxed);
        for (;;) {
            if (!RollingCell::same_lap(seen, at.lap)) {
                // This thread may have been held up for longer than a window: then another has reused the cell.
                const Current again = place(ticker_.read());
                if (again.lap != at.lap || again.index != at.index) {
                    at = again;
                    cell = &cell_at(kOwnedSlots, at.index, series);
                    seen = cell->load(std::memory_order_relaxed);
                }
            }
            if (cell->compare_exchange_weak(seen, RollingCell::plus(seen, at.lap, n), std::memory_order_relaxed)) {
                return;
            }
        }
    }

    std::size_t number_of(std::size_t stripe, std::size_t index, std::size_t series) const noexcept {
        return stripe * lines_ * kCellsPerLine + index * Series + series;
    }
    std::atomic<std::uint64_t>& cell_of(std::size_t number) const noexcept {
        return cells_[number / kCellsPerLine].cells[number % kCellsPerLine];
    }
    std::atomic<std::uint64_t>& cell_at(std::size_t stripe, std::size_t index, std::size_t series) const noexcept {
        return cell_of(number_of(stripe, index, series));
    }

    TickerHandle<Ticker> ticker_;
    Tick width_ = 1;
    std::size_t buckets_ = 1;
    std::size_t lines_ = 1;
    std::unique_ptr<Line[]> cells_;
    std::array<Current, kOwnedSlots> currents_{};
};

}  // namespace detail
}  // namespace ttlstore
