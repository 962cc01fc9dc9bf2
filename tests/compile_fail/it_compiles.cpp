// expect: this program has nothing wrong with it
#include <string>

#include <ttlstore/ttl_store.hpp>

int main() {
    ttlstore::ManualTicker clock;
    ttlstore::TtlStore<std::string, int, ttlstore::ManualTicker> store{clock, {.capacity = 2}};
    return store.contains("a") ? 1 : 0;
}
