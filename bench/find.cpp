/// `find`, hit and miss: each ticker, bounded and not, 64-bit and string keys, uniform and Zipf, 1 k to 10 M entries.
#include "support/gbench.hpp"

namespace bench {
namespace {

/// Only hits: a session table in front of an application, asked for users who are logged in.
template <class Contestant>
void find_hit(benchmark::State& state) {
    const auto& work = kept_workload<typename Contestant::Key>(entries_of(state), spread_of(state));
    auto& store = filled_store<Contestant>(work.keys);
    const auto batch = static_cast<std::int64_t>(work.lookups->size());
    Number sum = 0;
    Number passes = 0;
    while (state.KeepRunningBatch(batch)) {
        for (const auto& key : *work.lookups) {
            if (const auto* value = store.find(key)) sum += *value;
        }
        ++passes;
    }
    expect(state, sum == passes * work.sum, "find did not find every entry");
}

/// Only misses: a list of blocked addresses, asked for the many that are not on it.
template <class Contestant>
void find_miss(benchmark::State& state) {
    using Key = typename Contestant::Key;
    struct Absent;
    const auto& keys = kept_keys<Key>(entries_of(state));
    const auto& absent = kept<Absent>(entries_of(state), [&] {
        return std::make_unique<std::vector<Key>>(make_keys<Key>(stream_length<Key>(entries_of(state)), kAbsent));
    });
    auto& store = filled_store<Contestant>(keys);
    Number found = 0;
    while (state.KeepRunningBatch(static_cast<std::int64_t>(absent.size()))) {
        for (const auto& key : absent) found += store.find(key) != nullptr ? 1 : 0;
    }
    expect(state, found == 0, "find found what was never stored");
}

BENCHMARK_TEMPLATE(find_hit, UnorderedMap<Number>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Number, CachedTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Number, ManualTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Number, CoarseTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Number, SteadyTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Number, BoottimeTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Bounded<Number, CachedTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Bounded<Number, SteadyTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, LiteralLru<Number, CachedTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, HandLru<Number>)->Apply(all_sizes_and_spreads);

BENCHMARK_TEMPLATE(find_hit, UnorderedMap<Text>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Text, CachedTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Unbounded<Text, SteadyTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, Bounded<Text, CachedTicker>)->Apply(all_sizes_and_spreads);
BENCHMARK_TEMPLATE(find_hit, HandLru<Text>)->Apply(all_sizes_and_spreads);

BENCHMARK_TEMPLATE(find_miss, UnorderedMap<Number>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(find_miss, Unbounded<Number, CachedTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(find_miss, Unbounded<Number, SteadyTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(find_miss, UnorderedMap<Text>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(find_miss, Unbounded<Text, CachedTicker>)->Apply(all_sizes);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
