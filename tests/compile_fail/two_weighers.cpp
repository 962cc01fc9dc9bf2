// expect: TtlStore: more than one WithWeigher among the options
#include <cstddef>

#include <ttlstore/ttl_store.hpp>

struct Heavy {
    std::size_t operator()(const int&, const int&) const { return 9; }
};
ttlstore::TtlStore<int, int, ttlstore::WithWeigher<Heavy>, ttlstore::WithWeigher<Heavy>> store;
