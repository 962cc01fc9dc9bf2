// expect: ShardedTtlStore: more than one WithMutex among the options
#include <ttlstore/sharded_ttl_store.hpp>

using namespace ttlstore;
ShardedTtlStore<int, int, WithMutex<SpinMutex>, WithMutex<NullMutex>> store;
