// A program that uses the library from two translation units; every way of consuming it builds this.
#include <cstdio>
#include <string>

#include <ttlstore/ttl_store.hpp>

using Names = ttlstore::TtlStore<std::string, int, ttlstore::ManualTicker>;

int count_live(const Names& names);
void fill(Names& names);

int main() {
    ttlstore::ManualTicker clock;
    Names names{clock, {.capacity = 8}};
    fill(names);
    clock.advance(std::chrono::seconds(2));
    if (names.find("short") != nullptr || count_live(names) != 1) {
        std::puts("consumer: wrong answer");
        return 1;
    }
    std::puts("consumer: works");
    return 0;
}
