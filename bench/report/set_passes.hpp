/// The ways to write: every key once into a fresh structure, or again and again over what is there.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "report/passes.hpp"

namespace bench {

using SharedKeys = std::shared_ptr<const std::vector<Number>>;

inline SharedKeys shared_keys(std::size_t entries) {
    return std::make_shared<const std::vector<Number>>(make_keys<Number>(entries));
}

/// The ttl of the `index`-th key when all are the same; `scattered_ttl` is the other choice.
constexpr std::chrono::hours one_ttl(std::size_t) { return kOneTtl; }

/// With memory at hand: a map's comes from the heap, where the last one's was; a store's is the system's again when the
/// store goes, so it is touched once.
template <class Store>
auto at_hand(std::unique_ptr<Store> store, std::size_t entries) {
    store->reserve(entries);
    if constexpr (requires { store->touch_memory(entries); }) store->touch_memory(entries);
    return store;
}
template <class Store>
inline constexpr auto reserved = [](std::size_t entries) { return at_hand(std::make_unique<Store>(), entries); };

template <class Store>
inline constexpr auto reserved_with_capacity =
    [](std::size_t entries) { return at_hand(std::make_unique<Store>(entries), entries); };

/// Reserved, and no page touched before.
template <class Store>
inline constexpr auto reserved_untouched = [](std::size_t entries) {
    auto store = std::make_unique<Store>();
    store->reserve(entries);
    return store;
};

/// Nothing prepared: the structure grows while it is filled.
template <class Store>
inline constexpr auto growing = [](std::size_t) { return std::make_unique<Store>(); };

template <class TtlOf>
auto set_all(TtlOf ttl_of) {
    return [ttl_of](auto& store, const std::vector<Number>& keys) {
        for (std::size_t i = 0; i < keys.size(); ++i) store.set(keys[i], value_of(i), ttl_of(i));
    };
}

/// As `set_all` under one ttl, while a millisecond passes every thousand calls: a store that sets one entry a
/// microsecond.
inline constexpr auto set_all_while_time_passes = [](auto& store, const std::vector<Number>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i % 1'000 == 0) store.clock.advance(std::chrono::milliseconds{1});
        store.set(keys[i], value_of(i), kOneTtl);
    }
};

inline constexpr auto emplace_all = [](auto& store, const std::vector<Number>& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) store.emplace(keys[i], value_of(i));
};

template <class Make, class Act>
Contestant fresh_sets(SharedKeys keys, Make make, Act act, Memory memory = Memory::at_hand) {
    return each_time_fresh(
        keys->size(), [=] { return make(keys->size()); }, [=](auto& store) { act(store, *keys); },
        [=](auto& store) {
            expect(store.size() == keys->size(), "a set of a new key was lost");
            return sampled_sum(store, *keys);
        },
        memory);
}

/// Sets every key of the stream again; the clock has moved since the last pass, so each entry changes its deadline.
template <class Store, class TtlOf>
Contestant overwrites(std::shared_ptr<Store> store, const Workload<Number>& work, TtlOf ttl_of) {
    const SharedKeys keys = std::make_shared<const std::vector<Number>>(work.keys);
    return [=, order = work.lookups](std::size_t passes) {
        Store& written = *store;
        const std::span<const Number> stream{*order};
        double time = 0;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            refresh_clock(written);
            const Stopwatch watch;
            for (std::size_t i = 0; i < stream.size(); ++i) written.set(stream[i], i + pass, ttl_of(i + pass));
            time += watch.nanoseconds();
        }
        expect(written.size() == keys->size(), "an overwrite changed the number of entries");
        return Lap{time, passes * stream.size(), sampled_sum(written, *keys)};
    };
}

}  // namespace bench
