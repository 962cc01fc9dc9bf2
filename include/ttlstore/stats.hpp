/// What a store counted since it was made, and the bytes it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ttlstore {

/// Lookups are find, get, find_many (one a key) and get_or_set. Questions (peek, contains, ttl, info) count nothing.
struct Stats {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;            ///< absent, or found dead
    std::uint64_t inserted = 0;          ///< entries stored under a key that had none alive
    std::uint64_t replaced = 0;          ///< live values that gave way to a newer one
    std::uint64_t lazily_expired = 0;    ///< dead entries met and removed by a call that is neither of the next two
    std::uint64_t swept = 0;             ///< dead entries removed by sweep
    std::uint64_t expired_for_room = 0;  ///< dead entries removed because a set or set_capacity needed room
    std::uint64_t evicted = 0;
    std::uint64_t erased = 0;
    std::uint64_t taken = 0;
    std::uint64_t cleared = 0;
    std::uint64_t rejected = 0;  ///< sets refused: too heavy, or full under a policy that evicts nobody

    constexpr std::uint64_t lookups() const noexcept { return hits + misses; }
    constexpr std::uint64_t expired() const noexcept { return lazily_expired + swept + expired_for_room; }
    /// hits / lookups; nothing before the first lookup.
    constexpr std::optional<double> hit_ratio() const noexcept {
        if (lookups() == 0) return std::nullopt;
        return static_cast<double>(hits) / static_cast<double>(lookups());
    }
    constexpr Stats& operator+=(const Stats& other) noexcept {
        hits += other.hits;
        misses += other.misses;
        inserted += other.inserted;
        replaced += other.replaced;
        lazily_expired += other.lazily_expired;
        swept += other.swept;
        expired_for_room += other.expired_for_room;
        evicted += other.evicted;
        erased += other.erased;
        taken += other.taken;
        cleared += other.cleared;
        rejected += other.rejected;
        return *this;
    }
    friend constexpr bool operator==(const Stats&, const Stats&) noexcept = default;
};

/// Bytes obtained for each part. What keys and values own elsewhere (a string's text) is not counted.
struct MemoryReport {
    std::size_t table = 0;   ///< control bytes, slots, weights
    std::size_t index = 0;   ///< hooks and nodes of the expiry index
    std::size_t policy = 0;  ///< hooks and nodes of the eviction policy

    constexpr MemoryReport& operator+=(const MemoryReport& other) noexcept {
        table += other.table;
        index += other.index;
        policy += other.policy;
        return *this;
    }
    constexpr std::size_t total() const noexcept { return table + index + policy; }
};

}  // namespace ttlstore
