// expect: ShardedTtlStore: values that are loaded must be copyable
#include <memory>

#include <ttlstore/sharded_ttl_store.hpp>

void load(ttlstore::ShardedTtlStore<int, std::unique_ptr<int>>& store) {
    store.get_or_load(1, [] { return std::make_unique<int>(1); });
}
