// expect: BackgroundSweeper: this store is not safe to share between threads; take a ShardedTtlStore
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/sharded_ttl_store.hpp>

ttlstore::ShardedTtlStore<int, int, ttlstore::WithMutex<ttlstore::NullMutex>> store;
ttlstore::BackgroundSweeper sweeper{store};
