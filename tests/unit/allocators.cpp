// The table takes its memory from the store's allocator and gives all of it back.
#include <array>
#include <map>
#include <memory_resource>
#include <ttlstore/huge_page_allocator.hpp>
#include <ttlstore/pmr.hpp>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct Balance {
    static inline long blocks = 0;
    static inline long bytes = 0;
    static inline long allocations = 0;
};

template <class T>
struct CountingAllocator {
    using value_type = T;
    CountingAllocator() = default;
    template <class U>
    CountingAllocator(const CountingAllocator<U>&) noexcept {}
    T* allocate(std::size_t n) {
        ++Balance::blocks;
        ++Balance::allocations;
        Balance::bytes += static_cast<long>(n * sizeof(T));
        return std::allocator<T>{}.allocate(n);
    }
    void deallocate(T* block, std::size_t n) noexcept {
        --Balance::blocks;
        Balance::bytes -= static_cast<long>(n * sizeof(T));
        std::allocator<T>{}.deallocate(block, n);
    }
    friend bool operator==(const CountingAllocator&, const CountingAllocator&) { return true; }
};

using CountedStore = IntStore<WithAllocator<CountingAllocator<int>>>;

}  // namespace

TEST_CASE("An allocator of the user's own serves table and index, and gets everything back", "[allocator]") {
    Clock clock;
    const long before = Balance::blocks;
    {
        CountedStore store{clock};
        for (int i = 0; i < 10'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + i % 1'000});
        CHECK(Balance::blocks > before);
        const auto taken = static_cast<std::size_t>(Balance::bytes);
        CHECK(store.memory().total() <= taken);
        CHECK(store.memory().total() >= taken - taken / 100);  // the pool's own list of blocks is not reported
        for (int i = 0; i < 10'000; i += 2) store.erase(i);
        clock.advance(1s);
        store.sweep(kAll);
        check_invariants(store);
        CountedStore moved{std::move(store)};
        moved.set(1, 1, 1s);
        CHECK(moved.get(1) == 1);
    }
    CHECK(Balance::blocks == before);
    CHECK(Balance::bytes == 0);
}

TEST_CASE("The store for a memory resource works like any other", "[allocator][pmr]") {
    Clock clock;
    pmr::TtlStore<int, int, Clock> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, 10s);
    CHECK(store.size() == 1'000);
    for (int i = 0; i < 1'000; ++i) CHECK(store.get(i) == i);
    clock.advance(10s);
    CHECK(store.sweep(kAll) == 1'000);
    check_invariants(store);
}

TEST_CASE("The memory of a store comes from the resource that it was given", "[allocator][pmr]") {
    std::pmr::unsynchronized_pool_resource pool{std::pmr::new_delete_resource()};
    Clock clock;
    std::pmr::memory_resource* const before = std::pmr::set_default_resource(std::pmr::null_memory_resource());
    {
        pmr::TtlStore<int, int, Clock> store{clock, {.capacity = 100}, &pool};
        for (int i = 0; i < 1'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + i});
        CHECK(store.size() == 100);
        pmr::TtlStore<int, int, Clock> other{clock, {}, &pool};
        for (int i = 0; i < 1'000; ++i) other.set(i, i, 1s);
        other = std::move(store);
        for (int i = 0; i < 1'000; ++i) other.set(i, i, 1s);
        CHECK(other.size() == 100);
        check_invariants(other);
    }
    std::pmr::set_default_resource(before);
}

TEST_CASE("An allocator is the last argument of every constructor", "[allocator][pmr][config]") {
    std::pmr::monotonic_buffer_resource buffer;
    Clock clock;
    Seen seen;
    pmr::TtlStore<std::string, int> plain{{.capacity = 2}, &buffer};
    plain.set("a", 1);
    CHECK(plain.get("a") == 1);
    pmr::TtlStore<std::string, int, Clock, Told> told{clock, {.capacity = 1}, seen, &buffer};
    told.set("a", 1);
    told.set("b", 1);
    CHECK(seen.take() == Events{evicted("a", 1)});
    check_invariants(told);
}

TEST_CASE("A large store on huge pages works like any other", "[allocator]") {
    Clock clock;
    IntStore<WithAllocator<HugePageAllocator<int>>> store{clock, {.capacity = 200'000}};
    for (int i = 0; i < 300'000; ++i) store.set(i, i, 10s);
    CHECK(store.size() == 200'000);
    CHECK(store.get(299'999) == 299'999);
    clock.advance(10s);
    CHECK(store.sweep(kAll) == 200'000);
}

TEST_CASE("pmr strings are string keys", "[allocator][pmr][keys]") {
    Clock clock;
    TtlStore<std::pmr::string, int, Clock> store{clock};
    store.set("a", 1, 10s);
    CHECK(store.get(std::string_view{"a"}) == 1);
    CHECK(store.get("a") == 1);
    CHECK(store.erase(std::pmr::string{"a"}));
    check_invariants(store);
}
