// First in, first out: neither reads nor overwrites change who goes next.
#include <ttlstore/eviction/fifo_eviction.hpp>

#include "unit/eviction_log.hpp"

using namespace unit;
using Fifo = Letters<FifoEviction>;

TEST_CASE("The entry stored first goes, however often it was read", "[fifo][C11]") {
    Fifo letters{{.capacity = 3}};
    letters.set("abc");
    letters.get("aaab");
    letters.store.touch("a");
    CHECK(letters.set_evicts("d") == "a");
    CHECK(letters.set_evicts("efg") == "bcd");
}

TEST_CASE("An overwrite keeps the entry's place, an entry set after its death is new", "[fifo][C11]") {
    Fifo letters{{.capacity = 3}};
    letters.set("a", 1s);
    letters.set("bc");
    letters.set("b");
    CHECK(letters.order() == "abc");
    letters.clock.advance(1s);
    letters.set("a");
    CHECK(letters.order() == "bca");
    CHECK(letters.set_evicts("d") == "b");
}

TEST_CASE("Of five, one erased in the middle, the first goes", "[fifo][C11]") {
    Fifo letters{{.capacity = 5}};
    letters.set("abcde");
    letters.get("bdaec");
    letters.erase("d");
    CHECK(letters.set_evicts("xy") == "a");
    CHECK(letters.order() == "bcexy");
}
