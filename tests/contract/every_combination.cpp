// One walk through life, death and eviction for each index and for each policy.
#include <chrono>

#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "support/stores.hpp"

using namespace std::chrono_literals;
using ttlstore::Expiry;
using ttlstore::ManualTicker;

using Stores = support::EveryStore<int, int>;

TEMPLATE_LIST_TEST_CASE("entries live, die and leave alike under every index and every policy", "[contract]", Stores) {
    ManualTicker clock;
    TestType store{clock, {.capacity = 100}};
    for (int key = 0; key < 100; ++key) {
        store.set(key, key, key % 2 == 0 ? Expiry{std::chrono::milliseconds{1 + key}} : Expiry::never());
    }
    support::check_invariants(store);
    clock.advance(50ms);
    CHECK(store.size() == 75);
    CHECK(store.overdue() == 25);
    CHECK_FALSE(store.contains(48));
    CHECK(store.contains(50));
    CHECK(store.find(0) == nullptr);
    CHECK_FALSE(store.erase(2));
    CHECK(store.stored() == 98);

    for (int key = 100; key < 125; ++key) CHECK(store.set(key, key, 1h) == ttlstore::SetResult::inserted);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 23);
    CHECK(store.size() == 100);
    support::check_invariants(store);

    const auto result = store.set(125, 125);
    CHECK(store.size() == 100);
    CHECK(store.contains(125) == (result == ttlstore::SetResult::inserted));
    CHECK(store.stats().evicted + store.stats().rejected == 1);
    support::check_invariants(store);

    clock.advance(2h);
    const std::size_t dead = store.overdue();
    CHECK(store.sweep(1'000) == dead);
    CHECK(store.overdue() == 0);
    CHECK(store.stored() == store.size());
    support::check_invariants(store);
}
