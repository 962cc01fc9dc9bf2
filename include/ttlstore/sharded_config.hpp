/// How a ShardedTtlStore is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "config.hpp"

namespace ttlstore {

/// StoreConfig's fields, which say how, and the number of shards. All bounds are bounds on the whole.
struct ShardedConfig {
    std::optional<std::size_t> capacity = {};
    std::optional<std::size_t> max_weight = {};
    std::optional<Ttl> default_ttl = {};
    std::optional<Ttl> idle_ttl = {};
    double jitter = 0;
    std::optional<std::uint64_t> hash_seed = {};
    /// Rounded up to a power of two, at most 65536; four a hardware thread unless given; 0 is an error. A small capacity
    /// takes fewer, so that no shard's share is under 8 entries.
    std::optional<std::size_t> shards = {};
};

}  // namespace ttlstore
