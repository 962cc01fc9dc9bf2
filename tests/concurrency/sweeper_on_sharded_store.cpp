// A sweeper on a sharded store: it reaches what is due in every shard (C46), a jump of the clock is one round (C47), and a
// deadline set in any shard wakes it.
#include <optional>
#include <thread>

#include "support/catch.hpp"
#include "support/manual_waiter.hpp"
#include "ttlstore/background_sweeper.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace std::chrono_literals;
using namespace ttlstore;
using support::ManualWaiter;

namespace {

using Store = ShardedTtlStore<int, int, ManualTicker>;

/// Until the sweeper wants to sleep; how many turns that took.
int turns_until_idle(const ManualWaiter& waiter) {
    ManualWaiter mine = waiter;
    int turns = 1;
    while (mine.pass() == 0s && turns < 10'000) ++turns;
    return turns;
}

}  // namespace

TEST_CASE("A sweeper reaches everything due in every shard in as many turns as budgets go into it",
          "[threads][sweeper][C46]") {
    ManualTicker clock;
    Store store{clock, {.shards = 16}};
    for (int i = 0; i < 1000; ++i) store.set(i, i, 1s);
    for (int i = 1000; i < 2000; ++i) store.set(i, i, 1h);
    clock.advance(1s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.budget = {.entries = 10, .time = {}}}, waiter};
    CHECK(turns_until_idle(waiter) <= 100 + 16);
    CHECK(sweeper.stats().removed == 1000);
    CHECK(store.stats().swept == 1000);
    CHECK(store.size() == 1000);
}

TEST_CASE("Readers that remove the dead ahead of a sweeper lose it nothing", "[threads][sweeper][C46]") {
    ManualTicker clock;
    Store store{clock, {.shards = 4}};
    for (int i = 0; i < 2000; ++i) store.set(i, i, 1s);
    clock.advance(1s);
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.budget = {.entries = 8, .time = {}}}, waiter};
    std::jthread reader{[&] {
        for (int i = 0; i < 2000; ++i) store.get(i);
    }};
    turns_until_idle(waiter);
    reader.join();
    turns_until_idle(waiter);
    const Stats stats = store.stats();
    CHECK(sweeper.stats().removed == stats.swept);
    CHECK(stats.swept + stats.lazily_expired == 2000);
    CHECK_FALSE(store.next_deadline());
}

TEST_CASE("A clock that jumps fifty years costs a sweeper one round", "[threads][sweeper][C47]") {
    ManualTicker clock;
    Store store{clock, {.shards = 8}};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h}, waiter};
    CHECK(waiter.parked() == 1s);
    clock.advance(std::chrono::years{50});
    CHECK(turns_until_idle(waiter) <= 1 + 8);
    CHECK(sweeper.stats().removed == 100);
    CHECK(waiter.parked() == 1h);
    store.set(1, 1, 1s);
    CHECK(store.get(1) == 1);
    clock.advance(1s);
    CHECK(store.get(1) == std::nullopt);
}

TEST_CASE("A deadline set in any shard wakes the sweeper of a store", "[threads][sweeper][alarm]") {
    ManualTicker clock;
    Store store{clock, {.shards = 8}};
    ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h}, waiter};
    for (int i = 0; i < 20; ++i) {
        CHECK(waiter.parked() == (i == 0 ? 1h : 101min / 2 - std::chrono::minutes{i - 1}));
        store.set(i, i, 101min / 2 - std::chrono::minutes{i});
        CHECK(waiter.parked() == 1ms);
        waiter.pass();
    }
    CHECK(waiter.wakes() == 20);
    store.expire(0, 1s);
    CHECK(waiter.wakes() == 21);
    store.set(0, 0, 50min);
    store.set(1, 1, Expiry::never());
    CHECK(waiter.wakes() == 21);
}

TEST_CASE("A sweeper that sleeps for a day removes what is due in a moment", "[threads][sweeper][alarm]") {
    ManualTicker clock;
    Store store{clock, {.shards = 2}};
    BackgroundSweeper sweeper{store, {.shortest_wait = 1us, .longest_wait = 24h}};
    for (int round = 1; round <= 20; ++round) {
        store.set(round, round, 1ms);
        clock.advance(1ms);
        for (int i = 0; i < 10'000'000 && store.next_deadline(); ++i) std::this_thread::yield();
        REQUIRE_FALSE(store.next_deadline());
    }
    sweeper.stop();
    CHECK(sweeper.stats().removed == 20);
}
