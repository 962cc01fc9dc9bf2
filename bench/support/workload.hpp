/// The keys and the order they are asked for: the same on every machine and in every run, and the same for each
/// contestant.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace bench {

using Number = std::uint64_t;

inline constexpr std::size_t kThousand = 1'000;
inline constexpr std::size_t kHundredThousand = 100'000;
inline constexpr std::size_t kMillion = 1'000'000;
inline constexpr std::size_t kTenMillion = 10'000'000;

/// A bijection of 64 bits that leaves no pattern of its argument: distinct numbers give distinct, scattered keys.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    return x;
}

/// A counter sent through `mixed`: small, seedable, good enough to shuffle with.
class Rng {
public:
    explicit Rng(std::uint64_t seed) : state_{mixed(seed + 1)} {}
    std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15u); }
    /// Uniform in [0, bound); the bias is below bound / 2^64.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t x = next();
        const std::uint64_t low = (x & 0xffffffffu) * bound >> 32;  // bound < 2^32 is asked of the callers
        return ((x >> 32) * bound + low) >> 32;
    }
    /// Uniform in [0, 1).
    double fraction() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t state_;
};

/// The `number`-th key of a set without repetitions: 64 scattered bits, or 24 bytes of text with a common beginning.
template <class Key>
Key make_key(std::uint64_t number);

template <>
inline std::uint64_t make_key<std::uint64_t>(std::uint64_t number) {
    return mixed(number + 1);
}

template <>
inline std::string make_key<std::string>(std::uint64_t number) {
    std::string key = "session:0000000000000000";
    std::uint64_t rest = mixed(number + 1);
    for (std::size_t at = key.size(); rest != 0; rest >>= 4) key[--at] = "0123456789abcdef"[rest & 15];
    return key;
}

/// Keys number `first`, `first + 1`, ...; sets whose numbers do not overlap have no key in common.
template <class Key>
std::vector<Key> make_keys(std::size_t count, std::uint64_t first = 0) {
    std::vector<Key> keys;
    keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i) keys.push_back(make_key<Key>(first + i));
    return keys;
}

/// Numbers from here on are never used for stored keys.
inline constexpr std::uint64_t kAbsent = std::uint64_t{1} << 40;

/// What is stored under the `index`-th key, so that a sum of values proves which entries were found.
constexpr std::uint64_t value_of(std::size_t index) { return 2 * static_cast<std::uint64_t>(index) + 1; }

enum class Spread {
    uniform,  ///< every entry equally often: the worst case for caches
    zipf      ///< rank r with a weight of 1 / r^0.99: what request logs look like
};

inline void shuffle(std::span<std::uint32_t> numbers, Rng& rng) {
    for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[rng.below(i)]);
}

inline std::vector<std::uint32_t> permutation(std::size_t count, Rng& rng) {
    std::vector<std::uint32_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint32_t>(i);
    shuffle(order, rng);
    return order;
}

/// `length` indexes below `entries`. Uniform: one permutation after another, so that each entry comes equally often.
/// Zipf: drawn, and the ranks are scattered over the entries, so that the popular ones are no neighbours in memory.
inline std::vector<std::uint32_t> index_stream(Spread spread, std::size_t entries, std::size_t length,
                                               std::uint64_t seed = 1) {
    Rng rng{seed};
    std::vector<std::uint32_t> order = permutation(entries, rng);
    std::vector<std::uint32_t> stream;
    stream.reserve(length);
    if (spread == Spread::uniform) {
        while (stream.size() < length) {
            const std::size_t part = std::min(entries, length - stream.size());
            stream.insert(stream.end(), order.begin(), order.begin() + static_cast<std::ptrdiff_t>(part));
            if (stream.size() < length) shuffle(order, rng);
        }
        return stream;
    }
    std::vector<double> cumulated(entries);
    double total = 0;
    for (std::size_t rank = 0; rank < entries; ++rank) {
        total += std::pow(static_cast<double>(rank + 1), -0.99);
        cumulated[rank] = total;
    }
    for (std::size_t i = 0; i < length; ++i) {
        const auto rank = std::upper_bound(cumulated.begin(), cumulated.end() - 1, rng.fraction() * total);
        stream.push_back(order[static_cast<std::size_t>(rank - cumulated.begin())]);
    }
    return stream;
}

/// The keys themselves in the order of lookup, side by side: reading the stream is sequential and costs next to
/// nothing.
template <class Key>
std::vector<Key> in_order(const std::vector<Key>& keys, std::span<const std::uint32_t> indexes) {
    std::vector<Key> lookups;
    lookups.reserve(indexes.size());
    for (const std::uint32_t index : indexes) lookups.push_back(keys[index]);
    return lookups;
}

inline std::uint64_t sum_of_values(std::span<const std::uint32_t> indexes) {
    std::uint64_t sum = 0;
    for (const std::uint32_t index : indexes) sum += value_of(index);
    return sum;
}

/// A set of keys, the order they are asked for, and what the answers add up to.
template <class Key>
struct Workload {
    std::vector<Key> keys;
    std::shared_ptr<const std::vector<Key>> lookups;
    std::uint64_t sum = 0;
};

/// Lookups for so many entries: each at least once, and for 64-bit keys a million, so that no branch predictor learns
/// the order. A hundred thousand for strings, which are larger.
template <class Key>
constexpr std::size_t stream_length(std::size_t entries) {
    return std::max(entries, std::is_same_v<Key, Number> ? kMillion : kHundredThousand);
}

template <class Key>
Workload<Key> make_workload(std::size_t entries, Spread spread = Spread::uniform) {
    const std::vector<std::uint32_t> indexes = index_stream(spread, entries, stream_length<Key>(entries));
    std::vector<Key> keys = make_keys<Key>(entries);
    auto lookups = std::make_shared<const std::vector<Key>>(in_order(keys, std::span{indexes}));
    return {std::move(keys), std::move(lookups), sum_of_values(indexes)};
}

}  // namespace bench
