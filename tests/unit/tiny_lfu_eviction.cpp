// TinyLfuEviction: a newcomer stays if it is asked for more often than the oldest entry of the main part.
#include <ttlstore/eviction/tiny_lfu_eviction.hpp>

#include <random>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

using TinyLfu = IntStore<TinyLfuEviction>;

StoreConfig holding(std::size_t capacity) { return {.capacity = capacity, .hash_seed = 1}; }

/// A request as a cache sees it: what is missing is fetched and stored.
bool request(TinyLfu& store, int key) {
    if (store.find(key) != nullptr) return true;
    store.set(key, key);
    return false;
}
int present(const TinyLfu& store, int from, int to) {
    int count = 0;
    for (int key = from; key < to; ++key) count += store.contains(key);
    return count;
}
double window_share(const TinyLfu& store) { return detail::Access::entries(store).policy().window_share(); }
std::size_t size_of(const TinyLfu& store, TinyLfuSegment segment) {
    return detail::Access::entries(store).policy().size_of(segment);
}

}  // namespace

TEST_CASE("Keys seen once do not push out those seen often", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(100)};
    for (int round = 0; round < 5; ++round) {
        for (int key = 0; key < 90; ++key) request(store, key);
    }
    for (int key = 1'000; key < 2'000; ++key) request(store, key);
    CHECK(present(store, 0, 90) == 90);
    CHECK(store.contains(1'999));
    check_invariants(store);
}

TEST_CASE("A key asked for often enters, also after it was turned away", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(100)};
    for (int key = 0; key < 100; ++key) request(store, key);
    for (int round = 0; round < 4; ++round) {
        request(store, 500);
        for (int key = 0; key < 10; ++key) request(store, 1'000 + 10 * round + key);  // it falls out of the window
    }
    CHECK(store.contains(500));
    CHECK(present(store, 0, 100) + present(store, 1'000, 1'040) == 99);
    check_invariants(store);
}

TEST_CASE("An old favourite that nobody asks for does not turn every newcomer away", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(50)};
    for (int round = 0; round < 15; ++round) request(store, 0);
    for (int key = 1; key < 50; ++key) request(store, key);
    for (int key = 100; key < 140; ++key) {
        request(store, key);
        request(store, key);
    }
    CHECK(store.contains(0));
    CHECK(present(store, 100, 140) >= 35);
    check_invariants(store);
}

TEST_CASE("Entries used in the main part are protected, the oldest of too many fall back", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(100)};
    for (int key = 0; key < 100; ++key) request(store, key);
    CHECK(size_of(store, TinyLfuSegment::window) == 6);  // one over its share until the next comes
    CHECK(size_of(store, TinyLfuSegment::probation) == 94);
    for (int key = 0; key < 50; ++key) request(store, key);
    CHECK(size_of(store, TinyLfuSegment::protected_main) == 50);
    for (int key = 50; key < 95; ++key) request(store, key);
    CHECK(size_of(store, TinyLfuSegment::protected_main) == 85);
    check_invariants(store);
    store.erase(60);
    store.erase(2);
    store.erase(99);
    CHECK(size_of(store, TinyLfuSegment::window) == 5);
    CHECK(store.size() == 97);
    check_invariants(store);
}

TEST_CASE("The window grows where keys are used again soon or never", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(200)};
    int late_hits = 0;
    for (int key = 100; key < 60'000; ++key) {
        request(store, key);
        const bool hit = request(store, key - 15) && request(store, key - 30);
        late_hits += key >= 50'000 && hit;
    }
    CHECK(window_share(store) > 0.2);
    CHECK(late_hits > 9'900);
    check_invariants(store);
}

TEST_CASE("The window shrinks where some keys are asked for more often than others", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(1'000)};
    std::mt19937 random{1};
    // Nine in ten requests go to as many keys as just fit: each entry that the window holds costs one of them.
    for (int i = 0; i < 1'000'000; ++i) {
        request(store, static_cast<int>(random() % 10 == 0 ? 1'000 + random() % 1'000'000 : random() % 990));
    }
    CHECK(window_share(store) < detail::WindowClimber::kFirstShare);
    check_invariants(store);
}

TEST_CASE("A cleared store has forgotten what was asked for", "[tinylfu]") {
    Clock clock;
    TinyLfu store{clock, holding(50)};
    for (int round = 0; round < 5; ++round) {
        for (int key = 0; key < 50; ++key) request(store, key);
    }
    store.clear();
    CHECK(size_of(store, TinyLfuSegment::probation) == 0);
    for (int key = 100; key < 150; ++key) request(store, key);
    for (int key = 0; key < 50; ++key) request(store, key);
    CHECK(present(store, 100, 150) >= 40);  // in their second life, those from before are as unknown as any
    check_invariants(store);
}
