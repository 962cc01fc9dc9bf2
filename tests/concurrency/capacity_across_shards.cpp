// C14 with several threads: the capacity is a bound on the whole, met exactly and never exceeded.
#include <atomic>

#include "concurrency/stress.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using ttlstore::ShardedConfig;

namespace {

constexpr std::size_t kThreads = 4;
constexpr int kRounds = 2'000;
using Store = ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker>;

}  // namespace

TEST_CASE("threads that fill a store to its capacity evict nobody", "[sharded][C14]") {
    for (int round = 0; round < 100; ++round) {
        ttlstore::ManualTicker clock;
        Store store{clock, ShardedConfig{.capacity = 16, .shards = 16}};
        together(kThreads, [&](std::size_t thread) {
            for (int i = 0; i < 4; ++i) store.set(round * 100 + static_cast<int>(thread) * 4 + i, i);
        });
        CHECK(store.size() == 16);
        CHECK(store.stats().evicted == 0);
        sharded_test::check_invariants(store);
    }
}

TEST_CASE("no thread ever sees more entries than the capacity", "[sharded][C14]") {
    ttlstore::ManualTicker clock;
    Store store{clock, ShardedConfig{.capacity = 4, .shards = 16}};
    std::atomic<int> over{0};
    together(kThreads, [&](std::size_t thread) {
        for (int i = 0; i < kRounds; ++i) {
            store.set(static_cast<int>(thread) * kRounds + i, i);
            if (store.stored() > 4) ++over;
            if (store.size() > 4) ++over;
        }
    });
    CHECK(over == 0);
    CHECK(store.size() == 4);
    sharded_test::check_invariants(store);
}

TEST_CASE("two keys of threads that only overwrite never push each other out", "[sharded][C14]") {
    ttlstore::ManualTicker clock;
    Store store{clock, ShardedConfig{.capacity = 2, .shards = 256}};
    std::atomic<int> missing{0};
    together(2, [&](std::size_t thread) {
        const int key = static_cast<int>(thread);
        for (int i = 0; i < kRounds; ++i) {
            store.set(key, i);
            if (store.get(key) != i) ++missing;
        }
    });
    CHECK(missing == 0);
    CHECK(store.stats().evicted == 0);
}
