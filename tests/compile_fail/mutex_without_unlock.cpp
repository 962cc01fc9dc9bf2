// expect: ShardedTtlStore: a mutex has lock\(\), try_lock\(\) and unlock\(\)
#include <ttlstore/sharded_ttl_store.hpp>

struct Latch {
    void lock() {}
};
ttlstore::ShardedTtlStore<int, int, ttlstore::WithMutex<Latch>> store;
