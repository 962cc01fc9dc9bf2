/// Loader: how a user's loader is called and what its result means.
///
/// It is called with the key or with nothing. It returns a value, a Loaded (a value and its expiry), or an optional of
/// either; an empty optional says that there is nothing under the key. What it returns is the Value itself, even if that
/// is an optional, wherever the type is exactly that.
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

#include "../loading.hpp"
#include "flight.hpp"

namespace ttlstore::detail {

template <class F, class Key>
inline constexpr bool takes_key = std::invocable<F&, const Key&>;
template <class F, class Key>
concept CallsLoader = takes_key<F, Key> || std::invocable<F&>;

template <class F, class Key>
struct ResultOfLoader {
    struct type {};  // a message says the rest
};
template <class F, class Key>
requires takes_key<F, Key>
struct ResultOfLoader<F, Key> {
    using type = std::remove_cvref_t<std::invoke_result_t<F&, const Key&>>;
};
template <class F, class Key>
requires(!takes_key<F, Key> && std::invocable<F&>) struct ResultOfLoader<F, Key> {
    using type = std::remove_cvref_t<std::invoke_result_t<F&>>;
};

template <class T>
inline constexpr bool is_loaded = false;
template <class V>
inline constexpr bool is_loaded<Loaded<V>> = true;

template <class Value, class Result>
struct LoaderShape {
    static constexpr bool kMayBeAbsent = false;
    using Found = Result;
};
template <class Value, class Result>
requires(!std::same_as<Value, std::optional<Result>>) struct LoaderShape<Value, std::optional<Result>> {
    static constexpr bool kMayBeAbsent = true;
    using Found = Result;
};

template <class Value, class Found>
inline constexpr bool can_be_found = std::constructible_from<Value, Found>;
template <class Value, class V>
inline constexpr bool can_be_found<Value, Loaded<V>> = std::constructible_from<Value, V>;

template <class F, class Key, class Value>
struct LoaderTraits {
    static_assert(CallsLoader<F, Key>, "ShardedTtlStore: a loader is called with (const Key&) or with nothing");
    using Result = typename ResultOfLoader<F, Key>::type;
    using Shape = LoaderShape<Value, Result>;
    static_assert(!CallsLoader<F, Key> || can_be_found<Value, typename Shape::Found>,
                  "ShardedTtlStore: a loader returns the Value, a Loaded{value, expiry}, or a std::optional of either");
    static_assert(std::copy_constructible<Value>, "ShardedTtlStore: values that are loaded must be copyable");

    static constexpr bool kMayBeAbsent = Shape::kMayBeAbsent;
    using Answer = std::conditional_t<kMayBeAbsent, std::optional<Value>, Value>;
};

/// Calls the loader. `expiry` is replaced if it has one of its own. Throws what it throws.
template <class Key, class Value, class F>
void call_loader(F& loader, const Key& key, LoadOutcome<Value>& outcome, Expiry& expiry) {
    using Outcome = LoadOutcome<Value>;
    const auto take = [&](auto&& found) {
        using Found = std::remove_cvref_t<decltype(found)>;
        if constexpr (is_loaded<Found> && !std::same_as<Found, Value>) {
            outcome.value.emplace(std::in_place, std::forward<decltype(found)>(found).value);
            expiry = found.expiry;
        } else {
            outcome.value.emplace(std::in_place, std::forward<decltype(found)>(found));
        }
        outcome.kind = Outcome::Kind::value;
    };
    const auto read = [&](auto&& result) {
        if constexpr (!LoaderTraits<F, Key, Value>::kMayBeAbsent)
            take(std::forward<decltype(result)>(result));
        else if (result)
            take(*std::forward<decltype(result)>(result));
        else
            outcome.kind = Outcome::Kind::absent;
    };
    if constexpr (takes_key<F, Key>)
        read(loader(key));
    else
        read(loader());
}

}  // namespace ttlstore::detail
