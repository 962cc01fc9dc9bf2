// The memory of TinyLfuEviction's sketch: from the store's allocator, before anything changes, and never on an access.
#include "fault/counted_new.hpp"
#include "fault/subject.hpp"
#include "support/catch.hpp"
#include "ttlstore/eviction/tiny_lfu_eviction.hpp"

using namespace fault_test;

namespace {

struct TinyLfuUnbounded : Kind<Faulty, ttlstore::TinyLfuEviction> {
    static StoreConfig config() { return {}; }
};
struct TinyLfuWeighted : Kind<Faulty, ttlstore::TinyLfuEviction, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static StoreConfig config() { return {.max_weight = 40}; }
};

}  // namespace

TEMPLATE_TEST_CASE("a sketch that finds no memory leaves the store as it was", "[tinylfu][strong][fault]",
                   TinyLfuUnbounded, TinyLfuWeighted) {
    CHECK(check_strong<TestType>([](auto& subject) { subject.store.reserve(2'000); }) > 0);
    for (const std::size_t capacity : {1U, 8U, 2'000U}) {
        CAPTURE(capacity);
        const int points = check_strong<TestType>([&](auto& subject) { subject.store.set_capacity(capacity); });
        if (capacity == 2'000) CHECK(points > 0);
    }
    CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0);
}

TEST_CASE("a bounded store with TinyLfuEviction allocates when it is made, then no more", "[tinylfu][allocation]") {
    const ManualTicker clock;
    ttlstore::TtlStore<int, int, ManualTicker, ttlstore::TinyLfuEviction> store{clock, {.capacity = 100}};
    CHECK(allocations_of([&] {
              for (int round = 0; round < 5; ++round) {
                  for (int key = 0; key < 1'000; ++key) {
                      if (store.find(key % (90 + 20 * round)) == nullptr) store.set(key % (90 + 20 * round), key);
                      if (key % 7 == 0) store.erase(key);
                  }
              }
              store.clear();
              for (int key = 0; key < 200; ++key) store.set(key, key);
          }) == 0);
    CHECK(store.memory().policy >= 4'096);
    CHECK(store.size() == 100);
    support::check_invariants(store);
}
