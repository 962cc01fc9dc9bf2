// expect: TtlStore: a weigher is called with [(]const Key&, const Value&[)] and returns a std::size_t
#include <string>

#include <ttlstore/ttl_store.hpp>

struct Describes {
    std::string operator()(const int&, const int&) const { return "heavy"; }
};
ttlstore::TtlStore<int, int, ttlstore::WithWeigher<Describes>> store;
