// LFU by hand: the least often read goes, the first of equals; and old fame fades.
#include <ttlstore/eviction/lfu_eviction.hpp>

#include "unit/eviction_log.hpp"

using namespace unit;
using Lfu = Letters<LfuEviction>;

TEST_CASE("The entry read least often goes", "[lfu]") {
    Lfu letters{{.capacity = 3}};
    letters.set("abc");
    letters.get("aab");
    CHECK(letters.order() == "cba");
    CHECK(letters.set_evicts("d") == "c");
    CHECK(letters.set_evicts("e") == "d");
    letters.get("eee");
    CHECK(letters.set_evicts("f") == "b");
    CHECK(letters.order() == "fae");
}

TEST_CASE("Of entries read equally often the first that was goes", "[lfu]") {
    Lfu letters{{.capacity = 4}};
    letters.set("abcd");
    letters.get("dbca");
    CHECK(letters.order() == "dbca");
    CHECK(letters.set_evicts("e") == "d");
    letters.get("e");
    CHECK(letters.set_evicts("f") == "b");
}

TEST_CASE("An overwrite counts, a question does not", "[lfu][C11]") {
    Lfu letters{{.capacity = 2}};
    letters.set("ab");
    letters.set("a");
    letters.store.contains("b");
    letters.store.ttl("b");
    letters.store.peek("b");
    CHECK(letters.set_evicts("c") == "b");
}

TEST_CASE("Counts beyond the highest list stay in order of the last read", "[lfu]") {
    Lfu letters{{.capacity = 3}};
    letters.set("abc");
    letters.get(std::string(100, 'a') + std::string(100, 'b') + std::string(100, 'c') + "a");
    CHECK(letters.order() == "bca");
}

TEST_CASE("What was read often long ago gives way to what is read now", "[lfu]") {
    Lfu letters{{.capacity = 3}};
    letters.set("abc");
    letters.get(std::string(60, 'a'));
    for (int halving = 0; halving < 6; ++halving) letters.get(std::string(1'024, 'b'));
    letters.get("cccc");
    CHECK(letters.order() == "acb");
    CHECK(letters.set_evicts("d") == "a");
}

TEST_CASE("A halving joins neighbouring lists and keeps their order", "[lfu]") {
    Lfu letters{{.capacity = 10}};
    letters.set("abcdefg");
    letters.get("aaaaaabbbbbcccdde");  // 7, 6, 4, 3, 2, 1, 1
    CHECK(letters.order() == "fgedcba");
    letters.get(std::string(1'024 - 7 - 17, 'g'));  // the last of these halves
    CHECK(letters.order() == "fedcbag");
    letters.get("f");  // now 2, behind c with its 4 / 2
    CHECK(letters.order() == "edcfbag");
    letters.erase("bce");
    CHECK(letters.order() == "dfag");
    letters.get("d");
    CHECK(letters.order() == "fdag");
}

TEST_CASE("A list that took another's entries knows its last", "[lfu]") {
    Lfu letters{{.capacity = 10}};
    letters.set("abcg");
    letters.get("aaaaaabbbbbccc");
    letters.get(std::string(1'024 - 4 - 14, 'g'));
    CHECK(letters.order() == "cbag");
    letters.erase("a");
    letters.get("c");
    CHECK(letters.order() == "bcg");
}

TEST_CASE("When the table grows and entries leave, the lists stay", "[lfu]") {
    Lfu letters{{.capacity = 5}};
    letters.set("abcde");
    letters.get("aabbc");
    letters.store.set_capacity(500);
    CHECK(letters.order() == "decab");
    letters.erase("ad");
    CHECK(letters.order() == "ecb");
    letters.store.clear();
    letters.set("xy");
    CHECK(letters.order() == "xy");
}
