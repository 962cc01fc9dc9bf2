/// ShardedTtlStore with its clock, behind the calls that its competitors have.
#pragma once

#include <cstddef>
#include <optional>
#include <ttlstore/sharded_ttl_store.hpp>

#include "support/contestants.hpp"

namespace bench {

/// Unbounded if no capacity is given. The lookup is `get`, which copies: what a program with threads calls.
template <class Ticker, class... Options>
class OursSharded : public OwnClock<Ticker> {
public:
    using Store = ttlstore::ShardedTtlStore<Number, Number, Ticker, Options...>;

    OursSharded() : store{this->clock} {}
    explicit OursSharded(std::size_t capacity) : store{this->clock, ttlstore::ShardedConfig{.capacity = capacity}} {}
    OursSharded(const OursSharded&) = delete;
    OursSharded& operator=(const OursSharded&) = delete;

    void reserve(std::size_t entries) { store.reserve(entries); }
    template <class Ttl>
    void set(Number key, Number value, Ttl ttl) {
        store.set(key, value, ttl);
    }
    std::optional<Number> get(Number key) { return store.get(key); }

    Store store;
};

}  // namespace bench
