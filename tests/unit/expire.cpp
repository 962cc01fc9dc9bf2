// expire changes the deadline of a live entry and answers whether it did.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("expire sets, moves and removes the deadline of a live entry only", "[expire]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    CHECK(store.expire("a", 10s));
    CHECK(left(store, "a") == 10s);
    CHECK(store.expire("a", 20s));
    CHECK(left(store, "a") == 20s);
    CHECK(store.expire("a", Expiry::never()));
    CHECK(persistent(store, "a"));
    CHECK_FALSE(store.expire("b", 10s));
    CHECK(store.get("a") == 1);
    check_invariants(store);
}

TEST_CASE("expire with keep changes nothing and answers true for a live entry", "[expire][keep]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 3s}};
    store.set("a", 1, 10s);
    store.set("b", 1, Expiry::never());
    CHECK(store.expire("a", Expiry::keep()));
    CHECK(left(store, "a") == 10s);
    CHECK(store.expire("b", Expiry::keep()));
    CHECK(persistent(store, "b"));
    CHECK_FALSE(store.expire("c", Expiry::keep()));
}

TEST_CASE("expire is no access", "[expire][capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(store.expire("a", 1h));
    CHECK(store.persist("a"));
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"b", "c"});
    CHECK(store.stats().lookups() == 0);
}

TEST_CASE("expire under a condition compares the new deadline with the present one", "[expire][expire_if]") {
    Clock clock;
    Store<> store{clock};
    const auto fresh = [&](Expiry expiry) { store.set("a", 1, expiry); };

    fresh(10s);
    CHECK_FALSE(store.expire("a", 20s, ExpireIf::no_deadline));
    CHECK(left(store, "a") == 10s);
    CHECK(store.expire("a", 20s, ExpireIf::has_deadline));
    CHECK(left(store, "a") == 20s);

    fresh(10s);
    CHECK_FALSE(store.expire("a", 10s - 1ms, ExpireIf::later));
    CHECK_FALSE(store.expire("a", 10s, ExpireIf::later));   // equal is neither later ...
    CHECK_FALSE(store.expire("a", 10s, ExpireIf::sooner));  // ... nor sooner
    CHECK_FALSE(store.expire("a", 10s + 1ms, ExpireIf::sooner));
    CHECK(left(store, "a") == 10s);
    CHECK(store.expire("a", 10s + 1ms, ExpireIf::later));
    CHECK(left(store, "a") == 10s + 1ms);
    CHECK(store.expire("a", 10s, ExpireIf::sooner));
    CHECK(left(store, "a") == 10s);
}

TEST_CASE("For a condition no deadline is infinitely late", "[expire][expire_if]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    CHECK_FALSE(store.expire("a", 10s, ExpireIf::has_deadline));
    CHECK_FALSE(store.expire("a", 10s, ExpireIf::later));
    CHECK_FALSE(store.expire("a", Expiry::never(), ExpireIf::later));
    CHECK_FALSE(store.expire("a", Expiry::never(), ExpireIf::sooner));
    CHECK_FALSE(store.expire("a", std::chrono::hours::max(), ExpireIf::later));
    CHECK(persistent(store, "a"));
    CHECK(store.expire("a", std::chrono::hours::max(), ExpireIf::sooner));
    CHECK(store.expire("a", Expiry::never(), ExpireIf::later));
    CHECK(persistent(store, "a"));
    CHECK(store.expire("a", 10s, ExpireIf::sooner));
    CHECK(left(store, "a") == 10s);
    CHECK_FALSE(store.expire("a", Expiry::never(), ExpireIf::sooner));
    CHECK_FALSE(store.expire("a", Expiry::never(), ExpireIf::no_deadline));
    CHECK(store.expire("a", Expiry::never(), ExpireIf::later));
    CHECK(store.expire("a", 5s, ExpireIf::no_deadline));
    CHECK(left(store, "a") == 5s);
    check_invariants(store);
}

TEST_CASE("A condition also guards a deadline that is not in the future", "[expire][expire_if][at]") {
    Clock clock;
    clock.advance(1h);
    Store<> store{clock};
    store.set("a", 1, 10s);
    const auto past = Expiry::at(clock.now() - 1s);
    CHECK_FALSE(store.expire("a", past, ExpireIf::later));
    CHECK_FALSE(store.expire("a", past, ExpireIf::no_deadline));
    CHECK(store.contains("a"));
    CHECK(store.expire("a", past, ExpireIf::sooner));
    CHECK(store.stored() == 0);
}

TEST_CASE("No condition is met by a missing or a dead entry", "[expire][expire_if]") {
    Clock clock;
    Store<> store{clock};
    for (const auto condition :
         {ExpireIf::always, ExpireIf::no_deadline, ExpireIf::has_deadline, ExpireIf::later, ExpireIf::sooner}) {
        CHECK_FALSE(store.expire("missing", 1h, condition));
        store.set("dead", 1, 1s);
        clock.advance(1s);
        CHECK_FALSE(store.expire("dead", 1h, condition));
        CHECK_FALSE(store.contains("dead"));
    }
}
