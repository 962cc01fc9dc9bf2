// TinyLfuEviction in a store: the dead, overwriting, erasing, weights, and bounds that change.
#include <ttlstore/eviction/tiny_lfu_eviction.hpp>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

using TinyLfu = Store<TinyLfuEviction, Told>;

struct ItsValue {
    std::size_t operator()(const std::string& /*key*/, int value) const { return static_cast<std::size_t>(value); }
};
using Weighing = Store<TinyLfuEviction, WithWeigher<ItsValue>, Told>;

}  // namespace

TEST_CASE("The dead go first and leave nothing behind in the segments", "[tinylfu]") {
    Clock clock;
    Seen seen;
    TinyLfu store{clock, {.capacity = 3}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    CHECK(store.get("a") == 1);
    clock.advance(1s);
    store.set("d", 4);
    CHECK(seen.take() == Events{expired("a", 1)});
    CHECK(keys_of(store) == Keys{"b", "c", "d"});
    check_invariants(store);

    store.set("e", 5, 1s);
    seen.take();
    clock.advance(1s);
    CHECK_FALSE(store.get("e"));
    store.set("e", 9);
    CHECK(store.size() == 3);
    CHECK(store.stats().evicted == 1);
    check_invariants(store);
}

TEST_CASE("Overwriting evicts nobody and erasing takes out its own entry only", "[tinylfu]") {
    Clock clock;
    Seen seen;
    TinyLfu store{clock, {.capacity = 5}, seen};
    for (const char* key : {"k0", "k1", "k2", "k3", "k4"}) store.set(key, 1);
    store.set("k0", 2);
    CHECK(seen.take() == Events{replaced("k0", 1)});
    for (const char* key : {"k1", "k3", "k0", "k4", "k2"}) CHECK(store.get(key));
    CHECK(store.erase("k3"));
    CHECK_FALSE(store.erase("nokey"));
    store.set("x", 1);
    CHECK(seen.take() == Events{erased("k3", 1)});
    store.set("y", 1);
    CHECK(seen.take().size() == 1);
    CHECK(store.size() == 5);
    CHECK(store.contains("y"));
    check_invariants(store);
}

TEST_CASE("Weights stay within their bound whatever segment a heavy entry is in", "[tinylfu][weight]") {
    Clock clock;
    Seen seen;
    Weighing store{clock, {.max_weight = 10}, seen};
    store.set("a", 9);
    store.set("b", 1);
    CHECK(store.set("c", 20) == SetResult::rejected);
    CHECK(store.get("a"));
    CHECK(store.get("b"));
    CHECK(store.set("b", 2) == SetResult::replaced);  // nobody else can go
    CHECK(seen.take() == Events{replaced("b", 1), evicted("a", 9)});
    CHECK(store.set("b", 11) == SetResult::rejected);
    CHECK(store.get("b") == 2);
    check_invariants(store);

    for (const char* key : {"d", "e", "f", "g"}) store.set(key, 2);
    store.get("d");
    CHECK(store.set("heavy", 9) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"heavy"});
    check_invariants(store);
}

TEST_CASE("Shrinking keeps the living in use, growing keeps all", "[tinylfu]") {
    Clock clock;
    Seen seen;
    TinyLfu store{clock, {.capacity = 5}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2, 1s);
    for (const char* key : {"c", "d", "e"}) store.set(key, 3);
    clock.advance(1s);
    store.set_capacity(3);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 2);
    for (const char* key : {"c", "d", "e"}) CHECK(store.get(key));
    check_invariants(store);
    store.set_capacity(1);
    CHECK(store.size() == 1);
    CHECK(store.get("e"));
    check_invariants(store);
    store.set_capacity(1'000);
    for (int i = 0; i < 999; ++i) store.set(std::to_string(i), i);
    CHECK(store.size() == 1'000);
    CHECK(store.memory().policy > std::size_t{1'000} * 8);
    check_invariants(store);
}

TEST_CASE("A store bounded late lets its entries in as they lie", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock};
    for (int i = 0; i < 300; ++i) store.set(std::to_string(i), i);
    store.set_capacity(100);
    CHECK(store.size() == 100);
    for (int i = 0; i < 300; ++i) store.set(std::to_string(i), i);
    CHECK(store.size() == 100);
    CHECK(store.contains("299"));
    check_invariants(store);
}
