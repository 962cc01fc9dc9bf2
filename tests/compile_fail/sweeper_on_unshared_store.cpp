// expect: BackgroundSweeper: this store is not safe to share between threads; take a ShardedTtlStore
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int> store;
ttlstore::BackgroundSweeper sweeper{store};
