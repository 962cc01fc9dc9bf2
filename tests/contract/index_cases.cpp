// Faults that other libraries have had with deadlines, budgets and clocks, on every index.
#include "support/catch.hpp"
#include "support/stores.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

TEMPLATE_LIST_TEST_CASE("a shortened deadline comes due first, by set and by expire", "[expiry][C08]",
                        support::AllIndexes) {
    Clock clock;
    Store<TestType> store{clock};
    store.set("first", 1, 5s);
    store.set("a", 1, 10s);
    store.set("b", 1, 10s);
    store.set("a", 2, 1s);
    CHECK(store.next_deadline() <= clock.now() + 1s);
    CHECK(store.expire("b", 500ms));
    CHECK(store.next_deadline() <= clock.now() + 500ms);
    clock.advance(500ms);
    CHECK(store.sweep(kAll) == 1);
    clock.advance(500ms);
    CHECK(store.sweep(kAll) == 1);
    CHECK(keys_of(store) == Keys{"first"});
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("a lengthened deadline is not obeyed at its old time", "[expiry][C08]", support::AllIndexes) {
    Clock clock;
    Store<TestType> store{clock};
    store.set("a", 1, 1s);
    store.set("a", 2, 1h);
    clock.advance(30min);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.get("a") == 2);
    clock.advance(30min);
    CHECK(store.sweep(kAll) == 1);
    CHECK_FALSE(store.next_deadline());
}

TEMPLATE_LIST_TEST_CASE("small sweeps reach everything due and nothing else", "[expiry][C46]", support::AllIndexes) {
    Clock clock;
    IntStore<TestType> store{clock};
    for (int i = 0; i < 1'000; ++i) {
        store.set(i, i, std::chrono::milliseconds{1 + i % 97});
        store.set(1'000 + i, i, 1h);
    }
    clock.advance(1s);
    for (int i = 0; i < 50; ++i) {
        store.set(2'000 + i, i, 1ms);
        clock.advance(1ms);
        if (i % 5 == 0) store.erase(i * 13);
        if (store.sweep(20) != 20) FAIL("sweep number " << i);
    }
    while (store.sweep(20) != 0) {
    }
    CHECK(store.sweep(0) == 0);
    CHECK(store.size() == 1'000);
    CHECK(store.stored() == 1'000);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("a jump of fifty years, and one back", "[expiry][C47]", support::AllIndexes) {
    Clock clock;
    IntStore<TestType> store{clock};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    clock.advance(50 * 365 * 24h);
    store.set(0, 0, 1s);
    CHECK(store.sweep(kAll) == 100);
    clock.advance(1s);
    CHECK_FALSE(store.get(0));
    clock.advance(-50 * 365 * 24h);
    store.set(0, 0, 1s);
    CHECK(store.get(0) == 0);
    CHECK(store.sweep(kAll) == 0);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    check_invariants(store);
}
