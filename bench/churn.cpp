/// Full stores at work: endless new keys, and the mix of hits and misses that a cache sees all day.
#include "support/gbench.hpp"

namespace bench {
namespace {

/// Every key is new, so that every set evicts: a scan runs through the cache.
template <class Contestant>
void churn(benchmark::State& state) {
    using Key = typename Contestant::Key;
    const std::size_t capacity = entries_of(state);
    static Number next = 0;
    auto& store = kept_store_of<Contestant>(capacity, [capacity](auto& fresh) {
        next = 0;
        for (; next < 2 * capacity; ++next) fresh.set(make_key<Key>(next), next, kOneTtl);
    });
    for (auto _ : state) {
        store.set(make_key<Key>(next), next, kOneTtl);
        ++next;
    }
    const auto* newest = store.find(make_key<Key>(next - 1));  // its finding does not change the order of use
    expect(state, newest != nullptr && *newest == next - 1, "churn lost the newest entry");
    expect(state, store.find(make_key<Key>(next - capacity - 1)) == nullptr, "churn kept an evicted entry");
    expect(state, store.size() == capacity, "churn changed the number of entries");
}

/// Look up, and on a miss load and set: twice as many keys as the cache has room for, asked for by Zipf 0.99.
template <class Store>
std::size_t serve(Store& store, const std::vector<Number>& lookups) {
    std::size_t hits = 0;
    for (const Number key : lookups) {
        if (store.find(key) != nullptr)
            ++hits;
        else
            store.set(key, key, kOneTtl);
    }
    return hits;
}

/// A server's cache all day.
template <class Contestant>
void read_through(benchmark::State& state) {
    struct Hits;
    const std::size_t capacity = entries_of(state);
    const auto& work = kept_workload<Number>(2 * capacity, Spread::zipf);
    // Strict LRU leaves no choice: once the stream has been seen, every pass has the hits that the plain cache counts.
    const std::size_t hits_a_pass = kept<Hits>(capacity, [&] {
        HandWritten<Number, Number> plain{capacity};
        serve(plain, *work.lookups);
        return std::make_unique<std::size_t>(serve(plain, *work.lookups));
    });
    auto& store = kept_store_of<Contestant>(capacity, [&](auto& fresh) { serve(fresh, *work.lookups); });
    std::size_t hits = 0;
    std::size_t passes = 0;
    while (state.KeepRunningBatch(static_cast<std::int64_t>(work.lookups->size()))) {
        hits += serve(store, *work.lookups);
        ++passes;
    }
    expect(state, hits == passes * hits_a_pass, "the hit count is off");
    state.counters["hit_ratio"] = static_cast<double>(hits) / static_cast<double>(passes * work.lookups->size());
}

BENCHMARK_TEMPLATE(churn, Bounded<Number, CachedTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(churn, Bounded<Number, SteadyTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(churn, LiteralLru<Number, CachedTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(churn, HandLru<Number>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(churn, Bounded<Text, CachedTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(churn, HandLru<Text>)->Apply(all_sizes);

BENCHMARK_TEMPLATE(read_through, Bounded<Number, CachedTicker>)
    ->ArgName("entries")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000);
BENCHMARK_TEMPLATE(read_through, Bounded<Number, SteadyTicker>)
    ->ArgName("entries")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000);
BENCHMARK_TEMPLATE(read_through, LiteralLru<Number, CachedTicker>)
    ->ArgName("entries")
    ->Arg(1'000)
    ->Arg(100'000)
    ->Arg(1'000'000);
BENCHMARK_TEMPLATE(read_through, HandLru<Number>)->ArgName("entries")->Arg(1'000)->Arg(100'000)->Arg(1'000'000);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
