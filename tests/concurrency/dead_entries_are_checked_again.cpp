// C25 without a hook: many readers and a sweeper at the deadline, one writer; what it has just written stays.
#include <atomic>

#include "concurrency/stress.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using namespace std::chrono_literals;
using ttlstore::ShardedConfig;

TEST_CASE("what a writer has just stored over a dead entry is never removed for it", "[sharded][C25]") {
    using Store = ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithListener<Bookkeeper>>;
    constexpr int kRounds = 4'000;
    Account account;
    ttlstore::ManualTicker clock;
    Store store{clock, ShardedConfig{.shards = 2}, Bookkeeper{&account}};
    std::atomic<bool> over{false};
    std::atomic<int> lost{0};
    together(4, [&](std::size_t thread) {
        if (thread == 0) {
            for (int i = 0; i < kRounds; ++i) {
                store.set(1, i, 1ms);
                clock.advance(1ms);  // dead, and everybody sees it
                store.set(1, -i, 60s);
                if (store.get(1) != -i) ++lost;
            }
            over = true;
        } else if (thread == 1) {
            while (!over) store.sweep(8);
        } else {
            while (!over) store.get(1);
        }
    });
    CHECK(lost == 0);
    // Each value died or was replaced, once: the second replaced nothing alive, the next round's first the second.
    CHECK(account.left_by(ttlstore::RemovalCause::expired) == kRounds);
    CHECK(account.left_by(ttlstore::RemovalCause::replaced) == kRounds - 1);
    CHECK(store.size() == 1);
    sharded_test::check_invariants(store);
}
