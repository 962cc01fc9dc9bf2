/// What the Google Benchmark programs share: the contestants by name, and big fixtures that are made once.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "support/contestants.hpp"
#include "support/heap.hpp"
#include "support/stopwatch.hpp"
#include "support/workload.hpp"

namespace bench {

using Text = std::string;
using CachedTicker = ttlstore::CachedTicker<>;
using ttlstore::BoottimeTicker;
using ttlstore::CoarseTicker;
using ttlstore::ManualTicker;
using ttlstore::SteadyTicker;

/// std::unordered_map without ttl.
template <class K>
struct UnorderedMap {
    using Key = K;
    using Store = Bare<K>;
    static auto make(std::size_t) { return std::make_unique<Store>(); }
};

/// TtlStore without a bound.
template <class K, class Ticker>
struct Unbounded {
    using Key = K;
    using Store = Ours<K, Ticker>;
    static auto make(std::size_t) { return std::make_unique<Store>(); }
};

/// TtlStore with a capacity of what it is to hold, and strict LRU.
template <class K, class Ticker>
struct Bounded {
    using Key = K;
    using Store = Ours<K, Ticker>;
    static auto make(std::size_t entries) { return std::make_unique<Store>(entries); }
};

/// unordered_map + map<deadline, set<key>>.
template <class K, class Ticker>
struct LiteralUnbounded {
    using Key = K;
    using Store = Literal<K, Ticker, Recency::untracked>;
    static auto make(std::size_t) { return std::make_unique<Store>(); }
};

/// unordered_map + map<deadline, set<key>> + list.
template <class K, class Ticker>
struct LiteralLru {
    using Key = K;
    using Store = Literal<K, Ticker, Recency::lru>;
    static auto make(std::size_t entries) { return std::make_unique<Store>(entries); }
};

/// unordered_map + list + steady_clock.
template <class K>
struct HandLru {
    using Key = K;
    using Store = HandWritten<K, Number>;
    static auto make(std::size_t entries) { return std::make_unique<Store>(entries); }
};

/// Google Benchmark calls a function anew for each guess at the number of iterations, and ten million entries take
/// seconds to store. So the last thing made of each `Kind` is kept, and made again only if `variant` is another.
template <class Kind, class Make>
auto& kept(std::size_t variant, Make make) {
    static std::size_t made_for = 0;
    static decltype(make()) thing{};
    if (made_for != variant) {
        thing = {};
        thing = make();
        made_for = variant;
    }
    return *thing;
}

/// Of all stores only one is kept at a time, or memory would not suffice.
inline std::shared_ptr<void>& kept_store() {
    static std::shared_ptr<void> store;
    return store;
}

template <class Contestant, class Prepare>
auto& kept_store_of(std::size_t entries, Prepare prepare) {
    using Store = typename Contestant::Store;
    static std::weak_ptr<void> mine;
    static std::size_t made_for = 0;
    if (mine.expired() || made_for != entries) {
        kept_store().reset();
        tidy_heap();
        std::shared_ptr<Store> store = Contestant::make(entries);
        store->reserve(entries);
        prepare(*store);
        kept_store() = store;
        mine = kept_store();
        made_for = entries;
    }
    return *static_cast<Store*>(kept_store().get());
}

template <class Key>
const Workload<Key>& kept_workload(std::size_t entries, Spread spread = Spread::uniform) {
    return kept<Workload<Key>>(2 * entries + (spread == Spread::zipf ? 1 : 0),
                               [&] { return std::make_unique<Workload<Key>>(make_workload<Key>(entries, spread)); });
}

template <class Key>
const std::vector<Key>& kept_keys(std::size_t entries) {
    return kept<std::vector<Key>>(entries, [&] { return std::make_unique<std::vector<Key>>(make_keys<Key>(entries)); });
}

/// Every key stored once under one ttl.
template <class Contestant>
auto& filled_store(const std::vector<typename Contestant::Key>& keys) {
    return kept_store_of<Contestant>(keys.size(), [&](auto& store) {
        for (std::size_t i = 0; i < keys.size(); ++i) store.set(keys[i], value_of(i), kOneTtl);
    });
}

inline std::size_t entries_of(const benchmark::State& state) { return static_cast<std::size_t>(state.range(0)); }
inline Spread spread_of(const benchmark::State& state) { return state.range(1) == 0 ? Spread::uniform : Spread::zipf; }

inline void expect(benchmark::State& state, bool holds, const char* what) {
    if (!holds) state.SkipWithError(what);
}

/// For benchmarks whose iteration is many operations: time a single operation, too.
inline void count_operations(benchmark::State& state, std::size_t per_iteration) {
    const auto operations = static_cast<double>(state.iterations()) * static_cast<double>(per_iteration);
    state.counters["per_operation"] =
        benchmark::Counter{operations, benchmark::Counter::kIsRate | benchmark::Counter::kInvert};
}

inline void all_sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgName("entries")->Arg(1'000)->Arg(100'000)->Arg(1'000'000)->Arg(10'000'000);
}

inline void all_sizes_and_spreads(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"entries", "zipf"})->ArgsProduct({{1'000, 100'000, 1'000'000, 10'000'000}, {0, 1}});
}

}  // namespace bench
