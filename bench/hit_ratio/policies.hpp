/// The policies that compete. A new one is one line here.
#pragma once

#include <tuple>

#include <ttlstore/ttlstore.hpp>

namespace hit_ratio {

/// What is asked of a policy's misses without ttl.
enum class Asked {
    nothing,
    equality,         ///< with the listed policy of its name, to the last digit of the list
    nearness,         ///< at most kNear above the listed policy of its name, in every cell
    best_of_tiny_lfu  ///< the listed W-TinyLFUs: a mean no higher, no cell more than kFar above the better of them
};
inline constexpr double kNear = 0.01;
inline constexpr double kFar = 0.02;

template <class T>
struct Contestant {
    using Policy = T;
    const char* name;  ///< as the list has it, where it does
    Asked asked;
};

inline constexpr std::tuple kContestants{
    Contestant<ttlstore::LruEviction>{"lru", Asked::equality},
    Contestant<ttlstore::FifoEviction>{"fifo", Asked::equality},
    Contestant<ttlstore::SieveEviction>{"sieve", Asked::equality},
    Contestant<ttlstore::S3FifoEviction>{"s3fifo", Asked::nearness},
    Contestant<ttlstore::LfuEviction>{"lfu", Asked::nearness},
    Contestant<ttlstore::TinyLfuEviction>{"tinylfu", Asked::best_of_tiny_lfu},
    Contestant<ttlstore::SoonestExpiryEviction>{"soonest", Asked::nothing},
};

}  // namespace hit_ratio
