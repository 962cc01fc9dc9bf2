/// `set` of new keys and over old ones, and `erase`: one ttl or scattered ttls, against a bare map and the literal
/// composition.
#include "support/gbench.hpp"

namespace bench {
namespace {

/// The usual case: a cache that gives everything the same time to live.
struct OneTtl {
    constexpr auto operator()(std::size_t) const { return kOneTtl; }
};

/// Each entry has its own: tokens that carry their expiry with them.
struct ScatteredTtl {
    auto operator()(std::size_t index) const { return scattered_ttl(index); }
};

/// New keys into a store that was made large enough: a cache warms up.
template <class Contestant, class TtlOf>
void set_new(benchmark::State& state) {
    const auto& keys = kept_keys<typename Contestant::Key>(entries_of(state));
    for (auto _ : state) {
        tidy_heap();
        const auto store = Contestant::make(keys.size());
        store->reserve(keys.size());
        const Stopwatch watch;
        for (std::size_t i = 0; i < keys.size(); ++i) store->set(keys[i], value_of(i), TtlOf{}(i));
        state.SetIterationTime(watch.nanoseconds() * 1e-9);
        expect(state, store->size() == keys.size(), "a set of a new key was lost");
    }
    count_operations(state, keys.size());
}

/// Old keys get a new value and a new deadline: sessions are renewed, prices updated.
template <class Contestant, class TtlOf>
void overwrite(benchmark::State& state) {
    const auto& work = kept_workload<typename Contestant::Key>(entries_of(state));
    auto& store = filled_store<Contestant>(work.keys);
    const auto& lookups = *work.lookups;
    std::size_t pass = 0;
    while (state.KeepRunningBatch(static_cast<std::int64_t>(lookups.size()))) {
        refresh_clock(store);
        for (std::size_t i = 0; i < lookups.size(); ++i) store.set(lookups[i], value_of(i), TtlOf{}(i + pass));
        ++pass;
    }
    const auto* last = store.find(lookups.back());
    expect(state, last != nullptr && *last == value_of(lookups.size() - 1), "an overwrite was lost");
    expect(state, store.size() == work.keys.size(), "an overwrite changed the number of entries");
}

/// Every key erased, in an order that has nothing to do with that of insertion: users log out.
template <class Contestant>
void erase(benchmark::State& state) {
    const auto& work = kept_workload<typename Contestant::Key>(entries_of(state));
    for (auto _ : state) {
        tidy_heap();
        const auto store = Contestant::make(work.keys.size());
        store->reserve(work.keys.size());
        for (std::size_t i = 0; i < work.keys.size(); ++i) store->set(work.keys[i], value_of(i), kOneTtl);
        std::size_t erased = 0;
        const Stopwatch watch;
        for (std::size_t i = 0; i < work.keys.size(); ++i) erased += store->erase((*work.lookups)[i]) ? 1 : 0;
        state.SetIterationTime(watch.nanoseconds() * 1e-9);
        expect(state, erased == work.keys.size() && store->size() == 0, "erase missed a key");
    }
    count_operations(state, work.keys.size());
}

BENCHMARK_TEMPLATE(set_new, UnorderedMap<Number>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, CachedTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, CoarseTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, SteadyTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, BoottimeTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, ManualTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Bounded<Number, CachedTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, LiteralUnbounded<Number, CachedTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, LiteralLru<Number, CachedTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, HandLru<Number>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, UnorderedMap<Text>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Text, CachedTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, Unbounded<Number, CachedTicker>, ScatteredTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(set_new, LiteralUnbounded<Number, CachedTicker>, ScatteredTtl)->Apply(all_sizes)->UseManualTime();

BENCHMARK_TEMPLATE(overwrite, UnorderedMap<Number>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, Unbounded<Number, CachedTicker>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, Bounded<Number, CachedTicker>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, LiteralLru<Number, CachedTicker>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, HandLru<Number>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, Unbounded<Number, CachedTicker>, ScatteredTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, LiteralUnbounded<Number, CachedTicker>, ScatteredTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, UnorderedMap<Text>, OneTtl)->Apply(all_sizes);
BENCHMARK_TEMPLATE(overwrite, Unbounded<Text, CachedTicker>, OneTtl)->Apply(all_sizes);

BENCHMARK_TEMPLATE(erase, UnorderedMap<Number>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, Unbounded<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, Bounded<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, LiteralLru<Number, CachedTicker>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, HandLru<Number>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, UnorderedMap<Text>)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(erase, Unbounded<Text, CachedTicker>)->Apply(all_sizes)->UseManualTime();

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
