// erase, take, erase_if and clear remove what is alive and say how much that was.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("erase removes a live entry once", "[erase]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2);
    CHECK(store.erase("a"));
    CHECK_FALSE(store.erase("a"));
    CHECK_FALSE(store.erase("missing"));
    CHECK(keys_of(store) == Keys{"b"});
    CHECK_FALSE(store.next_deadline());
    CHECK(store.stats().erased == 1);
    check_invariants(store);
}

TEST_CASE("take moves the value out", "[take]") {
    Clock clock;
    TtlStore<std::string, std::unique_ptr<int>, Clock> store{clock};
    store.set("a", std::make_unique<int>(7), 10s);
    const auto taken = store.take("a");
    REQUIRE(taken);
    CHECK(**taken == 7);
    CHECK_FALSE(store.take("a"));
    CHECK(store.stored() == 0);
    CHECK(store.stats().taken == 1);
    CHECK(store.stats().erased == 0);
    CHECK(store.stats().lookups() == 0);
    check_invariants(store);
}

TEST_CASE("erase_if removes what the predicate picks and counts it", "[erase_if]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, -i, 10s);
    CHECK(store.erase_if([](const int& key, const int& value) { return key % 2 == 0 && value == -key; }) == 500);
    CHECK(store.size() == 500);
    for (int i = 0; i < 1'000; ++i) CHECK(store.contains(i) == (i % 2 == 1));
    CHECK(store.stats().erased == 500);
    CHECK(store.erase_if([](int, int) { return true; }) == 500);
    CHECK(store.size() == 0);
    CHECK(store.erase_if([](int, int) { return true; }) == 0);
    check_invariants(store);
}

TEST_CASE("erase_if shows the predicate only what is alive, each entry once", "[erase_if]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) store.set(i, i, std::chrono::seconds{1 + i % 2});
    clock.advance(1s);
    std::vector<int> seen;
    CHECK(store.erase_if([&](int key, int) {
        seen.push_back(key);
        return key % 3 == 0;
    }) == 17);
    std::sort(seen.begin(), seen.end());
    std::vector<int> odd;
    for (int i = 1; i < 100; i += 2) odd.push_back(i);
    CHECK(seen == odd);
    CHECK(store.size() == 33);
    check_invariants(store);
}

TEST_CASE("clear empties the store, which works on as before", "[clear]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 50}};
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 100; ++i) store.set(i, i, std::chrono::seconds{1 + i});
        CHECK(store.size() == 50);
        store.clear();
        CHECK(store.size() == 0);
        CHECK(store.stored() == 0);
        CHECK_FALSE(store.next_deadline());
        CHECK_FALSE(store.get(99));
        check_invariants(store);
    }
    CHECK(store.stats().cleared == 150);
    CHECK(store.stats().evicted == 150);
}

TEST_CASE("clear of an empty store does nothing", "[clear]") {
    Clock clock;
    Store<> store{clock};
    store.clear();
    CHECK(store.stats() == Stats{});
}
