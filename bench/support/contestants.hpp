/// Every store that is measured, ours and theirs, each with its clock and behind the same few calls.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <ttlstore/ttl_store.hpp>
#include <vector>

#include "support/competitors.hpp"
#include "support/workload.hpp"

namespace bench {

/// Long enough that nothing dies while it is measured.
inline constexpr std::chrono::hours kOneTtl{1};

/// A million ttls that hardly ever agree: somewhere in the second hour, to the millisecond. Made beforehand, so that
/// only their use is timed.
inline const std::vector<std::chrono::milliseconds> kScatteredTtls = [] {
    std::vector<std::chrono::milliseconds> ttls;
    for (std::size_t i = 0; i < (std::size_t{1} << 20); ++i) {
        ttls.emplace_back(3'600'000 + static_cast<std::int64_t>(mixed(i + 77) % 3'600'000));
    }
    return ttls;
}();
inline std::chrono::milliseconds scattered_ttl(std::size_t index) {
    return kScatteredTtls[index & ((std::size_t{1} << 20) - 1)];
}

template <class Ticker>
struct OwnClock {
    Ticker clock{};
};

/// TtlStore: unbounded if no capacity is given.
template <class Key, class Ticker, class... Options>
class Ours : public OwnClock<Ticker> {
public:
    using Store = ttlstore::TtlStore<Key, std::uint64_t, Ticker, Options...>;

    Ours() : store{this->clock} {}
    explicit Ours(std::size_t capacity) : store{this->clock, ttlstore::StoreConfig{.capacity = capacity}} {}
    Ours(const Ours&) = delete;
    Ours& operator=(const Ours&) = delete;

    void reserve(std::size_t entries) { store.reserve(entries); }
    /// Leaves the store empty and every page of its reserved memory touched.
    void touch_memory(std::size_t entries) {
        for (std::size_t i = 0; i < entries; ++i) store.set(make_key<Key>(kAbsent + i), value_of(i), kOneTtl);
        store.clear();
    }
    /// In the caller's loop, as in a program that has the store itself, and as the maps' calls are.
    template <class Ttl>
    TTLSTORE_INLINE void set(const Key& key, std::uint64_t value, Ttl ttl) {
        store.set(key, value, ttl);
    }
    std::uint64_t* find(const Key& key) { return store.find(key); }
    bool erase(const Key& key) { return store.erase(key); }
    std::size_t sweep(std::size_t budget) { return store.sweep(budget); }
    std::size_t size() const { return store.stored(); }

    Store store;
};

/// The literal composition together with its clock.
template <class Key, class Ticker, Recency kRecency>
class Literal : public OwnClock<Ticker>, public LiteralComposition<Key, std::uint64_t, Ticker, kRecency> {
public:
    explicit Literal(std::size_t capacity = kUnbounded)
        : LiteralComposition<Key, std::uint64_t, Ticker, kRecency>{this->clock, capacity} {}
    Literal(const Literal&) = delete;
    Literal& operator=(const Literal&) = delete;
};

template <class Key>
using Bare = BareMap<Key, std::uint64_t>;

/// A `CachedTicker` moves when told to; clocks that move by themselves need nothing.
template <class Store>
void refresh_clock(Store& store) {
    if constexpr (requires { store.clock.refresh(); }) store.clock.refresh();
}

}  // namespace bench
