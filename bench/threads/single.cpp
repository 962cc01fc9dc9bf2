/// Runs one thread on the sharded store and on the unsynchronised one, in turn.
#include "threads/single.hpp"

#include <memory>
#include <string>

#include "report/passes.hpp"
#include "threads/ours.hpp"

namespace bench {
namespace {

constexpr double kMoreAtMost = 20;

enum class Gets {
    independent,  ///< so that the processor begins the next one before the last one is through, unless a lock forbids it
    chained       ///< each key is known when the last value is: what one get takes from end to end
};

/// The same stream of keys for both, summed up: all of them are there.
template <Gets kKind, class Store, class Get>
Contestant gets(std::shared_ptr<Store> store, const Workload<Number>& work, Get get) {
    return [=](std::size_t passes) {
        Lap lap;
        const Stopwatch watch;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            refresh_clock(*store);
            Number last = 0;
            for (const Number key : *work.lookups) {
                const Number nothing = kKind == Gets::chained ? last >> 63 : 0;  // no value is that large
                last = get(*store, key + nothing);
                lap.checksum += last;
            }
        }
        lap.nanoseconds = watch.nanoseconds();
        lap.operations = passes * work.lookups->size();
        lap.checksum /= passes;
        expect(lap.checksum == work.sum, "a get missed, or found another value than was stored");
        return lap;
    };
}

template <class Store>
std::shared_ptr<Store> filled(const std::vector<Number>& keys) {
    auto store = std::make_shared<Store>(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) store->set(keys[i], value_of(i), kOneTtl);
    return store;
}

template <class Ticker, Gets kKind>
Measured measure(const Settings& settings, std::size_t entries, const std::string& ticker) {
    const Workload<Number> work = make_workload<Number>(settings.size(entries));
    Row row{std::string{"get hit, 1 thread, nobody else, "} +
                (kKind == Gets::chained ? "one after the other, " : "overlapping, ") + short_count(entries),
            "ShardedTtlStore, " + ticker + ", LRU",
            "TtlStore, " + ticker + ", LRU, find",
            {Floor::Kind::more_at_most, kMoreAtMost},
            {},
            {}};
    const auto ours = gets<kKind>(filled<OursSharded<Ticker>>(work.keys), work,
                                  [](auto& store, Number key) { return store.get(key).value_or(0); });
    const auto theirs = gets<kKind>(filled<Ours<Number, Ticker>>(work.keys), work, [](auto& store, Number key) {
        const Number* const found = store.find(key);
        return found != nullptr ? *found : 0;
    });
    return {row, contest(settings, ours, theirs)};
}

}  // namespace

std::vector<Measured> measure_single_threads(const Settings& settings) {
    std::vector<Measured> all;
    using ttlstore::CachedTicker;
    for (const std::size_t entries : {kThousand, kHundredThousand, kMillion})
        all.push_back(measure<CachedTicker<>, Gets::chained>(settings, entries, "CachedTicker"));
    for (const std::size_t entries : {kThousand, kHundredThousand, kMillion})
        all.push_back(measure<CachedTicker<>, Gets::independent>(settings, entries, "CachedTicker"));
    all.push_back(measure<ttlstore::SteadyTicker, Gets::chained>(settings, kMillion, "SteadyTicker"));
    return all;
}

}  // namespace bench
