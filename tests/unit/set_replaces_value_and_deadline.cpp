// A plain set replaces value and deadline; a stale deadline never removes a newer value.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("The old deadline does not kill the new value", "[set][C06]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 5s);
    clock.advance(3s);
    store.set("a", 2, 10s);
    clock.advance(2s);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.get("a") == 2);
    CHECK(left(store, "a") == 8s);
    clock.advance(8s);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("A deadline moved by expire is the only one left", "[expire][C06]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 5s);
    clock.advance(3s);
    CHECK(store.expire("a", 10s));
    clock.advance(2s);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 8s);
    clock.advance(8s);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("A million overwrites leave an index for one entry", "[set][C06]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 0, 1h);
    const auto bytes = store.memory().total();
    for (int i = 0; i < 1'000'000; ++i) {
        if (i % 4 == 0) clock.advance(1ms);
        store.set("a", i, 1h);
    }
    CHECK(store.memory().total() == bytes);
    CHECK(store.stored() == 1);
    clock.advance(1h);
    CHECK(store.sweep(1) == 1);
    CHECK_FALSE(store.next_deadline());
    check_invariants(store);
}

TEST_CASE("A value that compares equal is stored all the same, with its deadline", "[set][C06]") {
    struct Loose {
        int shown = 0;
        bool operator==(const Loose&) const { return true; }
    };
    Clock clock;
    TtlStore<std::string, Loose, Clock> store{clock};
    store.set("e", Loose{1}, 5s);
    clock.advance(4s);
    store.set("e", Loose{2}, 5s);
    clock.advance(4s);
    REQUIRE(store.find("e"));
    CHECK(store.find("e")->shown == 2);
}

TEST_CASE("A set without ttl drops the deadline", "[set][C07]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 5s);
    store.set("a", 2);
    CHECK(persistent(store, "a"));
    CHECK_FALSE(store.next_deadline());
    clock.advance(1h);
    CHECK(store.get("a") == 2);
    check_invariants(store);
}

TEST_CASE("A set without ttl over a dead entry lives for ever", "[set][C07]") {
    Clock clock;
    Store<> store{clock};
    store.set("b", 1, 5s);
    clock.advance(6s);
    CHECK(store.set("b", 2) == SetResult::inserted);
    CHECK(store.get("b") == 2);
    CHECK(persistent(store, "b"));
    CHECK(store.sweep(kAll) == 0);
    clock.advance(1h);
    CHECK(store.get("b") == 2);
    check_invariants(store);
}
