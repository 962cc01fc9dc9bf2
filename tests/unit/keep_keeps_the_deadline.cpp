// Expiry::keep() replaces the value and leaves the deadline; with nothing alive to keep it means standard().
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("keep replaces the value and keeps the deadline to the tick", "[expiry][keep]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    clock.advance(4s);
    CHECK(store.set("a", 2, Expiry::keep()) == SetResult::replaced);
    CHECK(left(store, "a") == 6s);
    clock.advance(6s - 1ms);
    CHECK(store.get("a") == 2);
    clock.advance(1ms);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("keep keeps the absence of a deadline too, whatever the default ttl", "[expiry][keep]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 5s}};
    store.set("a", 1, Expiry::never());
    store.set("a", 2, Expiry::keep());
    CHECK(persistent(store, "a"));
    CHECK(store.get("a") == 2);
}

TEST_CASE("keep on a missing key is standard", "[expiry][keep]") {
    Clock clock;
    Store<> with_default{clock, {.default_ttl = 5s}};
    CHECK(with_default.set("a", 1, Expiry::keep()) == SetResult::inserted);
    CHECK(left(with_default, "a") == 5s);

    Store<> without{clock};
    without.set("a", 1, Expiry::keep());
    CHECK(persistent(without, "a"));
}

TEST_CASE("keep over a dead entry is standard", "[expiry][keep]") {
    Clock clock;
    Store<> with_default{clock, {.default_ttl = 5s}};
    with_default.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(with_default.set("a", 2, Expiry::keep()) == SetResult::inserted);
    CHECK(left(with_default, "a") == 5s);

    Store<> without{clock};
    without.set("a", 1, 1s);
    clock.advance(1s);
    without.set("a", 2, Expiry::keep());
    CHECK(persistent(without, "a"));
    check_invariants(without);
}

TEST_CASE("keep in a get_or_set that has to make a value is standard", "[expiry][keep]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 5s}};
    store.get_or_set(
        "a", [] { return 1; }, Expiry::keep());
    CHECK(left(store, "a") == 5s);
}

TEST_CASE("A kept deadline keeps its place among equal deadlines", "[expiry][keep][sweep]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 5s);
    store.set("b", 2, 5s);
    store.set("a", 3, Expiry::keep());
    clock.advance(5s);
    CHECK(store.sweep(1) == 1);
    CHECK(store.stored() == 1);
    store.clear();
    check_invariants(store);
}
