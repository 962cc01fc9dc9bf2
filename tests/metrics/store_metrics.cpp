// Case C44 by a sharded store's own metrics, and its rates.
#include <ttlstore/metrics/store_metrics.hpp>
#include <ttlstore/sharded_ttl_store.hpp>
#include <ttlstore/ticker/manual_ticker.hpp>

#include <chrono>

#include "support/catch.hpp"

using namespace std::chrono_literals;
using ttlstore::ManualTicker;
using ttlstore::Operation;
using ttlstore::Outcome;
using Metrics = ttlstore::RollingMetrics<ManualTicker>;
using Store = ttlstore::ShardedTtlStore<int, int, ManualTicker, ttlstore::WithMetrics<Metrics>>;

TEST_CASE("an expired lookup is one miss, and no request has no ratio", "[metrics][C44]") {
    ManualTicker clock;
    Metrics metrics{clock};
    Store store{clock, {.shards = 4}, {}, metrics};
    CHECK_FALSE(metrics.hit_ratio().has_value());
    store.set(1, 1, 1s);
    CHECK(store.get(1) == 1);
    clock.advance(1s);
    CHECK_FALSE(store.get(1).has_value());
    CHECK_FALSE(store.get(26).has_value());
    store.sweep(100);
    CHECK(metrics.total(Operation::get, Outcome::hit) == 1);
    CHECK(metrics.total(Operation::get, Outcome::miss) == 2);
    CHECK(metrics.total(Operation::set, Outcome::inserted) == 1);
    CHECK(metrics.expired() == 1);
    CHECK(metrics.evicted() == 0);
    store.set(1, 1);
    store.get(1);
    store.get(1);
    store.set(1, 2);
    metrics.record(Operation::get, Outcome::hit, 3);
    CHECK(metrics.hit_ratio() == 0.75);
    CHECK(metrics.total(Operation::set, Outcome::replaced) == 1);
}

TEST_CASE("metrics tell an operation's rate over a window, each for itself", "[metrics]") {
    ManualTicker clock;
    Metrics metrics{clock, {.buckets = 10, .width = 1s}};
    Store store{clock, {.capacity = 8, .shards = 1}, {}, metrics};
    for (int key = 0; key < 20; ++key) store.set(key, key);
    CHECK(metrics.evicted() == 12);
    CHECK(metrics.qps(Operation::set) == 2.0);
    CHECK(metrics.qps(Operation::set, 4s) == 5.0);
    CHECK(metrics.qps(Operation::get) == 0.0);
    clock.advance(9s);
    store.get(3);
    CHECK(metrics.count_last(Operation::get, 1s) == 1);
    CHECK(metrics.count_last(Operation::set, 10s) == 20);
    clock.advance(1s);
    CHECK(metrics.count_last(Operation::set, 10s) == 0);
    CHECK(metrics.total(Operation::set, Outcome::inserted) == 20);
}
