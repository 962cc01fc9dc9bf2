// expect: SoonestExpiryEviction: this expiry index cannot tell which entry is due soonest
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int, ttlstore::LazyExpiry, ttlstore::SoonestExpiryEviction> store{{.capacity = 10}};

void use() { store.set(1, 1); }
