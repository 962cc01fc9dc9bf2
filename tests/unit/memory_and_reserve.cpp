// memory() reports the bytes of table, index and policy; reserve buys them ahead.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("The report adds up and grows with the store", "[memory]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 100'000}};
    const MemoryReport bounded = store.memory();
    CHECK(bounded.total() == bounded.table + bounded.index + bounded.policy);
    CHECK(bounded.table >= 100'000 * 2 * sizeof(int));
    CHECK(bounded.policy > 0);

    IntStore<> unbounded{clock};
    const auto before = unbounded.memory().total();
    for (int i = 0; i < 10'000; ++i) unbounded.set(i, i, std::chrono::milliseconds{1 + i});
    const MemoryReport after = unbounded.memory();
    CHECK(after.total() > before);
    CHECK(after.table >= 10'000 * 2 * sizeof(int));
    CHECK(after.index > 0);
    check_invariants(unbounded);
}

TEST_CASE("An entry with 64-bit key and value, deadline and LRU takes at most 60 bytes at every capacity", "[memory]") {
    Clock clock;
    const std::size_t capacity = GENERATE(1'000U, 1'024U, 1'500U, 2'048U, 10'000U, 100'000U, 131'073U, 1'000'000U);
    TtlStore<std::uint64_t, std::uint64_t, Clock> store{clock, {.capacity = capacity}};
    for (std::uint64_t i = 0; i < capacity; ++i) store.set(i, i, 1h);
    CHECK(store.size() == capacity);
    CHECK(store.memory().total() <= 60 * capacity + 1'000);  // one deadline: one map node
}

TEST_CASE("reserve keeps pointers valid for that many entries and refuses nothing beyond", "[reserve]") {
    Clock clock;
    IntStore<> store{clock};
    store.set(0, 0, 10s);
    store.reserve(1'000);
    const int* first = store.find(0);
    for (int i = 1; i < 1'000; ++i) store.set(i, i, 10s);
    CHECK(store.find(0) == first);
    for (int i = 1'000; i < 5'000; ++i) store.set(i, i, 10s);
    CHECK(store.size() == 5'000);
    for (int i = 0; i < 5'000; ++i) CHECK(store.get(i) == i);
    CHECK(left(store, 17) == 10s);
    check_invariants(store);
}

TEST_CASE("reserve of less than there is, of nothing, and on a bounded store changes nothing seen", "[reserve]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 10}};
    for (int i = 0; i < 10; ++i) store.set(i, i, 10s);
    store.reserve(0);
    store.reserve(5);
    store.reserve(1'000);
    CHECK(store.size() == 10);
    store.set(10, 10);
    CHECK(store.size() == 10);
    CHECK_FALSE(store.contains(0));
    check_invariants(store);
}

TEST_CASE("reserve of an impossible number is an error that changes nothing", "[reserve]") {
    Clock clock;
    IntStore<> store{clock};
    store.set(1, 1, 10s);
    CHECK_THROWS(store.reserve(kAll));
    CHECK(store.get(1) == 1);
    check_invariants(store);
}
