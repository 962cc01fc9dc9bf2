// C46 with several threads: readers that remove the dead just ahead of the sweeper keep it from nothing.
#include <atomic>

#include "concurrency/stress.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using namespace std::chrono_literals;
using ttlstore::ShardedConfig;

TEST_CASE("sweepers and readers together remove every dead entry once and no live one", "[sharded][C46]") {
    constexpr int kDue = 4'000;
    constexpr int kLive = 1'000;
    Account account;
    ttlstore::ManualTicker clock;
    ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithListener<Bookkeeper>> store{
        clock, ShardedConfig{.shards = 16}, Bookkeeper{&account}};
    for (int key = 0; key < kDue; ++key) store.set(key, key, std::chrono::milliseconds{1 + key % 50});
    for (int key = kDue; key < kDue + kLive; ++key) store.set(key, key, 1h);
    clock.advance(50ms);
    std::atomic<std::size_t> swept{0};
    std::atomic<int> over_budget{0};
    together(4, [&](std::size_t thread) {
        if (thread < 2) {
            // A busy shard may be skipped, so a sweep that finds nothing does not mean that nothing is left.
            for (int i = 0; i < kDue && store.overdue() > 0; ++i) {
                const std::size_t removed = store.sweep(10);
                if (removed > 10) ++over_budget;
                swept += removed;
            }
        } else {
            for (int key = static_cast<int>(thread) - 2; key < kDue; key += 2) store.get(key);
        }
    });
    for (int i = 0; i < kDue && store.overdue() > 0; ++i) swept += store.sweep(10);
    CHECK(over_budget == 0);
    CHECK(store.overdue() == 0);
    CHECK(store.size() == kLive);
    CHECK(account.left_by(ttlstore::RemovalCause::expired) == kDue);
    CHECK(swept == store.stats().swept);
    sharded_test::check_invariants(store);
}
