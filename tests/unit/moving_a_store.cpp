// A store can be moved with everything in it; what was moved from may be destroyed or assigned to.
#include <memory>

#include "support/tracked.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

template <class Store>
void fill(Store& store) {
    for (int i = 0; i < 100; ++i) store.set("k" + std::to_string(i), i, std::chrono::seconds{1 + i});
    store.set("never", -1);
}

}  // namespace

TEST_CASE("A moved store keeps entries, deadlines, order and statistics", "[move]") {
    Clock clock;
    Store<> first{clock, {.capacity = 101}};
    fill(first);
    first.get("k0");
    const int* value = first.peek("k5");
    Store<> store{std::move(first)};
    CHECK(store.size() == 101);
    CHECK(store.peek("k5") == value);
    CHECK(left(store, "k9") == 10s);
    CHECK(persistent(store, "never"));
    CHECK(store.stats().inserted == 101);
    CHECK(store.next_deadline() == clock.now() + 1s);
    check_invariants(store);

    store.set("new", 1);
    CHECK_FALSE(store.contains("k1"));  // k0 was read, so k1 is the oldest
    clock.advance(50s);
    CHECK(store.sweep(kAll) == 49);
    check_invariants(store);
}

TEST_CASE("Move assignment replaces a store and destroys what it held", "[move]") {
    Ledger ledger;
    Clock clock;
    {
        TtlStore<int, Tracked, Clock> a{clock};
        TtlStore<int, Tracked, Clock> b{clock};
        for (int i = 0; i < 50; ++i) a.set(i, Tracked{i}, 1h);
        for (int i = 0; i < 70; ++i) b.set(i, Tracked{1'000 + i}, 2h);
        a = std::move(b);
        CHECK(ledger.live == 70);
        CHECK(a.size() == 70);
        CHECK(a.find(3)->value() == 1'003);
        CHECK(left(a, 3) == 2h);
        check_invariants(a);
    }
    CHECK(ledger.clean());
}

TEST_CASE("A store that was moved from can be assigned to and used again", "[move]") {
    Clock clock;
    Store<> a{clock};
    fill(a);
    Store<> b{std::move(a)};
    a = Store<>{clock, {.capacity = 2}};
    for (const char* key : {"x", "y", "z"}) a.set(key, 1, 1s);
    CHECK(keys_of(a) == Keys{"y", "z"});
    CHECK(b.size() == 101);
    check_invariants(a);
    check_invariants(b);
}

TEST_CASE("Swapping two stores swaps their clocks and listeners, too", "[move][listener]") {
    Clock clock1;
    Clock clock2;
    Seen seen1;
    Seen seen2;
    Store<Told> a{clock1, {}, seen1};
    Store<Told> b{clock2, {}, seen2};
    a.set("a", 1, 1s);
    b.set("b", 2, 1s);
    std::swap(a, b);
    clock2.advance(1s);
    CHECK(a.sweep(kAll) == 1);
    CHECK(b.sweep(kAll) == 0);
    CHECK(seen2.take() == Events{expired("b", 2)});
    CHECK(seen1.take().empty());
    CHECK(b.get("a") == 1);
    check_invariants(a);
    check_invariants(b);
}

TEST_CASE("Stores can be kept in a vector and returned from a function", "[move]") {
    Clock clock;
    const auto make = [&](int i) {
        Store<> store{clock};
        store.set("a", i, 10s);
        return store;
    };
    std::vector<Store<>> stores;
    for (int i = 0; i < 20; ++i) stores.push_back(make(i));
    for (int i = 0; i < 20; ++i) CHECK(stores[static_cast<std::size_t>(i)].get("a") == i);
    clock.advance(10s);
    for (auto& store : stores) CHECK(store.sweep(kAll) == 1);
}
