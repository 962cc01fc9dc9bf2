/// Hashing: every key's hash is seeded and mixed, so that an identity hash or a hostile choice of keys spreads too.
///
/// Mixing folds a 64 x 64 -> 128 bit product (as in Wang Yi's wyhash, and in the post-mixers of Boost and Abseil).
/// Strings are hashed 16 bytes a step by the same fold. Not cryptographic; the seed is what an attacker lacks.
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>

namespace ttlstore {
namespace detail {

inline constexpr std::uint64_t kMixA = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio
inline constexpr std::uint64_t kMixB = 0xd6e8feb86659fd93;  // odd, half its bits set
inline constexpr std::uint64_t kMixC = 0xa0761d6478bd642f;

constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
    constexpr std::uint64_t kHalf = 0xffffffff;
    const std::uint64_t low = (a & kHalf) * (b & kHalf);
    const std::uint64_t middle1 = (a >> 32) * (b & kHalf) + (low >> 32);
    const std::uint64_t middle2 = (a & kHalf) * (b >> 32) + (middle1 & kHalf);
    const std::uint64_t high = (a >> 32) * (b >> 32) + (middle1 >> 32) + (middle2 >> 32);
    return ((middle2 << 32) | (low & kHalf)) ^ high;
#endif
}

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t seed) noexcept { return fold(hash ^ seed, kMixA); }

template <class Word>
std::uint64_t read_word(const char* from) noexcept {
    Word word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

inline std::uint64_t hash_bytes(const char* data, std::size_t size, std::uint64_t seed) noexcept {
    std::uint64_t state = seed ^ kMixC;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    if (size > 16) {
        const char* const tail = data + size - 16;
        for (; data < tail; data += 16) {
            state = fold(read_word<std::uint64_t>(data) ^ kMixA, read_word<std::uint64_t>(data + 8) ^ state);
        }
        first = read_word<std::uint64_t>(tail);
        last = read_word<std::uint64_t>(tail + 8);
    } else if (size >= 8) {
        first = read_word<std::uint64_t>(data);
        last = read_word<std::uint64_t>(data + size - 8);
    } else if (size >= 4) {
        first = read_word<std::uint32_t>(data);
        last = read_word<std::uint32_t>(data + size - 4);
    } else if (size > 0) {
        first = read_word<std::uint8_t>(data) << 16 | read_word<std::uint8_t>(data + size / 2) << 8 |
                read_word<std::uint8_t>(data + size - 1);
    }
    return fold(kMixB ^ size, fold(first ^ kMixA, last ^ state));
}

/// Different in every store, so that no list of keys can be prepared against it.
inline std::uint64_t random_seed(std::uintptr_t address) noexcept {
    std::uint64_t seed = address;
    seed ^= static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()) * kMixB;
    try {
        std::random_device device;
        seed ^= static_cast<std::uint64_t>(device()) << 32 | device();
    } catch (...) {
        // No entropy source: address and time still differ between stores.
    }
    return mix(seed, kMixC);
}

template <class T>
inline constexpr bool is_string = false;
template <class Char, class Traits, class Allocator>
inline constexpr bool is_string<std::basic_string<Char, Traits, Allocator>> = true;
template <class Char, class Traits>
inline constexpr bool is_string<std::basic_string_view<Char, Traits>> = true;

}  // namespace detail

/// Seeded, transparent hash of anything that converts to std::basic_string_view<Char>.
template <class Char>
struct StringHash {
    using is_transparent = void;

    std::uint64_t operator()(std::basic_string_view<Char> text, std::uint64_t seed = 0) const noexcept {
        return detail::hash_bytes(reinterpret_cast<const char*>(text.data()), text.size() * sizeof(Char), seed);
    }
};

namespace detail {

template <class Key>
struct DefaultHash {
    using type = std::hash<Key>;
};
template <class Key>
requires is_string<Key>
struct DefaultHash<Key> {
    using type = StringHash<typename Key::value_type>;
};

template <class Key>
using DefaultKeyEqual = std::conditional_t<is_string<Key>, std::equal_to<>, std::equal_to<Key>>;

/// What the table uses: `Hash` seeded and mixed. A hash that takes a seed is trusted to mix by itself.
template <class Hash, class Q>
std::uint64_t seeded_hash(const Hash& hash, const Q& key, std::uint64_t seed) noexcept(noexcept(hash(key))) {
    if constexpr (requires {
                      { hash(key, seed) } -> std::same_as<std::uint64_t>;
                  })
        return hash(key, seed);
    else
        return mix(static_cast<std::uint64_t>(hash(key)), seed);
}

/// A key together with its seeded hash, for one who had to know that before.
template <class Q>
struct Hashed {
    const Q& key;
    std::uint64_t hash;
};
template <class Q>
constexpr const Q& unhashed(const Q& key) noexcept {
    return key;
}
template <class Q>
constexpr const Q& unhashed(const Hashed<Q>& hashed) noexcept {
    return hashed.key;
}

}  // namespace detail
}  // namespace ttlstore
