/// Bounds: how much a store may hold, and the sum that is held against it.
#pragma once

#include <cstddef>
#include <limits>

namespace ttlstore::detail {

/// The sum of all weights. While a newcomer takes its place it may exceed the type; sum() then answers the largest
/// value.
class WeightSum {
public:
    bool exceeds() const noexcept { return exceeds_; }
    std::size_t sum() const noexcept { return exceeds_ ? std::numeric_limits<std::size_t>::max() : low_; }
    void add(std::size_t weight) noexcept {
        low_ += weight;
        if (low_ < weight) exceeds_ = !exceeds_;
    }
    void subtract(std::size_t weight) noexcept {
        if (low_ < weight) exceeds_ = !exceeds_;
        low_ -= weight;
    }

private:
    std::size_t low_ = 0;
    bool exceeds_ = false;  // by one more bit, which is enough: the sum was within bounds before the newcomer
};

/// How much a store may hold; everything unless set.
struct Bounds {
    std::size_t entries = std::numeric_limits<std::size_t>::max();
    std::size_t weight = std::numeric_limits<std::size_t>::max();
};

}  // namespace ttlstore::detail
