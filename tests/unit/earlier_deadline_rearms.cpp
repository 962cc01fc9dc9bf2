// next_deadline is always the earliest deadline of what is stored now, whatever was shortened, renewed or removed.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A shorter ttl set over a longer one comes due first", "[deadline][C08]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    store.set("a", 2, 1s);
    CHECK(store.next_deadline() == clock.now() + 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.stats().swept == 1);
    check_invariants(store);
}

TEST_CASE("A deadline shortened by expire comes due first", "[deadline][C08]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    CHECK(store.expire("a", 1s));
    CHECK(store.next_deadline() == clock.now() + 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    check_invariants(store);
}

TEST_CASE("A shortened deadline overtakes another key that was earliest", "[deadline][C08]") {
    Clock clock;
    Store<> store{clock};
    store.set("first", 1, 5s);
    store.set("a", 1, 10s);
    CHECK(store.next_deadline() == clock.now() + 5s);
    store.set("a", 2, 1s);
    CHECK(store.next_deadline() == clock.now() + 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(keys_of(store) == Keys{"first"});
    CHECK(store.next_deadline() == clock.now() + 4s);
    check_invariants(store);
}

TEST_CASE("next_deadline follows every way in which the earliest entry leaves or changes", "[deadline]") {
    Clock clock;
    Store<> store{clock};
    CHECK_FALSE(store.next_deadline());
    store.set("never", 0);
    CHECK_FALSE(store.next_deadline());
    const auto start = clock.now();
    store.set("last", 1, 100s);

    store.set("a", 1, 1s);
    CHECK(store.next_deadline() == start + 1s);
    store.erase("a");
    CHECK(store.next_deadline() == start + 100s);

    store.set("a", 1, 1s);
    store.persist("a");
    CHECK(store.next_deadline() == start + 100s);

    store.set("b", 1, 1s);
    store.take("b");
    CHECK(store.next_deadline() == start + 100s);

    store.set("b", 1, 1s);
    store.set("b", 1);
    CHECK(store.next_deadline() == start + 100s);

    store.set("b", 1, 1s);
    store.expire("b", 200s);
    CHECK(store.next_deadline() == start + 100s);

    store.clear();
    CHECK_FALSE(store.next_deadline());
    check_invariants(store);
}

TEST_CASE("next_deadline of an overdue entry lies in the past until it is swept", "[deadline]") {
    Clock clock;
    Store<> store{clock};
    const auto start = clock.now();
    store.set("a", 1, 1s);
    store.set("b", 1, 9s);
    clock.advance(5s);
    CHECK(store.next_deadline() == start + 1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.next_deadline() == start + 9s);
}
