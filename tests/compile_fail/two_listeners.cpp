// expect: TtlStore: more than one WithListener among the options
#include <ttlstore/ttl_store.hpp>

struct Deaf {
    void operator()(const int&, int&&, const ttlstore::Removal&) const {}
};
ttlstore::TtlStore<int, int, ttlstore::WithListener<Deaf>, ttlstore::WithListener<Deaf>> store;
