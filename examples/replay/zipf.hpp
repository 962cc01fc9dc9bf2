// Zipf-distributed ranks by rejection-inversion: constant time and no table, whatever the number of ranks.
//
// W. Hoermann, G. Derflinger: "Rejection-inversion to generate variates from monotone discrete distributions",
// ACM Transactions on Modeling and Computer Simulation 6 (3), 1996.
// The histogram of x^-s is covered by its integral H shifted by a half; H is inverted in closed form, and the few
// points that fall outside a bar are drawn again (at most every fourth, mostly far fewer).
#pragma once

#include <cmath>
#include <cstdint>

#include "random.hpp"

namespace replay {

class ZipfRanks {
public:
    /// Ranks 1 to `count` (at least 1) with probability proportional to rank^-exponent; exponent 0 is uniform.
    ZipfRanks(std::uint64_t count, double exponent)
        : count_{static_cast<double>(count)},
          exponent_{exponent},
          low_{integral(1.5) - 1.0},
          high_{integral(count_ + 0.5)},
          sure_{2.0 - inverse_integral(integral(2.5) - density(2.0))} {}

    std::uint64_t operator()(Random& random) const {
        for (;;) {
            const double u = high_ + random.unit() * (low_ - high_);
            const double x = inverse_integral(u);
            double rank = std::floor(x + 0.5);
            if (rank < 1.0) rank = 1.0;
            if (rank > count_) rank = count_;
            // Left of `sure_` every point lies in its bar, so the dearer second question is rarely asked.
            if (rank - x <= sure_ || u >= integral(rank + 0.5) - density(rank)) return static_cast<std::uint64_t>(rank);
        }
    }

private:
    double density(double x) const { return std::exp(-exponent_ * std::log(x)); }

    // (x^(1-s) - 1) / (1-s), whose limit for s = 1 is log x.
    double integral(double x) const {
        const double log_x = std::log(x);
        const double t = (1.0 - exponent_) * log_x;
        return log_x * (std::abs(t) < 1e-8 ? 1.0 + t / 2.0 : std::expm1(t) / t);
    }

    double inverse_integral(double y) const {
        double t = (1.0 - exponent_) * y;
        if (t < -1.0) t = -1.0;  // rounding at the far end of a steep distribution
        return std::exp(y * (std::abs(t) < 1e-8 ? 1.0 - t / 2.0 : std::log1p(t) / t));
    }

    double count_;
    double exponent_;
    double low_;
    double high_;
    double sure_;
};

}  // namespace replay
