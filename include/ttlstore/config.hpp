/// The plain types of a store's interface: its configuration, the conditions and the results of its calls.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "time.hpp"

namespace ttlstore {

/// How a store is made. Nothing is bounded and nothing expires unless said here or at a set. With FifoExpiry jitter, and
/// default_ttl together with idle_ttl, are errors.
struct StoreConfig {
    std::optional<std::size_t> capacity = {};    ///< entries, dead ones included; 0 is an error
    std::optional<std::size_t> max_weight = {};  ///< sum of the weights, see WithWeigher; 0 is an error
    std::optional<Ttl> default_ttl = {};         ///< of entries set with Expiry::standard()
    std::optional<Ttl> idle_ttl = {};            ///< an entry also dies when not accessed for so long
    /// Takes off up to this share of a ttl, in [0, 1), by a fraction derived from the key's hash: entries set together
    /// do not die together, and the same key always dies at the same time. An Expiry::at is never jittered.
    double jitter = 0;
    std::optional<std::uint64_t> hash_seed = {};  ///< fixes the placement of keys; random if not given
};

enum class When { always, if_absent, if_present };

enum class SetResult {
    inserted,           ///< no entry was alive under the key
    replaced,           ///< a live entry gave way
    condition_not_met,  ///< nothing changed, the arguments are intact
    rejected,           ///< too heavy, or no room to be made; an old value is kept, the arguments are intact
};

/// Compares the new deadline with the present one. No deadline counts as infinitely late; equal is neither.
enum class ExpireIf { always, no_deadline, has_deadline, later, sooner };

/// What one call of sweep may spend.
struct SweepBudget {
    std::size_t entries = std::numeric_limits<std::size_t>::max();
    std::optional<std::chrono::nanoseconds> time = {};  ///< by the store's ticker; one due entry is removed in any case
};

/// Answers of ttl(): no live entry, or one without deadline.
struct Missing {
    friend constexpr bool operator==(Missing, Missing) noexcept { return true; }
};
struct Persistent {
    friend constexpr bool operator==(Persistent, Persistent) noexcept { return true; }
};

}  // namespace ttlstore
