/// Bytes an entry, counted by the allocator. The times say nothing; `build` measures those.
#include "support/counting_allocator.hpp"
#include "support/gbench.hpp"

namespace bench {
namespace {

using CountedStore = Ours<Number, ManualTicker, ttlstore::WithAllocator<CountingAllocator<std::byte>>>;
using CountedMap = BareMap<Number, Number, CountingAllocator>;
using CountedLiteral = LiteralComposition<Number, Number, ManualTicker, Recency::lru, CountingAllocator>;

struct OneTtl {
    constexpr auto operator()(std::size_t) const { return kOneTtl; }
};
struct OwnTtl {
    constexpr auto operator()(std::size_t index) const { return std::chrono::milliseconds{index + 1}; }
};

auto make_map(std::size_t entries) {
    auto map = std::make_unique<CountedMap>();
    map->reserve(entries);
    return map;
}
auto make_bounded(std::size_t entries) { return std::make_unique<CountedStore>(entries); }
auto make_unbounded(std::size_t) { return std::make_unique<CountedStore>(); }
auto make_literal(std::size_t entries) {
    static const ManualTicker clock;
    auto store = std::make_unique<CountedLiteral>(clock, entries);
    store->reserve(entries);
    return store;
}

/// How many entries fit into the memory at hand: just above a power of two is where tables that double waste most.
template <auto make, class TtlOf>
void bytes_an_entry(benchmark::State& state) {
    const std::size_t entries = entries_of(state);
    const std::size_t before = counted_bytes().live;
    for (auto _ : state) {
        counted_bytes().restart_peak();
        const auto store = make(entries);
        for (std::size_t i = 0; i < entries; ++i) store->set(make_key<Number>(i), value_of(i), TtlOf{}(i));
        expect(state, store->size() == entries, "a filled store misses entries");
        const auto an_entry = [&](std::size_t bytes) {
            return static_cast<double>(bytes - before) / static_cast<double>(entries);
        };
        state.counters["bytes"] = an_entry(counted_bytes().live);
        state.counters["peak"] = an_entry(counted_bytes().peak);
    }
    expect(state, counted_bytes().live == before, "a store did not give all its memory back");
}

void some_capacities(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("entries")->Iterations(1)->Unit(benchmark::kMillisecond);
    for (const std::int64_t entries :
         {1'000, 1'025, 3'585, 65'537, 100'000, 131'073, 1'000'000, 1'048'577, 8'388'609, 10'000'000}) {
        benchmark->Arg(entries);
    }
}

BENCHMARK_TEMPLATE(bytes_an_entry, make_map, OneTtl)->Apply(some_capacities);
BENCHMARK_TEMPLATE(bytes_an_entry, make_bounded, OneTtl)->Apply(some_capacities);
BENCHMARK_TEMPLATE(bytes_an_entry, make_unbounded, OneTtl)->Apply(some_capacities);
BENCHMARK_TEMPLATE(bytes_an_entry, make_bounded, OwnTtl)->Apply(some_capacities);
BENCHMARK_TEMPLATE(bytes_an_entry, make_literal, OwnTtl)->Apply(some_capacities);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
