// Every counter counts its own thing; hits and misses are lookups, and every entry gone is counted once.
#include <array>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A new store has counted nothing and has no hit ratio", "[stats]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.stats() == Stats{});
    CHECK_FALSE(store.stats().hit_ratio());
}

TEST_CASE("An expired lookup is one miss and one expiry", "[stats]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 1s);
    store.get("a");
    clock.advance(1s);
    store.get("a");
    store.get("zzz");
    store.sweep(kAll);
    const Stats stats = store.stats();
    CHECK(stats.hits == 1);
    CHECK(stats.misses == 2);
    CHECK(stats.lookups() == 3);
    CHECK(stats.expired() == 1);
    CHECK(stats.evicted == 0);
}

TEST_CASE("The hit ratio is hits over lookups", "[stats]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    for (const char* key : {"a", "a", "a", "b"}) store.find(key);
    CHECK(store.stats().hit_ratio() == 0.75);
}

TEST_CASE("Lookups are find, get, find_many and get_or_set, nothing else", "[stats]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    store.find("a");
    store.get("a");
    store.find_many(std::array{"a", "b"}, [](std::size_t, int*) {});
    store.get_or_set("a", [] { return 1; });
    store.get_or_set("c", [] { return 1; });
    CHECK(store.stats().hits == 4);
    CHECK(store.stats().misses == 2);

    static_cast<void>(store.peek("a"));
    static_cast<void>(store.contains("a"));
    static_cast<void>(store.ttl("a"));
    static_cast<void>(store.info("a"));
    store.update("a", [](int&) {});
    store.touch("a");
    store.set("a", 2);
    store.expire("a", 5s);
    store.persist("a");
    store.take("a");
    store.erase("x");
    CHECK(store.stats().lookups() == 6);
}

TEST_CASE("Each way out of the store has its counter", "[stats]") {
    Clock clock;
    Store<> store{clock, {.capacity = 3}};
    store.set("a", 1);
    store.set("a", 2);
    CHECK(store.stats().inserted == 1);
    CHECK(store.stats().replaced == 1);
    store.erase("a");
    CHECK(store.stats().erased == 1);
    store.set("a", 1);
    store.take("a");
    CHECK(store.stats().taken == 1);
    for (const char* key : {"a", "b", "c", "d"}) store.set(key, 1);
    CHECK(store.stats().evicted == 1);
    store.clear();
    CHECK(store.stats().cleared == 3);

    store.set("lazy", 1, 1s);
    store.set("swept", 1, 1s);
    clock.advance(1s);
    store.get("lazy");
    CHECK(store.stats().lazily_expired == 1);
    store.sweep(kAll);
    CHECK(store.stats().swept == 1);
    for (const char* key : {"x", "y", "z"}) store.set(key, 1, 1s);
    clock.advance(1s);
    store.set("new", 1);
    CHECK(store.stats().expired_for_room >= 1);
    CHECK(store.stats().evicted == 1);
    CHECK(store.stats().rejected == 0);
    check_invariants(store);
}

TEST_CASE("Dead entries met by writes and removals count as lazily expired", "[stats]") {
    Clock clock;
    Store<> store{clock};
    std::uint64_t expected = 0;
    const auto check = [&](auto call) {
        store.set("a", 1, 1s);
        clock.advance(1s);
        call();
        CHECK(store.stats().lazily_expired == ++expected);
        store.clear();
    };
    check([&] { store.set("a", 2); });
    check([&] { store.find("a"); });
    check([&] { store.get("a"); });
    check([&] { store.take("a"); });
    check([&] { store.erase("a"); });
    check([&] { store.clear(); });
    check([&] { store.get_or_set("a", [] { return 1; }); });
    check([&] { store.set("a", 2, Expiry::at(clock.now())); });
    CHECK(store.stats().swept == 0);
    CHECK(store.stats().expired_for_room == 0);
}

TEST_CASE("What came in is what left plus what is stored, after any mixture of calls", "[stats]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 40}};
    std::uint32_t random = 7;
    for (int i = 0; i < 20'000; ++i) {
        random = random * 1'664'525U + 1'013'904'223U;
        const int key = static_cast<int>((random >> 20U) % 100);
        switch ((random >> 12U) % 10) {
            case 0:
                store.erase(key);
                break;
            case 1:
                store.take(key);
                break;
            case 2:
                store.get(key);
                break;
            case 3:
                store.sweep(2);
                break;
            case 4:
                clock.advance(3ms);
                break;
            case 5:
                store.expire(key, 5ms);
                break;
            case 6:
                store.get_or_set(key, [i] { return i; });
                break;
            default:
                store.set(key, i, std::chrono::milliseconds{1 + key});
                break;
        }
        if (i % 5'000 == 4'999) store.clear();
        const Stats s = store.stats();
        const auto gone = s.evicted + s.expired() + s.erased + s.taken + s.cleared;
        if (s.inserted != gone + store.stored()) FAIL("after call " << i);
    }
    CHECK(store.stats().replaced > 0);
    CHECK(store.stats().rejected == 0);
    check_invariants(store);
}
