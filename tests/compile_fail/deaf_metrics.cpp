// expect: ShardedTtlStore: metrics are told with record\(Operation, Outcome, count\) and removed\(RemovalCause\)
#include <ttlstore/sharded_ttl_store.hpp>

struct Deaf {};
ttlstore::ShardedTtlStore<int, int, ttlstore::WithMetrics<Deaf>> store;
