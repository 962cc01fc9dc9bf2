// The kinds of stores that the random test runs: a key, a value, a tick, an index, a policy, with or without a weigher
// and a listener, and how numbers become keys and values of that kind.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

#include "support/model.hpp"
#include "support/recorder.hpp"
#include "support/stores.hpp"
#include "support/tracked.hpp"
#include "support/user_policies.hpp"
#include "ttlstore/ttl_store.hpp"

namespace model_test {

using support::ModelValue;

/// A manual clock that counts how often it is read.
template <class D>
class CountingTicker {
public:
    using duration = D;
    using time_point = std::chrono::time_point<CountingTicker, D>;

    CountingTicker() = default;
    CountingTicker(const CountingTicker&) = delete;
    CountingTicker& operator=(const CountingTicker&) = delete;

    [[nodiscard]] time_point now() const noexcept {
        ++reads_;
        return time_point{duration{ticks_}};
    }
    void set(std::int64_t ticks) noexcept { ticks_ = ticks; }
    /// Stops before the ends of time.
    void advance(std::int64_t by) noexcept {
        if (by > 0)
            ticks_ = ticks_ > kLast - by ? kLast : ticks_ + by;
        else
            ticks_ = ticks_ < kFirst - by ? kFirst : ticks_ + by;
    }
    [[nodiscard]] std::int64_t ticks() const noexcept { return ticks_; }
    [[nodiscard]] long reads() const noexcept { return reads_; }

private:
    static constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min() + 2;
    static constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max() - 1;

    std::int64_t ticks_ = 0;
    mutable long reads_ = 0;
};

template <class Key>
struct Keys;
template <>
struct Keys<int> {
    static int make(int number) { return number; }
    static int number(int key) { return key; }
};
/// Short ones fit into the string, long ones do not.
template <>
struct Keys<std::string> {
    static std::string make(int number) {
        const std::string text = std::to_string(number);
        return number % 2 == 0 ? text : text + ": a key too long to be kept inside a std::string";
    }
    static int number(const std::string& key) { return std::stoi(key); }
};
/// Boxed by the store.
template <>
struct Keys<support::TrackedThrowingMove> {
    static support::TrackedThrowingMove make(int number) { return support::TrackedThrowingMove{number}; }
    static int number(const support::TrackedThrowingMove& key) { return key.value(); }
};

/// Its hash is the same for all: every key meets every other.
struct CollidingKey {
    int number;
    friend bool operator==(CollidingKey, CollidingKey) = default;
};
template <>
struct Keys<CollidingKey> {
    static CollidingKey make(int number) { return {number}; }
    static int number(CollidingKey key) { return key.number; }
};

template <class Value>
struct Values;
template <>
struct Values<std::int64_t> {
    static std::int64_t make(ModelValue value) {
        return value.number * kRadix + static_cast<std::int64_t>(value.weight);
    }
    static ModelValue read(std::int64_t value) {
        return {static_cast<int>(value / kRadix), static_cast<std::size_t>(value % kRadix)};
    }
    static constexpr std::int64_t kRadix = 10'000;
};
template <>
struct Values<std::string> {
    static std::string make(ModelValue value) {
        const std::string text = std::to_string(value.number) + '/' + std::to_string(value.weight);
        return value.number % 2 == 0 ? text : text + std::string(30, '.');
    }
    static ModelValue read(const std::string& value) {
        return {std::stoi(value), std::stoul(value.substr(value.find('/') + 1))};
    }
};
template <>
struct Values<std::unique_ptr<ModelValue>> {
    static std::unique_ptr<ModelValue> make(ModelValue value) { return std::make_unique<ModelValue>(value); }
    static ModelValue read(const std::unique_ptr<ModelValue>& value) { return *value; }
};
template <class T>
requires std::is_base_of_v<support::TrackedCore, T>
struct Values<T> {
    static T make(ModelValue value) { return T{value.number * kRadix + static_cast<int>(value.weight % kRadix)}; }
    static ModelValue read(const T& value) {
        return {value.value() / kRadix, static_cast<std::size_t>(value.value() % kRadix)};
    }
    static constexpr int kRadix = 2'001;
};

template <class Policy>
inline constexpr support::ModelPolicy kModelPolicy = support::ModelPolicy::as_told;
template <>
inline constexpr support::ModelPolicy kModelPolicy<ttlstore::LruEviction> = support::ModelPolicy::least_recently_used;
template <>
inline constexpr support::ModelPolicy kModelPolicy<ttlstore::NoEviction> = support::ModelPolicy::none;
template <>
inline constexpr support::ModelPolicy kModelPolicy<ttlstore::SoonestExpiryEviction> =
    support::ModelPolicy::soonest_expiry;

enum class Weigh { no, yes };
enum class Listen { no, yes };

template <class K, class V, class D, class Index, class Policy, Weigh kWeigh = Weigh::no, Listen kListen = Listen::yes>
struct Setup {
    using Key = K;
    using Value = V;
    using Duration = D;
    using Clock = CountingTicker<D>;
    static constexpr bool kWeighs = kWeigh == Weigh::yes;
    static constexpr bool kListens = kListen == Listen::yes;
    static constexpr bool kOrdered = std::is_base_of_v<ttlstore::OrderedExpiry, Index> ||
                                     std::is_same_v<Index, ttlstore::HeapExpiry> || support::in_order<Index>;
    /// All ttls must be equal, and the clock must not step back.
    static constexpr bool kInOrder = support::in_order<Index>;
    /// Which of the dead go first is up to the index, and it may miss some.
    static constexpr bool kSamples = std::is_same_v<Index, ttlstore::LazyExpiry>;
    static constexpr bool kClockStepsBack = !kInOrder && !kSamples;
    static constexpr support::ModelPolicy kPolicy = kModelPolicy<Policy>;
    static_assert(kListens || kPolicy != support::ModelPolicy::as_told, "the model hears of victims by the listener");

    struct Weigher {
        std::size_t operator()(const K& /*key*/, const V& value) const { return Values<V>::read(value).weight; }
    };

private:
    template <class... More>
    using With = ttlstore::TtlStore<K, V, Clock, Policy, Index, More...>;
    using Listener = ttlstore::WithListener<support::Recorder<K, V>>;
    static auto store_type() {
        if constexpr (kWeighs && kListens) {
            return std::type_identity<With<ttlstore::WithWeigher<Weigher>, Listener>>{};
        } else if constexpr (kWeighs) {
            return std::type_identity<With<ttlstore::WithWeigher<Weigher>>>{};
        } else if constexpr (kListens) {
            return std::type_identity<With<Listener>>{};
        } else {
            return std::type_identity<With<>>{};
        }
    }

public:
    using Store = typename decltype(store_type())::type;

    static Key key(int number) { return Keys<K>::make(number); }
    static int key_number(const Key& key) { return Keys<K>::number(key); }
    static Value value(ModelValue value) { return Values<V>::make(value); }
    static int number(const Value& value) { return Values<V>::read(value).number; }
    static void assign(Value& old, ModelValue value) { old = Values<V>::make(value); }
    static const char* name() { return __PRETTY_FUNCTION__; }
};

}  // namespace model_test

template <>
struct std::hash<model_test::CollidingKey> {
    std::size_t operator()(model_test::CollidingKey /*key*/) const { return 7; }
};
