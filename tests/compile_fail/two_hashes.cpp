// expect: TtlStore: more than one WithHash among the options
#include <functional>

#include <ttlstore/ttl_store.hpp>

using Hashed = ttlstore::WithHash<std::hash<int>>;
ttlstore::TtlStore<int, int, Hashed, Hashed> store;
