// expect: ShardedTtlStore: a loader returns the Value, a Loaded[{]value, expiry[}], or a std::optional of either
#include <string>

#include <ttlstore/sharded_ttl_store.hpp>

void load(ttlstore::ShardedTtlStore<int, int>& store) {
    store.get_or_load(1, [] { return std::string{"one"}; });
}
