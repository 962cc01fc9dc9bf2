// The clock, the stores and the questions of the sharded store's tests. Knows the inside where a test needs keys of one
// shard.
#pragma once

#include <string>
#include <vector>

#include <ttlstore/sharded_ttl_store.hpp>

#include "unit/shorthand.hpp"

namespace sharded_test {

using namespace unit;

template <class... Options>
using Sharded = ShardedTtlStore<std::string, int, Clock, Options...>;

/// The store's shard of a key.
template <class Store>
std::size_t shard_of(const Store& store, const typename Store::key_type& key) {
    const auto& shards = detail::Access::shards(store);
    return shards.number_of(shards.hash(key));
}

/// The first `count` of k0, k1, ... that lie in a shard.
template <class Store>
Keys keys_in(const Store& store, std::size_t shard, std::size_t count) {
    Keys keys;
    for (int i = 0; keys.size() < count && i < 1'000'000; ++i) {
        const std::string key = "k" + std::to_string(i);
        if (shard_of(store, key) == shard) keys.push_back(key);
    }
    return keys;
}

}  // namespace sharded_test
