// SoonestExpiryEviction: the entry closest to its deadline goes; those without a deadline last.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {
using Soonest = Store<SoonestExpiryEviction, Told>;
}

TEST_CASE("The entry closest to its deadline goes", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 3}, seen};
    store.set("long", 1, 30s);
    store.set("short", 2, 10s);
    store.set("middle", 3, 20s);
    store.set("x", 4, 40s);
    store.set("y", 5, 40s);
    CHECK(seen.take() == Events{evicted("short", 2), evicted("middle", 3)});
    check_invariants(store);
}

TEST_CASE("The scenario of a full store: the dead first, then the one about to die", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 2}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2, 20s);
    clock.advance(10s);
    store.set("c", 3, 1s);
    CHECK(seen.take() == Events{expired("a", 1)});
    store.set("d", 4, 30s);
    CHECK(seen.take() == Events{evicted("c", 3)});
    CHECK(keys_of(store) == Keys{"b", "d"});
    check_invariants(store);
}

TEST_CASE("Entries without a deadline go last", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 3}, seen};
    store.set("never1", 1);
    store.set("never2", 2);
    store.set("century", 3, 100 * 365 * 24h);
    store.set("never3", 4);
    CHECK(seen.take() == Events{evicted("century", 3)});
    store.set("never4", 5);
    CHECK(seen.events().size() == 1);
    CHECK(store.contains("never4"));
    CHECK(store.size() == 3);
    check_invariants(store);
}

TEST_CASE("Among equal deadlines the one scheduled first goes", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 3}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2, 10s);
    store.set("c", 3, 10s);
    store.expire("a", 20s);
    store.expire("a", 10s);  // scheduled anew: now the last of the three
    store.set("d", 4, 10s);
    store.set("e", 5, 10s);
    CHECK(seen.take() == Events{evicted("b", 2), evicted("c", 3)});
    check_invariants(store);
}

TEST_CASE("The newcomer is never its own victim, however short its life", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 2}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2);
    CHECK(store.set("c", 3, 1ms) == SetResult::inserted);
    CHECK(seen.take() == Events{evicted("a", 1)});
    CHECK(store.get("c") == 3);
    CHECK(store.set("d", 4, 1ms) == SetResult::inserted);
    CHECK(seen.take() == Events{evicted("c", 3)});
    check_invariants(store);
}

TEST_CASE("Accesses do not matter, a changed deadline does", "[soonest]") {
    Clock clock;
    Seen seen;
    Soonest store{clock, {.capacity = 2}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2, 20s);
    store.get("a");
    store.expire("b", 5s);
    store.set("c", 3, 30s);
    CHECK(seen.take() == Events{evicted("b", 2)});
    store.persist("a");
    store.set("d", 4, 30s);
    CHECK(seen.take() == Events{evicted("c", 3)});
    check_invariants(store);
}

TEST_CASE("An overwrite that makes others go keeps its own place among equal deadlines", "[soonest][weight]") {
    struct ItsValue {
        std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
    };
    Clock clock;
    Seen seen;
    Store<SoonestExpiryEviction, WithWeigher<ItsValue>, Told> store{clock, {.max_weight = 10}, seen};
    store.set("a", 3, 10s);
    store.set("b", 3, 10s);
    store.set("c", 3, 10s);
    CHECK(store.set("a", 5, Expiry::keep()) == SetResult::replaced);
    CHECK(keys_of(store) == Keys{"a", "c"});
    seen.take();
    store.set("d", 3, 20s);
    CHECK(seen.take() == Events{evicted("a", 5)});  // still scheduled before c
    check_invariants(store);
}
