// expect: TtlStore: this expiry index keeps no order to walk in; OrderedExpiry does
#include <ttlstore/ttl_store.hpp>

void walk(const ttlstore::TtlStore<int, int, ttlstore::LazyExpiry>& store) {
    store.for_each_by_deadline([](const int&, const int&) {});
}
