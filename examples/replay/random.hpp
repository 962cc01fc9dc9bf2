// A small generator of our own: the same numbers from the same seed with every standard library.
#pragma once

#include <cstdint>

namespace replay {

/// Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014: a bijection that scatters bits.
constexpr std::uint64_t scattered(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

class Random {
public:
    constexpr explicit Random(std::uint64_t seed) : state_{scattered(seed)} {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15U;
        return scattered(state_);
    }
    /// From [0, 1), 53 bits.
    constexpr double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

private:
    std::uint64_t state_;
};

/// Maps 64 random bits to [0, n); the bias is below n / 2^32.
constexpr std::uint32_t below(std::uint32_t n, std::uint64_t bits) {
    return static_cast<std::uint32_t>(((bits >> 32U) * n) >> 32U);
}

}  // namespace replay
