// The indexes and policies that --index and --policy choose from. A new one is one line here, and for an index a
// run_<index>.cpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include <ttlstore/eviction/fifo_eviction.hpp>
#include <ttlstore/eviction/lfu_eviction.hpp>
#include <ttlstore/eviction/s3_fifo_eviction.hpp>
#include <ttlstore/eviction/sieve_eviction.hpp>
#include <ttlstore/eviction/tiny_lfu_eviction.hpp>
#include <ttlstore/ttl_store.hpp>

#include "errors.hpp"
#include "request.hpp"

namespace replay {

using VirtualTicker = ttlstore::BasicManualTicker<Micros>;

/// Stands for a value of this many bytes.
struct Payload {
    std::uint64_t size;
};

struct WeighsPayload {
    std::size_t operator()(const std::string&, const Payload& payload) const noexcept {
        return static_cast<std::size_t>(payload.size);
    }
};

template <class T>
struct Choice {
    using Type = T;
    std::string_view name;
    std::string_view type_name;
};

inline constexpr std::tuple kIndexes{
    Choice<ttlstore::OrderedExpiry>{"ordered", "OrderedExpiry"},
    Choice<ttlstore::TimingWheelExpiry>{"wheel", "TimingWheelExpiry"},
    Choice<ttlstore::HeapExpiry>{"heap", "HeapExpiry"},
    Choice<ttlstore::FifoExpiry>{"fifo", "FifoExpiry"},
    Choice<ttlstore::LazyExpiry>{"lazy", "LazyExpiry"},
};

inline constexpr std::tuple kPolicies{
    Choice<ttlstore::LruEviction>{"lru", "LruEviction"},
    Choice<ttlstore::FifoEviction>{"fifo", "FifoEviction"},
    Choice<ttlstore::SieveEviction>{"sieve", "SieveEviction"},
    Choice<ttlstore::S3FifoEviction>{"s3fifo", "S3FifoEviction"},
    Choice<ttlstore::LfuEviction>{"lfu", "LfuEviction"},
    Choice<ttlstore::TinyLfuEviction>{"tinylfu", "TinyLfuEviction"},
    Choice<ttlstore::SoonestExpiryEviction>{"soonest", "SoonestExpiryEviction"},
    Choice<ttlstore::NoEviction>{"none", "NoEviction"},
};

/// SoonestExpiryEviction asks the index who is due soonest; LazyExpiry does not know.
template <class Index, class Policy>
inline constexpr bool kFit =
    !(std::is_same_v<Index, ttlstore::LazyExpiry> && std::is_same_v<Policy, ttlstore::SoonestExpiryEviction>);

template <class... Choices>
std::string names_of(const std::tuple<Choices...>& choices) {
    std::string names;
    std::apply([&](const auto&... choice) { ((names += (names.empty() ? "" : ", ") + std::string{choice.name}), ...); },
               choices);
    return names;
}

/// Calls f with the choice of that name. Throws UsageError if there is none.
template <class... Choices, class F>
void with_choice(const std::tuple<Choices...>& choices, std::string_view option, std::string_view name, F f) {
    const auto try_one = [&](const auto& choice) {
        if (choice.name != name) return false;
        f(choice);
        return true;
    };
    if (!std::apply([&](const auto&... choice) { return (try_one(choice) || ...); }, choices)) {
        throw UsageError(std::string{option} + ": " + quoted(name) + " is none of " + names_of(choices));
    }
}

}  // namespace replay
