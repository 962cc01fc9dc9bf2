// expect: TtlStore: a ticker with state must outlive the store; pass a variable, not a temporary
#include <ttlstore/ttl_store.hpp>

ttlstore::TtlStore<int, int, ttlstore::ManualTicker> store{ttlstore::ManualTicker{}};
