// expect: ShardedTtlStore: a loader is called with [(]const Key&[)] or with nothing
#include <ttlstore/sharded_ttl_store.hpp>

void load(ttlstore::ShardedTtlStore<int, int>& store) {
    store.get_or_load(1, [](int, int) { return 1; });
}
