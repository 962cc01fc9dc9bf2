/// `sweep` of a backlog that is due, a thousand entries a call.
#include "support/gbench.hpp"

namespace bench {
namespace {

struct OneTtl {
    constexpr auto operator()(std::size_t) const { return kOneTtl; }
};
struct ScatteredTtl {
    auto operator()(std::size_t index) const { return scattered_ttl(index); }
};

/// Everything died while nobody swept: the event loop catches up after a pause.
template <class Contestant, class TtlOf>
void sweep_backlog(benchmark::State& state) {
    const auto& keys = kept_keys<typename Contestant::Key>(entries_of(state));
    for (auto _ : state) {
        tidy_heap();
        const auto store = Contestant::make(keys.size());
        store->reserve(keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) store->set(keys[i], value_of(i), TtlOf{}(i));
        store->clock.advance(std::chrono::hours{3});
        std::size_t swept = 0;
        const Stopwatch watch;
        while (const std::size_t removed = store->sweep(1'000)) swept += removed;
        state.SetIterationTime(watch.nanoseconds() * 1e-9);
        expect(state, swept == keys.size() && store->size() == 0, "sweep left dead entries behind");
    }
    count_operations(state, keys.size());
}

/// Nothing is due: the event loop asks once a turn, and this is what the question costs.
template <class Contestant>
void sweep_idle(benchmark::State& state) {
    auto& store = filled_store<Contestant>(kept_keys<typename Contestant::Key>(entries_of(state)));
    std::size_t swept = 0;
    for (auto _ : state) swept += store.sweep(1'000);
    expect(state, swept == 0, "sweep removed a living entry");
}

BENCHMARK_TEMPLATE(sweep_backlog, Unbounded<Number, ManualTicker>, ScatteredTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, LiteralUnbounded<Number, ManualTicker>, ScatteredTtl)
    ->Apply(all_sizes)
    ->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, Unbounded<Number, ManualTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, LiteralUnbounded<Number, ManualTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, Bounded<Number, ManualTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, LiteralLru<Number, ManualTicker>, OneTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, Unbounded<Text, ManualTicker>, ScatteredTtl)->Apply(all_sizes)->UseManualTime();
BENCHMARK_TEMPLATE(sweep_backlog, LiteralUnbounded<Text, ManualTicker>, ScatteredTtl)
    ->Apply(all_sizes)
    ->UseManualTime();

BENCHMARK_TEMPLATE(sweep_idle, Unbounded<Number, CachedTicker>)->Apply(all_sizes);
BENCHMARK_TEMPLATE(sweep_idle, Unbounded<Number, SteadyTicker>)->Apply(all_sizes);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
