// FifoExpiry refuses a deadline earlier than the latest one there is, and then nothing has changed.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("a ttl shorter than what another entry has left is refused and changes nothing", "[expiry][fifo]") {
    Clock clock;
    Seen seen;
    Store<FifoExpiry, Told> store{clock, {}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2, 10s);
    CHECK_THROWS_AS(store.set("c", 3, 10s - 1ms), std::logic_error);
    CHECK_THROWS_AS(store.set("a", 4, 5s), std::logic_error);
    CHECK_THROWS_AS(store.expire("a", 5s), std::logic_error);
    CHECK_THROWS_AS(store.set("c", 3, Expiry::at(clock.now() + 9s)), std::logic_error);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 10s);
    CHECK(seen.take().empty());
    CHECK(store.stats().inserted == 2);
    check_invariants(store);

    clock.advance(1s);
    CHECK(store.set("c", 3, 9s) == SetResult::inserted);  // not earlier: the same
    check_invariants(store);
}

TEST_CASE("the value of a refused write is not moved from", "[expiry][fifo]") {
    Clock clock;
    TtlStore<int, std::unique_ptr<int>, Clock, FifoExpiry> store{clock};
    store.set(1, std::make_unique<int>(1), 10s);
    auto value = std::make_unique<int>(2);
    CHECK_THROWS_AS(store.set(2, std::move(value), 1s), std::logic_error);
    REQUIRE(value != nullptr);
    CHECK(*value == 2);
}

TEST_CASE("an entry may be given less life as long as no other one has more", "[expiry][fifo]") {
    Clock clock;
    Store<FifoExpiry> store{clock};
    store.set("a", 1, 10s);
    store.set("a", 2, 5s);
    CHECK(left(store, "a") == 5s);
    store.set("b", 3, 9s);
    CHECK(store.expire("b", 6s));
    CHECK(store.next_deadline() == clock.now() + 5s);
    store.erase("b");
    CHECK(store.expire("a", 1s));  // the latest deadline left with its entry
    CHECK(store.next_deadline() == clock.now() + 1s);
    check_invariants(store);
}

TEST_CASE("entries without deadline and deadlines in the past fit into any order", "[expiry][fifo]") {
    Clock clock;
    Store<FifoExpiry> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2);
    CHECK(store.set("a", 3, Expiry::at(clock.now())) == SetResult::replaced);
    store.set("a", 1, 10s);
    CHECK(store.persist("a"));
    CHECK_FALSE(store.next_deadline());
    CHECK(store.set("c", 1, 1s) == SetResult::inserted);
    check_invariants(store);
}

TEST_CASE("a clock that steps back makes writes throw until it has caught up, and no lookup", "[expiry][fifo][clock]") {
    Clock clock;
    clock.advance(1min);
    Store<FifoExpiry> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    store.set("b", 2);
    clock.advance(-3s);
    CHECK(store.get("a") == 1);
    CHECK(store.touch("b"));
    CHECK(left(store, "a") == 13s);  // the later deadline stands
    CHECK_THROWS_AS(store.set("c", 3), std::logic_error);
    CHECK(keys_of(store) == Keys{"a", "b"});
    check_invariants(store);
    clock.advance(3s);
    CHECK(store.set("c", 3) == SetResult::inserted);
    check_invariants(store);
}

TEST_CASE("a store whose configuration leaves more than one ttl is refused", "[expiry][fifo]") {
    Clock clock;
    using S = Store<FifoExpiry>;
    CHECK_THROWS_AS((S{clock, {.default_ttl = 1s, .jitter = 0.1}}), std::invalid_argument);
    CHECK_THROWS_AS((S{clock, {.default_ttl = 1s, .idle_ttl = 1s}}), std::invalid_argument);
    CHECK_NOTHROW(S{clock, {.default_ttl = 1s}});
    CHECK_NOTHROW(S{clock, {.idle_ttl = 1s}});
}

TEST_CASE("with idle_ttl no entry may have a later deadline of its own", "[expiry][fifo][idle]") {
    Clock clock;
    Store<FifoExpiry> store{clock, {.idle_ttl = 10s}};
    CHECK_THROWS_AS(store.set("a", 1, 11s), std::logic_error);
    CHECK(store.stored() == 0);
    store.set("a", 1, 10s);
    clock.advance(5s);
    store.set("b", 2);
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 5s);  // idling never lengthens a life
    CHECK_THROWS_AS(store.expire("b", 11s), std::logic_error);
    CHECK(left(store, "b") == 10s);
    check_invariants(store);
}

TEST_CASE("SoonestExpiryEviction takes the front of the list, but not the newcomer", "[expiry][fifo][eviction]") {
    Clock clock;
    Seen seen;
    Store<FifoExpiry, SoonestExpiryEviction, Told> store{clock, {.capacity = 2}, seen};
    store.set("a", 1, 10s);
    store.set("b", 2, 10s);
    store.set("c", 3, 10s);
    CHECK(seen.take() == Events{evicted("a", 1)});
    store.set("b", 4, 10s);
    store.set("d", 5, 10s);
    CHECK(seen.take() == Events{replaced("b", 2), evicted("c", 3)});
    check_invariants(store);
}
