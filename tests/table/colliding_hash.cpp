// A hash that always collides makes a store slow, never wrong.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct Constant {
    std::size_t operator()(int) const { return 42; }
};
struct FewBits {
    std::size_t operator()(int key) const { return static_cast<std::size_t>(key % 3); }
};
struct HighBits {
    std::size_t operator()(int key) const { return static_cast<std::size_t>(key) << 48U; }
};

}  // namespace

TEMPLATE_TEST_CASE("Thousands of colliding keys are stored, erased and found", "[hash]", Constant, FewBits, HighBits) {
    constexpr int kKeys = 6'000;
    Clock clock;
    IntStore<WithHash<TestType>> store{clock};
    for (int i = 0; i < kKeys; ++i) store.set(i, i, std::chrono::seconds{1 + i % 5});
    CHECK(store.size() == kKeys);
    for (int i = 0; i < kKeys; i += 2) CHECK(store.erase(i));
    for (int i = 0; i < kKeys; ++i) {
        if (store.contains(i) != (i % 2 == 1)) FAIL("key " << i);
    }
    for (int i = 0; i < kKeys; i += 2) store.set(i, -i, 1h);
    for (int i = 0; i < kKeys; ++i) {
        if (store.get(i) != (i % 2 == 1 ? i : -i)) FAIL("key " << i);
    }
    CHECK_FALSE(store.get(kKeys));
    check_invariants(store);
    clock.advance(5s);
    CHECK(store.sweep(kAll) == kKeys / 2);
    CHECK(store.size() == kKeys / 2);
    store.clear();
    CHECK(store.set(1, 1) == SetResult::inserted);
    check_invariants(store);
}

TEST_CASE("A full store of colliding keys evicts in order", "[hash][lru]") {
    Clock clock;
    IntStore<WithHash<Constant>> store{clock, {.capacity = 300}};
    for (int i = 0; i < 3'000; ++i) store.set(i, i);
    CHECK(store.size() == 300);
    for (int i = 0; i < 3'000; ++i) {
        if (store.contains(i) != (i >= 2'700)) FAIL("key " << i);
    }
    check_invariants(store);
}
