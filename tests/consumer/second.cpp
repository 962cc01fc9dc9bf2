// The second translation unit: the same headers and the same store type, linked with main.cpp.
#include <string>

#include <ttlstore/ttl_store.hpp>

using Names = ttlstore::TtlStore<std::string, int, ttlstore::ManualTicker>;

int count_live(const Names& names) {
    int live = 0;
    names.for_each([&live](const std::string&, int) { ++live; });
    return live;
}

void fill(Names& names) {
    names.set("short", 1, std::chrono::seconds(1));
    names.set("long", 2, std::chrono::hours(1));
}
