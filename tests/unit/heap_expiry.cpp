// HeapExpiry keeps few stale records, allocates nothing in a bounded store, and outlives its version numbers.
#include "contract/expiry_contract.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Versions of two bytes run out after 65'535 schedules.
using SmallVersions = BasicHeapExpiry<std::allocator<std::byte>, std::uint16_t>;

template <class Store>
std::size_t index_records(const Store& store) {
    return detail::Access::entries(store).index().records();
}
template <class Store>
std::size_t index_bytes(const Store& store) {
    return detail::Access::entries(store).index().bytes();
}

}  // namespace

TEST_CASE("a hot key whose ttl is renewed for ever does not make the heap grow", "[expiry][heap]") {
    Clock clock;
    IntStore<HeapExpiry> store{clock};
    store.reserve(10'000);
    store.set(1, 1, 10s);
    store.set(2, 2, 1h);
    for (int i = 0; i < 1'000; ++i) store.set(1, i, 10s);
    const std::size_t bytes = index_bytes(store);
    for (int i = 0; i < 100'000; ++i) {
        clock.advance(1ms);
        store.set(1, i, 10s);
        store.expire(2, 2h);
        REQUIRE(index_records(store) <= 64);
    }
    CHECK(index_bytes(store) == bytes);
    check_invariants(store);
}

TEST_CASE("the heap holds at most one and a half times as many records as entries, whatever is renewed and erased",
          "[expiry][heap]") {
    Clock clock;
    IntStore<HeapExpiry> store{clock, {.capacity = 1'000}};
    const std::size_t bytes = index_bytes(store);
    CHECK(bytes >= 1'500 * 16);
    std::mt19937 random{1};
    for (int i = 0; i < 50'000; ++i) {
        const int key = static_cast<int>(random() % 1'500);
        store.set(key, i, std::chrono::milliseconds{1 + random() % 10'000});
        if (i % 3 == 0) store.expire(key, std::chrono::milliseconds{1 + random() % 10'000});
        if (i % 7 == 0) store.erase(static_cast<int>(random() % 1'500));
        if (i % 11 == 0) store.persist(static_cast<int>(random() % 1'500));
        clock.advance(1ms);
        REQUIRE(index_records(store) <= std::max<std::size_t>(64, 2 * store.stored()));
    }
    CHECK(index_bytes(store) == bytes);
    check_invariants(store);
}

TEST_CASE("the heap's version numbers start anew before they run out, and equal deadlines keep their order",
          "[expiry][heap]") {
    Clock clock;
    Seen seen;
    Store<SmallVersions, Told> store{clock, {}, seen};
    for (const char* key : {"a", "b", "c", "d"}) store.set(key, 0, 1h);
    for (int i = 0; i < 200'000; ++i) store.set("hot", i, 30min);
    store.set("e", 0, 1h);
    seen.take();
    clock.advance(1h);
    CHECK(store.sweep(kAll) == 6);
    CHECK(seen.take() == Events{expired("hot", 199'999, 30min), expired("a", 0), expired("b", 0), expired("c", 0),
                                expired("d", 0), expired("e", 0)});
    check_invariants(store);
}

TEST_CASE("an index with short version numbers keeps the contract", "[expiry][heap]") {
    contract::check_index_alone<SmallVersions>();
}

TEST_CASE("next_deadline of a heap is that of an entry, not of a record that went stale", "[expiry][heap]") {
    Clock clock;
    IntStore<HeapExpiry> store{clock};
    const auto start = clock.now();
    for (int i = 0; i < 100; ++i) store.set(i, i, std::chrono::seconds{1 + i});
    for (int i = 0; i < 99; ++i) {
        if (i % 2 == 0) store.erase(i);
        if (i % 2 == 1) store.expire(i, 1h);
        CHECK(store.next_deadline() == start + std::chrono::seconds{2 + i});
    }
    check_invariants(store);
}
