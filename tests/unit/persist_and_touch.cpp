// persist takes the deadline away; touch counts as an access and changes nothing else.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("persist removes a deadline once", "[persist]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    CHECK(store.persist("a"));
    CHECK_FALSE(store.persist("a"));
    CHECK(persistent(store, "a"));
    CHECK_FALSE(store.next_deadline());
    clock.advance(1h);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.get("a") == 1);
    CHECK_FALSE(store.persist("missing"));
    check_invariants(store);
}

TEST_CASE("touch counts as an access and keeps value, deadline and statistics", "[touch]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1, 10s);
    store.set("b", 2);
    CHECK(store.touch("a"));
    CHECK_FALSE(store.touch("missing"));
    CHECK(left(store, "a") == 10s);
    CHECK(store.stats().lookups() == 0);
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"a", "c"});
    CHECK(store.get("a") == 1);
    check_invariants(store);
}
