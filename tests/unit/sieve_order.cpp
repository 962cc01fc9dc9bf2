// SIEVE by hand: who goes, and where the hand stands afterwards.
#include <ttlstore/eviction/sieve_eviction.hpp>

#include "unit/eviction_log.hpp"

using namespace unit;
using Sieve = Letters<SieveEviction>;

TEST_CASE("The hand passes what was read and takes the first that was not", "[sieve]") {
    Sieve letters{{.capacity = 3}};
    letters.set("abc");
    letters.get("a");
    CHECK(letters.set_evicts("d") == "b");  // a is passed, the hand stands at c
    CHECK(letters.set_evicts("e") == "c");  // not a, though it is older and unread since: the hand is past it
    letters.get("de");
    CHECK(letters.set_evicts("f") == "a");  // d and e are passed, f is new, the hand begins again
    CHECK(letters.set_evicts("g") == "d");
    CHECK(letters.order() == "efg");
}

TEST_CASE("Survivors keep their place", "[sieve]") {
    Sieve letters{{.capacity = 5}};
    letters.set("abcde");
    letters.get("abd");
    CHECK(letters.order() == "ceabd");
    CHECK(letters.set_evicts("f") == "c");
    CHECK(letters.order() == "efabd");
    CHECK(letters.set_evicts("ghi") == "efg");  // newcomers that nobody reads go first
    CHECK(letters.order() == "hiabd");
}

TEST_CASE("Past the newest the hand begins at the oldest, not at the newcomer", "[sieve]") {
    Sieve letters{{.capacity = 2}};
    letters.set("ab");
    letters.get("a");
    CHECK(letters.set_evicts("c") == "b");  // the newest of those that were there
    CHECK(letters.set_evicts("d") == "a");
    letters.get("cd");
    CHECK(letters.set_evicts("e") == "c");
}

TEST_CASE("Erasing the entry that the hand stands on moves the hand to the next", "[sieve]") {
    Sieve letters{{.capacity = 4}};
    letters.set("abcd");
    letters.get("a");
    CHECK(letters.set_evicts("e") == "b");
    letters.erase("c");  // there stood the hand
    CHECK(letters.set_evicts("f") == "");
    CHECK(letters.set_evicts("g") == "d");
    letters.erase("e");
    letters.erase("fg");
    CHECK(letters.set_evicts("hijk") == "a");  // nothing is left where the hand stood: it begins again
}

TEST_CASE("The dead leave hand and order behind", "[sieve][C10]") {
    Sieve letters{{.capacity = 3}};
    letters.set("ab");
    letters.set("c", 1s);
    letters.get("ab");
    CHECK(letters.set_evicts("d") == "c");
    letters.erase("d");
    letters.set("c", 1s);
    letters.clock.advance(1s);
    CHECK(letters.store.find("c") == nullptr);
    letters.set("c");
    CHECK(letters.order().size() == 3);
    CHECK(letters.set_evicts("e") == "a");
}

TEST_CASE("When the table grows, hand and marks go along", "[sieve]") {
    Sieve letters{{.capacity = 3}};
    letters.set("abc");
    letters.get("ab");
    CHECK(letters.set_evicts("d") == "c");
    letters.get("a");
    const std::string before = letters.order();
    CHECK(before == "bda");
    letters.store.set_capacity(500);
    CHECK(letters.order() == before);
    letters.store.set_capacity(3);
    CHECK(letters.set_evicts("e") == "b");
    CHECK(letters.set_evicts("f") == "d");
}

TEST_CASE("clear forgets the hand", "[sieve]") {
    Sieve letters{{.capacity = 3}};
    letters.set("abc");
    letters.get("ab");
    letters.set("d");
    letters.store.clear();
    letters.set("xyz");
    CHECK(letters.order() == "xyz");
}
