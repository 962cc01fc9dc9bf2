// Strict LRU: the entry not accessed for longest goes; an overwrite evicts nobody, an erase removes its own place.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("An overwrite in a full store evicts nobody", "[lru][C11]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    store.set("a", 3);
    CHECK(store.size() == 2);
    CHECK(store.get("b") == 2);
    CHECK(store.stats().evicted == 0);
    check_invariants(store);
}

TEST_CASE("Erasing in the middle of the order removes that entry and no other", "[lru][C11]") {
    Clock clock;
    Store<> store{clock, {.capacity = 5}};
    for (const char* key : {"k0", "k1", "k2", "k3", "k4"}) store.set(key, 1);
    for (const char* key : {"k1", "k3", "k0", "k4", "k2"}) CHECK(store.get(key));
    CHECK(store.erase("k3"));
    CHECK_FALSE(store.erase("nokey"));
    store.set("x", 1);
    store.set("y", 1);
    CHECK(store.stats().evicted == 1);
    CHECK(keys_of(store) == Keys{"k0", "k2", "k4", "x", "y"});
    check_invariants(store);
}

TEST_CASE("Every access promotes", "[lru]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    const auto check_promotes = [&](const char* name, auto access) {
        INFO(name);
        store.clear();
        store.set("a", 1);
        store.set("b", 2);
        access();
        store.set("c", 3);
        CHECK(keys_of(store) == Keys{"a", "c"});
        check_invariants(store);
    };
    check_promotes("find", [&] { store.find("a"); });
    check_promotes("get", [&] { store.get("a"); });
    check_promotes("touch", [&] { store.touch("a"); });
    check_promotes("update", [&] { store.update("a", [](int&) {}); });
    check_promotes("overwrite", [&] { store.set("a", 9); });
    check_promotes("get_or_set", [&] { store.get_or_set("a", [] { return 1; }); });
}

TEST_CASE("A refused write does not promote", "[lru]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(store.set("a", 9, 1h, When::if_absent) == SetResult::condition_not_met);
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"b", "c"});
}

TEST_CASE("A cycle one longer than the store never hits", "[lru]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 100}};
    for (int i = 0; i < 10'000; ++i) store.get_or_set(i % 101, [i] { return i; });
    CHECK(store.stats().hits == 0);
    CHECK(store.stats().evicted == 9'900);
    check_invariants(store);
}

TEST_CASE("The order is the one of a simple list, over many random accesses", "[lru]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 30}};
    std::vector<int> list;  // most recent last
    std::uint32_t random = 1;
    for (int i = 0; i < 20'000; ++i) {
        random = random * 1'664'525U + 1'013'904'223U;
        const int key = static_cast<int>((random >> 16U) % 50);
        const auto place = std::find(list.begin(), list.end(), key);
        const bool hit = place != list.end();
        if (hit)
            list.erase(place);
        else if (list.size() == 30)
            list.erase(list.begin());
        list.push_back(key);
        if ((store.find(key) != nullptr) != hit) FAIL("at access " << i);
        if (!hit) store.set(key, i);
    }
    check_invariants(store);
}

TEST_CASE("A store for one keeps the newest", "[lru]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 1}};
    for (int i = 0; i < 100; ++i) {
        CHECK(store.set(i, i) == SetResult::inserted);
        CHECK(store.get(i) == i);
        CHECK(store.size() == 1);
    }
    check_invariants(store);
}
