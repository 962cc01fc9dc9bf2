// expect: TtlStore: Keys cannot be compared; give a comparison with WithKeyEqual<>
#include <cstddef>

#include <ttlstore/ttl_store.hpp>

struct Point {
    int x;
};
struct PointHash {
    std::size_t operator()(const Point& point) const { return static_cast<std::size_t>(point.x); }
};
ttlstore::TtlStore<Point, int, ttlstore::WithHash<PointHash>> store;
