// expect: TtlStore: the hash cannot be called with a Key; give one with WithHash<>
#include <ttlstore/ttl_store.hpp>

struct Point {
    int x;
    friend bool operator==(const Point&, const Point&) = default;
};
ttlstore::TtlStore<Point, int> store;
