// expect: TtlStore: a listener is called with [(]const Key&, Value&&, const Removal&[)]
#include <ttlstore/ttl_store.hpp>

struct WantsKeyOnly {
    void operator()(const int&) const {}
};
ttlstore::TtlStore<int, int, ttlstore::WithListener<WantsKeyOnly>> store;
