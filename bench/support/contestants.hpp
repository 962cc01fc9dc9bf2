/// Every store that is measured, ours and theirs, each with its clock and behind the same few calls.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <ttlstore/ttl_store.hpp>

#include "support/competitors.hpp"
#include "support/workload.hpp"

namespace bench {

/// Long enough that nothing dies while it is measured.
inline constexpr std::chrono::hours kOneTtl{1};

/// The `index`-th of many ttls that hardly ever agree: somewhere in the second hour, to the millisecond.
constexpr std::chrono::milliseconds scattered_ttl(std::size_t index) {
    return std::chrono::milliseconds{3'600'000 + static_cast<std::int64_t>(mixed(index + 77) % 3'600'000)};
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
    template <class Ttl>
    void set(const Key& key, std::uint64_t value, Ttl ttl) {
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
