// The clock, the stores and the questions that nearly every unit test uses.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ratio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"

namespace unit {

using namespace ttlstore;
using namespace support;
using namespace std::chrono_literals;

using Clock = ManualTicker;

template <class... Options>
using Store = TtlStore<std::string, int, Clock, Options...>;

template <class... Options>
using IntStore = TtlStore<int, int, Clock, Options...>;

using Sixtieths = std::chrono::duration<std::int64_t, std::ratio<1, 60>>;

/// A sweep budget larger than any store.
inline constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

template <class Store, class Q>
bool missing(const Store& store, const Q& key) {
    return std::holds_alternative<Missing>(store.ttl(key));
}

template <class Store, class Q>
bool persistent(const Store& store, const Q& key) {
    return std::holds_alternative<Persistent>(store.ttl(key));
}

/// The life left of an entry with a deadline, else nothing.
template <class Store, class Q>
std::optional<typename Store::duration> left(const Store& store, const Q& key) {
    const auto status = store.ttl(key);
    const auto* remaining = std::get_if<typename Store::Remaining>(&status);
    if (remaining == nullptr) return std::nullopt;
    return remaining->left;
}

template <class Store>
auto keys_of(const Store& store) {
    std::vector<std::string> keys;
    store.for_each([&](const std::string& key, const auto&) { keys.push_back(key); });
    std::sort(keys.begin(), keys.end());
    return keys;
}

using Keys = std::vector<std::string>;

/// What left a store of strings and ints, in order: `CHECK(seen.take() == Events{expired("a", 1), evicted("b", 2)})`.
using Seen = Recorder<std::string, int>;
using Events = std::vector<Seen::Event>;
using Told = WithListener<Seen>;

inline Seen::Event expired(std::string key, int value, std::chrono::nanoseconds late_by = {}) {
    return {std::move(key), value, RemovalCause::expired, late_by};
}
inline Seen::Event evicted(std::string key, int value) { return {std::move(key), value, RemovalCause::evicted, {}}; }
inline Seen::Event erased(std::string key, int value) { return {std::move(key), value, RemovalCause::erased, {}}; }
inline Seen::Event replaced(std::string key, int value) { return {std::move(key), value, RemovalCause::replaced, {}}; }
inline Seen::Event cleared(std::string key, int value) { return {std::move(key), value, RemovalCause::cleared, {}}; }

}  // namespace unit
