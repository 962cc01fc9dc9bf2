/// Runs a trace through a store and counts the misses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <ttlstore/ttlstore.hpp>

#include "hit_ratio/data.hpp"

namespace hit_ratio {

/// How long entries live. Time is counted in requests; a day stands for the whole trace.
enum class Lives {
    endless,
    an_hour,    ///< all the same, a 24th of the trace
    scattered,  ///< each key its own, from six minutes to ten hours, as many short as long ones on a logarithmic scale
};
inline constexpr Lives kAllLives[] = {Lives::endless, Lives::an_hour, Lives::scattered};

inline ttlstore::Expiry life_of(std::uint32_t key, Lives lives, std::size_t requests) {
    using std::chrono::milliseconds;  // one a request
    const double hour = static_cast<double>(requests) / 24;
    if (lives == Lives::endless) return ttlstore::Expiry::never();
    if (lives == Lives::an_hour) return milliseconds{static_cast<std::int64_t>(hour)};
    const std::uint32_t drawn = key * 2'654'435'769U >> 16U;  // 2^32 / golden ratio: neighbours lie far apart
    return milliseconds{static_cast<std::int64_t>(hour * std::pow(100, drawn / 65'536.0) / 10) + 1};
}

/// Misses per request. Mean, lowest and highest over the hash seeds.
struct Misses {
    double mean = 0;
    double lowest = 1;
    double highest = 0;
};

/// The cache starts empty, a miss is followed by an insert of the same key, every request counts.
template <class Policy>
double misses_with_seed(const Trace& trace, std::size_t capacity, Lives lives, std::uint64_t seed) {
    struct Nothing {};
    ttlstore::ManualTicker clock;
    ttlstore::TtlStore<std::uint32_t, Nothing, ttlstore::ManualTicker, Policy> store{
        clock, {.capacity = capacity, .hash_seed = seed}};
    std::size_t misses = 0;
    for (const std::uint32_t key : trace.keys) {
        clock.advance(std::chrono::milliseconds{1});
        if (store.find(key) != nullptr) continue;
        ++misses;
        store.set(key, Nothing{}, life_of(key, lives, trace.keys.size()));
    }
    return static_cast<double>(misses) / static_cast<double>(trace.keys.size());
}

/// Only a policy that hears of hashes depends on the seed.
template <class Policy>
Misses misses_of(const Trace& trace, std::size_t capacity, Lives lives, std::uint64_t seeds) {
    if (!ttlstore::HearsOfHashes<Policy>) seeds = 1;
    Misses found;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const double misses = misses_with_seed<Policy>(trace, capacity, lives, seed);
        found.mean += misses / static_cast<double>(seeds);
        found.lowest = std::min(found.lowest, misses);
        found.highest = std::max(found.highest, misses);
    }
    return found;
}

}  // namespace hit_ratio
