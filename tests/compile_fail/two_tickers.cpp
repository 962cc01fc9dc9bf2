// expect: TtlStore: more than one ticker among the options
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int, ttlstore::SteadyTicker, ttlstore::CoarseTicker> store;
