// expect: TtlStore: more than one expiry index among the options
#include <ttlstore/ttl_store.hpp>

#include "some_index.hpp"

ttlstore::TtlStore<int, int, ttlstore::OrderedExpiry, SomeIndex> store;
