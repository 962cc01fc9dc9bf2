/// The ways a contestant works: many passes over one filled structure, or a fresh structure for each pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "report/measure.hpp"
#include "support/contestants.hpp"
#include "support/heap.hpp"
#include "support/stopwatch.hpp"
#include "support/workload.hpp"

namespace bench {

using Cached = ttlstore::CachedTicker<>;

constexpr Floor at_least(double times) { return {Floor::Kind::times_at_least, times}; }

/// Every key stored once.
template <class Store, class Key, class Ttl, class... Arguments>
std::shared_ptr<Store> filled(const std::vector<Key>& keys, Ttl ttl, Arguments... arguments) {
    tidy_heap();
    auto store = std::make_shared<Store>(arguments...);
    store->reserve(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) store->set(keys[i], value_of(i), ttl);
    expect(store->size() == keys.size(), "a filled store misses entries");
    return store;
}

/// Without a bound, so without bookkeeping of recency.
template <class Store>
inline constexpr auto unbounded = [](const auto& keys) { return filled<Store>(keys, kOneTtl); };

/// With a capacity of exactly what it holds: every hit moves the entry to the front of the LRU order.
template <class Store>
inline constexpr auto full = [](const auto& keys) { return filled<Store>(keys, kOneTtl, keys.size()); };

/// Looks up every key of `lookups`, pass after pass, and adds up what it finds, which has to be `sum` each time.
template <class Store, class Key>
Contestant finds(std::shared_ptr<Store> store, std::shared_ptr<const std::vector<Key>> lookups, std::uint64_t sum) {
    return [=](std::size_t passes) {
        Store& asked = *store;
        const std::span<const Key> keys{*lookups};
        std::uint64_t found = 0;
        const Stopwatch watch;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            for (const Key& key : keys) {
                if (const auto* value = asked.find(key)) found += *value;
            }
        }
        const double time = watch.nanoseconds();
        expect(found == sum * passes, "find gave wrong answers");
        return Lap{time, passes * keys.size(), found};
    };
}

/// A sample of what is stored, added up, so that two ways to fill a structure can be compared.
template <class Store, class Key>
std::uint64_t sampled_sum(Store& store, const std::vector<Key>& keys) {
    std::uint64_t sum = store.size();
    for (std::size_t i = 0; i < keys.size(); i += 16) {
        const auto* value = store.find(keys[i]);
        expect(value != nullptr, "a key that was set is missing");
        sum += *value * (i + 1);
    }
    return sum;
}

enum class Memory {
    at_hand,   ///< as in a program that has run for a while
    untouched  ///< as in a program that has just started: page faults included
};

/// A fresh structure for each pass: `make` it unmeasured, `act` on it measured, `check` it unmeasured (its sum is
/// compared).
template <class Make, class Act, class Check>
Contestant each_time_fresh(std::size_t operations, Make make, Act act, Check check, Memory memory = Memory::at_hand) {
    return [=](std::size_t passes) {
        Lap lap;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            tidy_heap();
            if (memory == Memory::untouched) forget_heap();
            auto store = make();
            const Stopwatch watch;
            act(*store);
            lap.nanoseconds += watch.nanoseconds();
            lap.operations += operations;
            lap.checksum += check(*store);
        }
        return lap;
    };
}

}  // namespace bench
