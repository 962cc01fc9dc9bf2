// A budgeted sweep makes progress in every shard, and passes by one whose lock is held.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

template <class Store>
std::vector<std::size_t> overdue_by_shard(const Store& store) {
    std::vector<std::size_t> due(store.shard_count());
    const auto& shards = detail::Access::shards(store);
    for (std::size_t i = 0; i < due.size(); ++i) {
        due[i] = shards.ask(shards[i], [](const auto& entries, auto& now) { return entries.overdue(now); });
    }
    return due;
}

}  // namespace

TEST_CASE("a sweep with a small budget empties the small shards before the big one", "[sharded][sweep][C46]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 16}};
    for (const std::string& key : keys_in(store, 5, 2000)) store.set(key, 1, 1s);
    for (std::size_t shard = 0; shard < 16; ++shard) {
        if (shard == 5) continue;
        for (const std::string& key : keys_in(store, shard, 10)) store.set(key, 1, 2s);
    }
    clock.advance(2s);
    for (int call = 0; call < 10; ++call) CHECK(store.sweep(16) == 16);
    const std::vector<std::size_t> due = overdue_by_shard(store);
    for (std::size_t shard = 0; shard < 16; ++shard) CHECK(due[shard] == (shard == 5 ? 1990 : 0));
    std::size_t calls = 0;
    while (store.sweep(16) != 0) ++calls;
    CHECK(calls == 125);
    CHECK(store.stored() == 0);
}

TEST_CASE("a sweep goes on after the shard where the last one ended", "[sharded][sweep][C46]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 4}};
    for (std::size_t shard = 0; shard < 4; ++shard) {
        for (const std::string& key : keys_in(store, shard, 3)) store.set(key, 1, 1s);
    }
    clock.advance(1s);
    for (int call = 0; call < 4; ++call) CHECK(store.sweep(1) == 1);
    CHECK(overdue_by_shard(store) == std::vector<std::size_t>{2, 2, 2, 2});
    CHECK(store.sweep(0) == 0);
    CHECK(store.sweep(kAll) == 8);
}

TEST_CASE("each budgeted sweep of a sharded store removes what it may and leaves the living", "[sharded][sweep][C46]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 8}};
    for (int i = 0; i < 2000; ++i) store.set(std::to_string(i), i, i < 1000 ? 1s : 1h);
    clock.advance(1s);
    for (int call = 0; call < 100; ++call) CHECK(store.sweep(10) == 10);
    CHECK(store.sweep(10) == 0);
    CHECK(store.size() == 1000);
}

TEST_CASE("a sweep passes by a shard whose lock is held and says so", "[sharded][sweep]") {
    Clock clock;
    Sharded<WithMutex<SpinMutex>> store{clock, {.shards = 2}};
    store.set(keys_in(store, 0, 1)[0], 1, 1s);
    store.set(keys_in(store, 1, 1)[0], 1, 1s);
    const std::string alive = keys_in(store, 0, 2)[1];
    store.set(alive, 1);
    clock.advance(1s);
    store.visit(alive, [&](const int&) {
        const auto report = store.sweep(SweepBudget{});  // from here only because it never waits for a lock
        CHECK(report.removed == 1);
        CHECK_FALSE(report.drained);
    });
    const auto report = store.sweep(SweepBudget{});
    CHECK(report.removed == 1);
    CHECK(report.drained);
    CHECK_FALSE(report.next_deadline);
}

TEST_CASE("a sweep of a sharded store reports the longest delay and what is next", "[sharded][sweep]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 4}};
    for (int i = 1; i <= 20; ++i) store.set(std::to_string(i), i, std::chrono::seconds{i});
    clock.advance(10s);
    const auto report = store.sweep(SweepBudget{.entries = kAll});
    CHECK(report.removed == 10);
    CHECK(report.drained);
    CHECK(report.oldest_lag == 9s);
    CHECK(report.next_deadline == clock.now() + 1s);
    clock.advance(10s);
    CHECK(store.sweep(SweepBudget{.time = 0s}).removed == 1);
}
