// How many keys a lookup compares: hardly any on a miss, one on a hit, however long the table has been churned.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct CountingEqual {
    static inline long calls = 0;
    bool operator()(std::uint64_t a, std::uint64_t b) const {
        ++calls;
        return a == b;
    }
};
struct Constant {
    std::size_t operator()(std::uint64_t) const { return 7; }
};

template <class... Options>
using Counted = TtlStore<std::uint64_t, int, Clock, WithKeyEqual<CountingEqual>, Options...>;

template <class F>
long compared(F f) {
    const long before = CountingEqual::calls;
    f();
    return CountingEqual::calls - before;
}

constexpr std::uint64_t kCapacity = 10'000;

template <class Store>
void check_lookups(Store& store, std::uint64_t first) {
    const long for_hits = compared([&] {
        for (std::uint64_t i = first; i < first + kCapacity; ++i) {
            if (store.peek(i) == nullptr) FAIL("key " << i);
        }
    });
    const long for_misses = compared([&] {
        for (std::uint64_t i = 0; i < kCapacity; ++i) {
            if (store.peek(~i) != nullptr) FAIL("key " << ~i);
        }
    });
    CHECK(for_hits < static_cast<long>(kCapacity + kCapacity / 8));
    CHECK(for_misses < static_cast<long>(kCapacity / 8));
}

}  // namespace

TEST_CASE("A full table compares one key on a hit and hardly any on a miss", "[table][probe]") {
    Clock clock;
    Counted<> store{clock, {.capacity = kCapacity, .hash_seed = 1}};
    for (std::uint64_t i = 0; i < kCapacity; ++i) store.set(i, 1);
    check_lookups(store, 0);
}

TEST_CASE("Endless churn does not make lookups longer", "[table][probe][churn]") {
    Clock clock;
    Counted<> store{clock, {.capacity = kCapacity, .hash_seed = 1}};
    std::uint64_t next = 0;
    for (; next < 50 * kCapacity; ++next) store.set(next, 1);
    check_lookups(store, next - kCapacity);
    check_invariants(store);
}

TEST_CASE("When colliding keys have all gone, lookups are as short as before", "[table][probe][hash]") {
    Clock clock;
    Counted<WithHash<Constant>> store{clock};
    for (std::uint64_t i = 0; i < 2'000; ++i) store.set(i, 1);
    for (std::uint64_t i = 0; i < 2'000; ++i) store.erase(i);
    CHECK(compared([&] { CHECK_FALSE(store.contains(5)); }) == 0);
    store.set(5, 1);
    CHECK(compared([&] { CHECK(store.contains(5)); }) == 1);
    check_invariants(store);
}

TEST_CASE("Removing what expired or was evicted compares no keys", "[table][probe]") {
    Clock clock;
    Counted<> store{clock, {.hash_seed = 1}};
    for (std::uint64_t i = 0; i < 1'000; ++i) store.set(i, 1, 1s);
    clock.advance(1s);
    CHECK(compared([&] { store.sweep(kAll); }) == 0);
    for (std::uint64_t i = 0; i < 1'000; ++i) store.set(i, 1);
    CHECK(compared([&] { store.set_capacity(10); }) == 0);
    CHECK(compared([&] { store.clear(); }) == 0);
}
