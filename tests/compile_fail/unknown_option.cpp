// expect: TtlStore: an option plays no role; options are a Ticker, an ExpiryIndex, an EvictionPolicy and With
#include <ttlstore/ttl_store.hpp>

struct NotAnOption {};
ttlstore::TtlStore<int, int, NotAnOption> store;
