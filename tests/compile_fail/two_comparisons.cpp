// expect: TtlStore: more than one WithKeyEqual among the options
#include <functional>

#include <ttlstore/ttl_store.hpp>

using Compared = ttlstore::WithKeyEqual<std::equal_to<int>>;
ttlstore::TtlStore<int, int, Compared, Compared> store;
