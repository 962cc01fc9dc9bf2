// Expiry::standard() is the store's default ttl, else never; an own ttl and never() win over the default.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Without a default ttl a plain set lives for ever", "[expiry][default]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    store.set("b", 1, Expiry::standard());
    store.set("c", 1, Expiry::never());
    clock.advance(1'000 * 365 * 24h);
    for (const char* key : {"a", "b", "c"}) CHECK(persistent(store, key));
    CHECK(store.size() == 3);
}

TEST_CASE("The default ttl applies to every write that names no other", "[expiry][default]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 30s}};
    store.set("set", 1);
    store.set("absent", 1, Expiry::standard(), When::if_absent);
    store.get_or_set("made", [] { return 1; });
    store.set("own", 1, 5s);
    store.set("never", 1, Expiry::never());
    CHECK(left(store, "set") == 30s);
    CHECK(left(store, "absent") == 30s);
    CHECK(left(store, "made") == 30s);
    CHECK(left(store, "own") == 5s);
    CHECK(persistent(store, "never"));

    clock.advance(30s - 1ms);
    CHECK(store.size() == 4);
    clock.advance(1ms);
    CHECK(keys_of(store) == Keys{"never"});
    check_invariants(store);
}

TEST_CASE("A plain overwrite renews the default ttl", "[expiry][default]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 30s}};
    store.set("a", 1);
    clock.advance(20s);
    store.set("a", 2);
    CHECK(left(store, "a") == 30s);
}

TEST_CASE("expire to standard and to never follow the same rule", "[expiry][default][expire]") {
    Clock clock;
    Store<> with{clock, {.default_ttl = 30s}};
    with.set("a", 1, 5s);
    CHECK(with.expire("a", Expiry::standard()));
    CHECK(left(with, "a") == 30s);
    CHECK(with.expire("a", Expiry::never()));
    CHECK(persistent(with, "a"));

    Store<> without{clock};
    without.set("a", 1, 5s);
    CHECK(without.expire("a", Expiry::standard()));
    CHECK(persistent(without, "a"));
    CHECK_FALSE(without.next_deadline());
    check_invariants(without);
}

TEST_CASE("after and an implicit duration are the same", "[expiry]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, Expiry::after(5s));
    store.set("b", 1, 5s);
    store.set("c", 1, Ttl{5s});
    for (const char* key : {"a", "b", "c"}) CHECK(left(store, key) == 5s);
}
