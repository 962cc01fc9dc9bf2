/// `find_many` in batches of several lengths, beside the same lookups one at a time.
#include <algorithm>
#include <span>

#include "support/gbench.hpp"

namespace bench {
namespace {

/// One request asks for many keys: a page of a feed, a multi-get of a cache server.
template <class Contestant>
void find_many(benchmark::State& state) {
    const auto& work = kept_workload<typename Contestant::Key>(entries_of(state));
    auto& store = filled_store<Contestant>(work.keys);
    const std::span all{*work.lookups};
    const auto batch = static_cast<std::size_t>(state.range(1));
    Number sum = 0;
    Number passes = 0;
    while (state.KeepRunningBatch(static_cast<std::int64_t>(all.size()))) {
        for (std::size_t at = 0; at < all.size(); at += batch) {
            store.store.find_many(all.subspan(at, std::min(batch, all.size() - at)),
                                  [&sum](std::size_t, const Number* value) {
                                      if (value != nullptr) sum += *value;
                                  });
        }
        ++passes;
    }
    expect(state, sum == passes * work.sum, "find_many did not find every entry");
}

/// The same request by the means of a bare map.
template <class Contestant>
void one_at_a_time(benchmark::State& state) {
    const auto& work = kept_workload<typename Contestant::Key>(entries_of(state));
    auto& store = filled_store<Contestant>(work.keys);
    Number sum = 0;
    Number passes = 0;
    while (state.KeepRunningBatch(static_cast<std::int64_t>(work.lookups->size()))) {
        for (const auto& key : *work.lookups) {
            if (const auto* value = store.find(key)) sum += *value;
        }
        ++passes;
    }
    expect(state, sum == passes * work.sum, "find did not find every entry");
}

void sizes_and_batches(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"entries", "batch"})
        ->ArgsProduct({{1'000, 100'000, 1'000'000, 10'000'000}, {4, 16, 64, 1'000'000}});
}

BENCHMARK_TEMPLATE(one_at_a_time, UnorderedMap<Number>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(one_at_a_time, UnorderedMap<Text>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(find_many, Unbounded<Number, SteadyTicker>)->Apply(sizes_and_batches);
BENCHMARK_TEMPLATE(find_many, Unbounded<Number, CachedTicker>)->Apply(sizes_and_batches);
BENCHMARK_TEMPLATE(find_many, Bounded<Number, SteadyTicker>)->Apply(sizes_and_batches);
BENCHMARK_TEMPLATE(find_many, Unbounded<Text, SteadyTicker>)->Apply(sizes_and_batches);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
