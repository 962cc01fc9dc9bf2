/// What recording costs: the counter alone and a store's metrics, by 1 and 2 threads, time from a CachedTicker.
///
/// `baseline` makes the loop's other work, so that a row less the baseline is the price of an operation's record.
#include <benchmark/benchmark.h>

#include <ttlstore/metrics/rolling_counter.hpp>
#include <ttlstore/metrics/store_metrics.hpp>
#include <ttlstore/sharded_ttl_store.hpp>
#include <ttlstore/ticker/cached_ticker.hpp>

#include <chrono>
#include <cstdint>

namespace {

using namespace std::chrono_literals;
using Clock = ttlstore::CachedTicker<>;

Clock& clock_of_all() {
    static Clock clock;
    return clock;
}

void baseline(benchmark::State& state) {
    std::uint64_t n = 0;
    for (auto _ : state) benchmark::DoNotOptimize(++n);
}

/// The time stands still meanwhile, so every record must be in the window.
void rolling_counter(benchmark::State& state) {
    static ttlstore::RollingCounter<Clock> counter{clock_of_all()};
    const std::uint64_t before = counter.count_last();
    for (auto _ : state) counter.record();
    if (counter.count_last() < before + static_cast<std::uint64_t>(state.iterations())) {
        state.SkipWithError("records were lost");
    }
}

void store_metrics(benchmark::State& state) {
    using ttlstore::Operation;
    using ttlstore::Outcome;
    static ttlstore::RollingMetrics<Clock> metrics{clock_of_all()};
    const std::uint64_t before = metrics.total(Operation::get, Outcome::hit);
    for (auto _ : state) metrics.record(Operation::get, Outcome::hit);
    if (metrics.total(Operation::get, Outcome::hit) < before + static_cast<std::uint64_t>(state.iterations())) {
        state.SkipWithError("records were lost");
    }
}

/// A warm get of a store of a thousand, with and without metrics.
template <class... Options>
void store_get(benchmark::State& state) {
    using Store = ttlstore::ShardedTtlStore<std::uint64_t, std::uint64_t, Clock, Options...>;
    static Store store = [] {
        if constexpr (sizeof...(Options) == 0) {
            return Store{clock_of_all()};
        } else {
            return Store{clock_of_all(), {}, {}, ttlstore::RollingMetrics<Clock>{clock_of_all()}};
        }
    }();
    if (state.thread_index() == 0) {
        for (std::uint64_t key = 0; key < 1000; ++key) store.set(key, key);
    }
    std::uint64_t key = static_cast<std::uint64_t>(state.thread_index()) * 500;
    for (auto _ : state) {
        benchmark::DoNotOptimize(store.get(key));
        key = key + 7 < 1000 ? key + 7 : key + 7 - 1000;
    }
    if (store.get(999) != 999) state.SkipWithError("an entry is missing");
}
void get_without(benchmark::State& state) { store_get<>(state); }
void get_with_metrics(benchmark::State& state) {
    store_get<ttlstore::WithMetrics<ttlstore::RollingMetrics<Clock>>>(state);
}

BENCHMARK(get_without)->ArgName("entries")->Arg(1000)->ThreadRange(1, 2);
BENCHMARK(get_with_metrics)->ArgName("entries")->Arg(1000)->ThreadRange(1, 2);
BENCHMARK(baseline)->ArgName("entries")->Arg(1000)->ThreadRange(1, 2);
BENCHMARK(rolling_counter)->ArgName("entries")->Arg(1000)->ThreadRange(1, 2);
BENCHMARK(store_metrics)->ArgName("entries")->Arg(1000)->ThreadRange(1, 2);

}  // namespace

BENCHMARK_MAIN();
