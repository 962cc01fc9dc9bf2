/// WindowClimber: finds the share of a cache at which it hits most, by trying (Einziger, Eytan, Friedman, Manes,
/// "Adaptive Software Cache Management", Middleware 2018).
///
/// Accesses are counted in periods. After each the share moves by a step: on in the direction it went, but back once the
/// hit ratio has fallen below the best since it turned. Steps become smaller as they are taken, so that the share
/// settles, and are up to twice as large where few accesses hit, so that there is little to lose. A hit ratio that
/// changes by kShock says that the load is another one, and the first step size returns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace ttlstore::detail {

class WindowClimber {
public:
    /// Between the 1 % that suits frequency-biased traces and the 20 to 50 % of recency-biased ones, nearer to the
    /// first: a window too small costs less and is left sooner, because it is the first step's direction.
    static constexpr double kFirstShare = 0.05;
    static constexpr double kMostShare = 0.8;
    static constexpr double kStep = 0.02;
    static constexpr double kDecay = 0.98;
    static constexpr double kShock = 0.05;
    /// A fall by less is the load's own noise, and to turn round on noise is to walk at random.
    static constexpr double kNoise = 0.005;
    /// A period, in accesses an entry; with fewer than kFewest a hit ratio is known to some percent only.
    static constexpr std::size_t kPeriod = 10;
    static constexpr std::size_t kFewest = 1'500;

    double share() const noexcept { return share_; }

    void set_entries(std::size_t entries) noexcept {
        constexpr std::size_t kLargest = std::numeric_limits<std::size_t>::max() / kPeriod;
        period_ = std::max(std::min(entries, kLargest) * kPeriod, kFewest);
    }
    void on_hit() noexcept {
        ++hits_;
        count();
    }
    void on_miss() noexcept { count(); }
    /// Nothing is learnt before somebody had to leave.
    void on_eviction() noexcept {
        if (evicts_) return;
        evicts_ = true;
        hits_ = accesses_ = 0;
    }

private:
    void count() noexcept {
        if (++accesses_ >= period_) end_period();
    }
    void end_period() noexcept {
        const double ratio = static_cast<double>(hits_) / static_cast<double>(accesses_);
        hits_ = accesses_ = 0;
        if (!evicts_) return;
        if (best_ratio_ < 0) best_ratio_ = last_ratio_ = ratio;
        if (ratio < best_ratio_ - kNoise) {
            step_ = -step_;
            best_ratio_ = ratio;
        }
        best_ratio_ = std::max(best_ratio_, ratio);
        share_ = std::clamp(share_ + step_ * (1 + (1 - ratio) * (1 - ratio)), 0.0, kMostShare);
        step_ = std::abs(ratio - last_ratio_) >= kShock ? std::copysign(kStep, step_) : step_ * kDecay;
        last_ratio_ = ratio;
    }

    double share_ = kFirstShare;
    double step_ = kStep;
    double last_ratio_ = -1;
    double best_ratio_ = -1;  // since the share moves in this direction
    std::size_t period_ = kFewest;
    std::size_t accesses_ = 0;
    std::size_t hits_ = 0;
    bool evicts_ = false;
};

}  // namespace ttlstore::detail
