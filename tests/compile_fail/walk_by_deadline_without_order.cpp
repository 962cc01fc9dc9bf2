// expect: TtlStore: this expiry index keeps no order to walk in; OrderedExpiry does
#include <ttlstore/ttl_store.hpp>

#include "some_index.hpp"

void walk(const ttlstore::TtlStore<int, int, SomeIndex>& store) {
    store.for_each_by_deadline([](const int&, const int&) {});
}
