// Loaders in several threads that would wait for each other for ever: one gets an error, the others go on.
#include "concurrency/loads.hpp"

using namespace loading;

namespace {

/// `size` threads, each of which loads its key while all do, and then needs the next one's. Returns how many were told
/// of the circle.
int go_round(int size) {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, kFew};
    std::latch all_load{size};
    std::atomic<int> told{0};
    std::atomic<int> answered{0};
    Threads callers{size, [&](int i) {
                        const int value = store.get_or_load(i, [&] {
                            all_load.arrive_and_wait();
                            try {
                                return store.get_or_load((i + 1) % size, [] { return 0; }) + 1;
                            } catch (const RecursiveLoad&) {
                                ++told;
                                return 100;
                            }
                        });
                        answered += value >= 100 ? 1 : 0;
                    }};
    callers.join();
    CHECK(answered == size);
    CHECK(store.size() == static_cast<std::size_t>(size));
    return told;
}

}  // namespace

TEST_CASE("Two loaders that want each other's key: one is told", "[load][threads][C24]") {
    for (int round = 0; round < 50; ++round) REQUIRE(go_round(2) == 1);
}

TEST_CASE("Five loaders in a circle: one is told", "[load][threads][C24]") {
    for (int round = 0; round < 20; ++round) REQUIRE(go_round(5) == 1);
}

TEST_CASE("A long chain of loaders that is no circle is left alone", "[load][threads][C24]") {
    Clock clock;
    ShardedTtlStore<int, int, Clock> store{clock, kFew};
    constexpr int kThreads = 6;
    std::latch all_load{kThreads};
    Threads callers{kThreads, [&](int i) {
                        store.get_or_load(i, [&] {
                            all_load.arrive_and_wait();
                            return i + 1 == kThreads ? 0 : store.get_or_load(i + 1, [] { return -1; }) + 1;
                        });
                    }};
    callers.join();
    for (int i = 0; i < kThreads; ++i) CHECK(store.get(i) == kThreads - 1 - i);
}
