/// Growing from nothing: the time to build, and the longest that any single call lets its caller wait.
#include <algorithm>

#include "support/gbench.hpp"

namespace bench {
namespace {

/// Nobody knew how much would come: a store fills without a reserve.
template <class Contestant>
void build(benchmark::State& state) {
    const auto& keys = kept_keys<typename Contestant::Key>(entries_of(state));
    for (auto _ : state) {
        tidy_heap();
        const auto store = Contestant::make(keys.size());
        const Stopwatch watch;
        for (std::size_t i = 0; i < keys.size(); ++i) store->set(keys[i], value_of(i), kOneTtl);
        state.SetIterationTime(watch.nanoseconds() * 1e-9);
        expect(state, store->size() == keys.size(), "a set of a new key was lost");
    }
    count_operations(state, keys.size());
}

/// The same, every call timed: the reported time is the longest single call, the one a latency percentile shows.
template <class Contestant>
void worst_call(benchmark::State& state) {
    const auto& keys = kept_keys<typename Contestant::Key>(entries_of(state));
    for (auto _ : state) {
        tidy_heap();
        const auto store = Contestant::make(keys.size());
        double worst = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const WallWatch watch;
            store->set(keys[i], value_of(i), kOneTtl);
            worst = std::max(worst, watch.nanoseconds());
        }
        state.SetIterationTime(worst * 1e-9);
        expect(state, store->size() == keys.size(), "a set of a new key was lost");
    }
}

/// An iteration is a build, so the number of them is fixed: by its measured time alone it would be too many.
void few_builds(benchmark::internal::Benchmark* benchmark) {
    all_sizes(benchmark);
    benchmark->UseManualTime()->Iterations(5)->Unit(benchmark::kMicrosecond);
}

BENCHMARK_TEMPLATE(build, UnorderedMap<Number>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, Unbounded<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, Bounded<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, LiteralUnbounded<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, HandLru<Number>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, UnorderedMap<Text>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(build, Unbounded<Text, CachedTicker>)->Apply(all_sizes)->UseManualTime();

BENCHMARK_TEMPLATE(worst_call, UnorderedMap<Number>)->Apply(few_builds);
BENCHMARK_TEMPLATE(worst_call, Unbounded<Number, CachedTicker>)->Apply(few_builds);
BENCHMARK_TEMPLATE(worst_call, Bounded<Number, CachedTicker>)->Apply(few_builds);
BENCHMARK_TEMPLATE(worst_call, HandLru<Number>)->Apply(few_builds);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
