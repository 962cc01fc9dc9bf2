// expect: TtlStore: more than one WithAllocator among the options
#include <memory>

#include <ttlstore/ttl_store.hpp>

using Allocated = ttlstore::WithAllocator<std::allocator<int>>;
ttlstore::TtlStore<int, int, Allocated, Allocated> store;
