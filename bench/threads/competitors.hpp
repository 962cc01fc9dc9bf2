/// What programs with threads use today: a map and a list behind one mutex, TBB's map with deadlines in the values.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>

#ifdef TTLSTORE_BENCH_WITH_TBB
#include <tbb/concurrent_hash_map.h>
#endif

#include "support/competitors.hpp"
#include "support/workload.hpp"

namespace bench {

/// Any store with find and set behind one mutex; the value is copied out under it.
template <class Store>
class BehindOneMutex {
public:
    template <class... Arguments>
    explicit BehindOneMutex(Arguments&&... arguments) : store_{static_cast<Arguments&&>(arguments)...} {}

    void reserve(std::size_t entries) { store_.reserve(entries); }
    template <class Ttl>
    void set(Number key, Number value, Ttl ttl) {
        const std::lock_guard lock{mutex_};
        store_.set(key, value, ttl);
    }
    std::optional<Number> get(Number key) {
        const std::lock_guard lock{mutex_};
        const Number* const found = store_.find(key);
        return found != nullptr ? std::optional{*found} : std::nullopt;
    }

private:
    std::mutex mutex_;
    Store store_;
};

#ifdef TTLSTORE_BENCH_WITH_TBB
/// No bound and no order of recency, which TBB's map cannot keep. The dead leave when met.
class TbbMap {
public:
    void reserve(std::size_t entries) { map_.rehash(entries); }
    template <class Ttl>
    void set(Number key, Number value, Ttl ttl) {
        const Clock::time_point deadline = Clock::now() + ttl;
        Map::accessor place;
        map_.insert(place, key);
        place->second = {value, deadline};
    }
    std::optional<Number> get(Number key) {
        {
            Map::const_accessor place;
            if (!map_.find(place, key)) return std::nullopt;
            if (Clock::now() < place->second.deadline) return place->second.value;
        }
        Map::accessor place;
        if (map_.find(place, key) && place->second.deadline <= Clock::now()) map_.erase(place);
        return std::nullopt;
    }

private:
    using Clock = std::chrono::steady_clock;
    struct Entry {
        Number value = 0;
        Clock::time_point deadline;
    };
    using Map = tbb::concurrent_hash_map<Number, Entry>;

    Map map_;
};
#endif

}  // namespace bench
