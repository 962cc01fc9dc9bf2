// expect: ShardedTtlStore: a ticker with state must outlive the store; pass a variable, not a temporary
#include <ttlstore/sharded_ttl_store.hpp>

ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker> store{ttlstore::ManualTicker{}};
