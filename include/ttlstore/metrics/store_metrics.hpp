/// RollingMetrics: what a sharded store did lately and in all, for WithMetrics<RollingMetrics<Ticker>>.
///
/// A handle: copies share their counters, so the copy kept outside reads what the one in the store records. Recording
/// goes to the stripe of the calling thread (detail/rolling_grid.hpp), and reads the ticker once.
#pragma once

#include <array>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>

#include "../detail/rolling_grid.hpp"
#include "../detail/striped_totals.hpp"
#include "../metrics_role.hpp"

namespace ttlstore {

inline constexpr std::array kOperationNames{"get",     "set",   "update", "erase", "take", "expire",
                                            "persist", "touch", "ask",    "load",  "walk", "sweep"};
inline constexpr std::array kOutcomeNames{"hit", "miss", "inserted", "replaced", "rejected", "failed", "done"};
inline constexpr std::array kRemovalNames{"expired", "evicted"};

/// Safe to use by any number of threads. Memory is constant (`memory()`): 17 stripes x 12 operations x buckets x 8 bytes.
template <class Ticker>
class RollingMetrics {
    static constexpr bool kOwnsTicker = std::is_empty_v<Ticker> && std::default_initializable<Ticker>;

public:
    static constexpr std::size_t kOperations = kOperationNames.size();
    static constexpr std::size_t kOutcomes = kOutcomeNames.size();

    RollingMetrics() requires kOwnsTicker : RollingMetrics{RollingConfig{}} {}
    explicit RollingMetrics(RollingConfig config) requires kOwnsTicker
        : counts_{std::make_shared<Counts>(detail::TickerHandle<Ticker>{}, config)} {}
    /// A ticker with state must outlive the metrics and the stores that hold a copy.
    /// Complexity: O(buckets).
    /// Throws:     std::invalid_argument as RollingCounter; std::bad_alloc.
    explicit RollingMetrics(const Ticker& ticker, RollingConfig config = {})
        : counts_{std::make_shared<Counts>(detail::TickerHandle<Ticker>{ticker}, config)} {}

    /// Complexity: O(1), no allocation.
    void record(Operation operation, Outcome outcome, std::size_t count = 1) noexcept {
        const auto series = static_cast<std::size_t>(operation);
        const std::size_t slot = detail::thread_slot();
        counts_->recent.record(slot, series, count);
        counts_->totals.add(slot, series * kOutcomes + static_cast<std::size_t>(outcome), count);
    }
    void removed(RemovalCause cause) noexcept {
        if (cause == RemovalCause::expired || cause == RemovalCause::evicted) {
            counts_->totals.add(kExpired + (cause == RemovalCause::evicted ? 1 : 0), 1);
        }
    }

    /// In the window, rounded up to whole buckets, the running one included.
    /// Complexity: O(buckets in the window).
    /// Throws:     std::invalid_argument if the window is not positive or longer than all buckets.
    template <class Rep, class Period>
    std::uint64_t count_last(Operation operation, std::chrono::duration<Rep, Period> window) const {
        const auto& recent = counts_->recent;
        return recent.sum(static_cast<std::size_t>(operation), recent.buckets_of(window));
    }

    /// Operations a second over all buckets (five minutes unless configured), silence included.
    /// Complexity: O(buckets).
    double qps(Operation operation) const noexcept {
        const auto& recent = counts_->recent;
        return static_cast<double>(recent.sum(static_cast<std::size_t>(operation), recent.buckets())) /
               recent.seconds_of(recent.buckets());
    }
    /// Over the window.   Throws: as count_last.
    template <class Rep, class Period>
    double qps(Operation operation, std::chrono::duration<Rep, Period> window) const {
        const auto& recent = counts_->recent;
        const std::size_t buckets = recent.buckets_of(window);
        return static_cast<double>(recent.sum(static_cast<std::size_t>(operation), buckets)) /
               recent.seconds_of(buckets);
    }

    /// Since the start. A query beside recorders may see one counter's last call and not yet another's.
    std::uint64_t total(Operation operation, Outcome outcome) const noexcept {
        return counts_->totals.sum(static_cast<std::size_t>(operation) * kOutcomes + static_cast<std::size_t>(outcome));
    }
    std::uint64_t expired() const noexcept { return counts_->totals.sum(kExpired); }
    std::uint64_t evicted() const noexcept { return counts_->totals.sum(kExpired + 1); }

    /// Of the gets; nothing before the first.
    std::optional<double> hit_ratio() const noexcept {
        const auto hits = static_cast<double>(total(Operation::get, Outcome::hit));
        const double asked = hits + static_cast<double>(total(Operation::get, Outcome::miss));
        if (asked == 0) return std::nullopt;
        return hits / asked;
    }

    std::size_t memory() const noexcept { return counts_->recent.memory() + sizeof(counts_->totals); }

private:
    static constexpr std::size_t kExpired = kOperations * kOutcomes;

    struct Counts {
        Counts(detail::TickerHandle<Ticker> ticker, const RollingConfig& config) : recent{ticker, config} {}
        detail::RollingGrid<Ticker, kOperations> recent;
        detail::StripedTotals<kExpired + 2> totals;
    };

    std::shared_ptr<Counts> counts_;
};

}  // namespace ttlstore
