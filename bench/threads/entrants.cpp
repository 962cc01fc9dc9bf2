/// Fills the stores.
#include "threads/entrants.hpp"

#include <atomic>
#include <optional>
#include <utility>

#include "report/measure.hpp"
#include "support/contestants.hpp"
#include "threads/competitors.hpp"
#include "threads/crew.hpp"
#include "threads/ours.hpp"

namespace bench {
namespace {

template <class Store>
void fill(Store& store, std::size_t entries) {
    store.reserve(entries);
    for (std::size_t i = 0; i < entries; ++i) store.set(make_key<Number>(i), value_of(i), kOneTtl);
}

/// How many answers were wrong.
template <class Store>
std::size_t work(Store& store, const std::vector<Operation>& stream, std::size_t from, std::size_t operations) {
    std::size_t wrong = 0;
    std::size_t at = from % stream.size();
    for (std::size_t i = 0; i < operations; ++i) {
        const Operation operation = stream[at];
        if (++at == stream.size()) at = 0;
        const Number key = make_key<Number>(operation.index());
        if (operation.writes())
            store.set(key, value_of(operation.index()), kOneTtl);
        else
            wrong += store.get(key) == value_of(operation.index()) ? 0 : 1;
    }
    return wrong;
}

/// One store for all threads.
template <class Store>
class Filled final : public Entrant {
public:
    template <class... Arguments>
    explicit Filled(std::size_t entries, Arguments&&... arguments) : store_{std::forward<Arguments>(arguments)...} {
        fill(store_, entries);
    }
    double lap(const Streams& streams, std::size_t threads, std::size_t from, std::size_t operations) override {
        std::atomic<std::size_t> wrong{0};
        const double time = run_together(
            threads, [&](std::size_t thread) { wrong += work(store_, streams[thread], from, operations); });
        expect(wrong == 0, "a get missed, or found another value than was stored");
        return time;
    }

private:
    Store store_;
};

/// No competitor but a measure of the machine: each thread has all entries to itself, nothing is shared.
class NothingShared final : public Entrant {
public:
    explicit NothingShared(std::size_t entries) {
        for (std::size_t i = 0; i < kMostThreads; ++i)
            fill(*stores_.emplace_back(std::make_unique<Store>(entries)), entries);
    }
    double lap(const Streams& streams, std::size_t threads, std::size_t from, std::size_t operations) override {
        std::atomic<std::size_t> wrong{0};
        const double time = run_together(
            threads, [&](std::size_t thread) { wrong += work(*stores_[thread], streams[thread], from, operations); });
        expect(wrong == 0, "a get missed, or found another value than was stored");
        return time;
    }

private:
    struct Store : Ours<Number, ttlstore::CachedTicker<>> {
        using Ours::Ours;
        std::optional<Number> get(Number key) { return store.get(key); }
    };
    std::vector<std::unique_ptr<Store>> stores_;
};

}  // namespace

std::vector<NamedEntrant> make_entrants(std::size_t entries) {
    using Cached = ttlstore::CachedTicker<>;
    using LockedTtlStore = BehindOneMutex<Ours<Number, Cached>>;
    std::vector<NamedEntrant> all;
    all.push_back({"unordered_map + list, steady_clock, one mutex",
                   std::make_unique<Filled<BehindOneMutex<HandWritten<Number, Number>>>>(entries, entries)});
    all.push_back({"TtlStore behind one mutex", std::make_unique<Filled<LockedTtlStore>>(entries, entries)});
    all.push_back({"ShardedTtlStore, LRU", std::make_unique<Filled<OursSharded<Cached>>>(entries, entries)});
    all.push_back({"ShardedTtlStore, LRU, SteadyTicker",
                   std::make_unique<Filled<OursSharded<ttlstore::SteadyTicker>>>(entries, entries)});
    all.push_back({"ShardedTtlStore, unbounded", std::make_unique<Filled<OursSharded<Cached>>>(entries)});
    all.push_back({"a TtlStore for each thread, LRU, nothing shared", std::make_unique<NothingShared>(entries)});
#ifdef TTLSTORE_BENCH_WITH_TBB
    all.push_back({"tbb::concurrent_hash_map, steady_clock", std::make_unique<Filled<TbbMap>>(entries)});
#endif
    return all;
}

}  // namespace bench
