// A policy of the user's own chooses the victims; one that names nobody makes a full store reject.
#include "support/user_policies.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// An odd key weighs 1, an even one 2: all that a policy sees of it.
struct EvenIsHeavy {
    std::size_t operator()(int key, int) const { return key % 2 == 0 ? 2 : 1; }
};

}  // namespace

TEST_CASE("The most recently used goes, if the user says so", "[policy]") {
    Clock clock;
    Seen seen;
    Store<support::MostRecentlyUsedEviction, Told> store{clock, {.capacity = 3}, seen};
    for (const char* key : {"a", "b", "c"}) store.set(key, 1);
    store.get("b");
    store.set("d", 1);
    store.set("e", 1);
    CHECK(seen.take() == Events{evicted("b", 1), evicted("d", 1)});
    check_invariants(store);
}

TEST_CASE("A random victim is never the newcomer", "[policy]") {
    Clock clock;
    IntStore<support::RandomEviction> store{clock, {.capacity = 20}};
    for (int i = 0; i < 2'000; ++i) {
        store.set(i, i);
        if (!store.contains(i)) FAIL("the newcomer " << i << " went");
    }
    CHECK(store.size() == 20);
    check_invariants(store);
}

TEST_CASE("A policy that names nobody makes a full store reject, and serves again when it can", "[policy]") {
    Clock clock;
    IntStore<support::OnlyWeightTwoGoes, WithWeigher<EvenIsHeavy>> store{clock, {.capacity = 3}};
    for (int key : {1, 3, 4}) CHECK(store.set(key, 0) == SetResult::inserted);
    CHECK(store.set(5, 0) == SetResult::inserted);
    CHECK_FALSE(store.contains(4));
    CHECK(store.set(7, 0) == SetResult::rejected);
    CHECK(store.set(8, 0) == SetResult::rejected);
    CHECK(store.size() == 3);
    CHECK(store.stats().rejected == 2);
    store.erase(1);
    CHECK(store.set(8, 0) == SetResult::inserted);
    CHECK(store.set(9, 0) == SetResult::inserted);
    CHECK(store.size() == 3);
    check_invariants(store);
}

TEST_CASE("A user's index serves expiry as the built-in one does", "[policy][index]") {
    Clock clock;
    Seen seen;
    Store<support::MapExpiry, SoonestExpiryEviction, Told> store{clock, {.capacity = 3}, seen};
    store.set("late", 1, 30s);
    store.set("soon", 2, 10s);
    store.set("sooner", 3, 5s);
    store.set("new", 4, 20s);
    CHECK(seen.take() == Events{evicted("sooner", 3)});
    clock.advance(20s);
    CHECK(store.next_deadline() == Clock::time_point{10s});
    CHECK(store.sweep(kAll) == 2);
    CHECK(seen.take() == Events{expired("soon", 2, 10s), expired("new", 4)});
    check_invariants(store);
}
