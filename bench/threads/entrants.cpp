/// Fills the stores.
#include "threads/entrants.hpp"

#include <atomic>
#include <utility>

#include "report/measure.hpp"
#include "support/contestants.hpp"
#include "threads/competitors.hpp"
#include "threads/crew.hpp"
#include "threads/ours.hpp"

namespace bench {
namespace {

template <class Store>
class Filled final : public Entrant {
public:
    template <class... Arguments>
    explicit Filled(std::size_t entries, Arguments&&... arguments) : store_{std::forward<Arguments>(arguments)...} {
        store_.reserve(entries);
        for (std::size_t i = 0; i < entries; ++i) store_.set(make_key<Number>(i), value_of(i), kOneTtl);
    }
    double lap(const Streams& streams, std::size_t threads, std::size_t from, std::size_t operations) override {
        std::atomic<std::size_t> wrong{0};
        const double time =
            run_together(threads, [&](std::size_t thread) { wrong += work(streams[thread], from, operations); });
        expect(wrong == 0, "a get missed, or found another value than was stored");
        return time;
    }

private:
    std::size_t work(const std::vector<Operation>& stream, std::size_t from, std::size_t operations) {
        std::size_t wrong = 0;
        std::size_t at = from % stream.size();
        for (std::size_t i = 0; i < operations; ++i) {
            const Operation operation = stream[at];
            if (++at == stream.size()) at = 0;
            const Number key = make_key<Number>(operation.index());
            if (operation.writes())
                store_.set(key, value_of(operation.index()), kOneTtl);
            else
                wrong += store_.get(key) == value_of(operation.index()) ? 0 : 1;
        }
        return wrong;
    }

    Store store_;
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
#ifdef TTLSTORE_BENCH_WITH_TBB
    all.push_back({"tbb::concurrent_hash_map, steady_clock", std::make_unique<Filled<TbbMap>>(entries)});
#endif
    return all;
}

}  // namespace bench
