// However many threads ask for a missing key, its loader runs once.
#include "concurrency/loads.hpp"

using namespace loading;

namespace {
constexpr int kWaiting = 7;
}

TEST_CASE("Eight callers of one key share one load", "[load][threads][C21]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    std::atomic<int> loads{0};
    std::atomic<bool> all_here{false};
    const auto load = [&] {
        ++loads;
        all_here = until([&] { return store.load_stats().joined == kWaiting; });
        return 42;
    };
    std::atomic<int> right{0};
    Threads callers{kWaiting + 1, [&](int) { right += store.get_or_load("k", load) == 42 ? 1 : 0; }};
    callers.join();
    CHECK(all_here);
    CHECK(right == kWaiting + 1);
    CHECK(loads == 1);
    CHECK(store.get_or_load("k", load) == 42);
    CHECK(loads == 1);
    CHECK(store.load_stats() == LoadStats{.loads = 1, .joined = kWaiting});
}

TEST_CASE("A caller that comes as a load ends does not start another", "[load][threads][C21]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, kFew};
    constexpr int kThreads = 4;
    constexpr int kKeys = 2'000;
    std::atomic<int> loads{0};
    std::atomic<int> wrong{0};
    std::latch start{kThreads};
    Threads callers{kThreads, [&](int) {
                        start.arrive_and_wait();
                        for (int key = 0; key < kKeys; ++key) {
                            const int value = store.get_or_load(key, [&](int k) {
                                ++loads;
                                return 3 * k;
                            });
                            wrong += value == 3 * key ? 0 : 1;
                        }
                    }};
    callers.join();
    CHECK(wrong == 0);
    CHECK(loads == kKeys);
    CHECK(store.size() == kKeys);
}

TEST_CASE("Loads of different keys run side by side", "[load][threads]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 1}};
    std::latch both{2};
    Threads callers{2, [&](int i) {
                        store.get_or_load(std::to_string(i), [&] {
                            both.arrive_and_wait();  // neither waits for the other's end
                            return i;
                        });
                    }};
    callers.join();
    CHECK(store.size() == 2);
}

TEST_CASE("One caller refreshes while the others are answered", "[load][threads][refresh]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    store.set("k", 1, 2s);
    const LoadOptions early{.expiry = 10s, .refresh_ahead = 5s};
    std::atomic<int> loads{0};
    std::atomic<int> answered{0};
    std::atomic<bool> all_answered{false};
    const auto load = [&] {
        ++loads;
        all_answered = until([&] { return answered == kWaiting; });
        return 2;
    };
    Threads callers{kWaiting + 1, [&](int) {
                        if (store.get_or_load("k", load, early) == 1) ++answered;
                    }};
    callers.join();
    CHECK(all_answered);
    CHECK(loads == 1);
    CHECK(store.get("k") == 2);
}
