// expect: TtlStore: more than one eviction policy among the options
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int, ttlstore::LruEviction, ttlstore::NoEviction> store;
