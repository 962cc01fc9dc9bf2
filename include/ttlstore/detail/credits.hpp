/// Credits: room for so many entries and so much weight.
#pragma once

#include <algorithm>
#include <cstddef>

namespace ttlstore::detail {

struct Credits {
    std::size_t entries = 0;
    std::size_t weight = 0;

    bool none() const noexcept { return entries == 0 && weight == 0; }
    bool covers(const Credits& other) const noexcept { return entries >= other.entries && weight >= other.weight; }
    Credits& operator+=(const Credits& other) noexcept {
        entries += other.entries;
        weight += other.weight;
        return *this;
    }
};

/// What of `wanted` is missing in `had`.
inline Credits shortfall(const Credits& wanted, const Credits& had) noexcept {
    return {wanted.entries - std::min(wanted.entries, had.entries),
            wanted.weight - std::min(wanted.weight, had.weight)};
}

}  // namespace ttlstore::detail
