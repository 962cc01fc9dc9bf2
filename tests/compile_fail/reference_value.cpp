// expect: TtlStore: Key and Value must be plain object types, not references and not const
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int&> store;
