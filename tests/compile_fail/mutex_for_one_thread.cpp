// expect: TtlStore: WithMutex and WithMetrics are options of ShardedTtlStore
#include <ttlstore/sharded_ttl_store.hpp>

ttlstore::TtlStore<int, int, ttlstore::WithMutex<ttlstore::SpinMutex>> store;
