/// The options of a store: in any order, each recognised by its role, at most one a role, and a sentence for each
/// mistake.
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>

#include "concepts.hpp"
#include "detail/hash.hpp"
#include "detail/removal_queue.hpp"
#include "detail/shared_room.hpp"
#include "eviction/lru_eviction.hpp"
#include "expiry/ordered_expiry.hpp"
#include "huge_page_allocator.hpp"
#include "removal.hpp"
#include "ticker/steady_ticker.hpp"

namespace ttlstore {

/// `W{}(key, value)` is the entry's weight, counted against max_weight.
template <class W>
struct WithWeigher {
    using type = W;
};
/// Called with (const Key&, Value&&, const Removal&) for every entry that leaves, see TtlStore.
template <class L>
struct WithListener {
    using type = L;
};
/// As for std::unordered_map; transparent if it and the KeyEqual have `is_transparent`.
template <class H>
struct WithHash {
    using type = H;
};
template <class E>
struct WithKeyEqual {
    using type = E;
};
/// Where the store takes its memory from (of any value type; it is rebound), HugePageAllocator unless given. Pointers must
/// be plain.
template <class A>
struct WithAllocator {
    using type = A;
};

/// The lock of each shard of a ShardedTtlStore: std::mutex unless given; SpinMutex, NullMutex, or any with lock(),
/// try_lock() and unlock().
template <class M>
struct WithMutex {
    using type = M;
};
/// What a ShardedTtlStore tells of each call, nothing unless given (metrics_role.hpp).
template <class M>
struct WithMetrics {
    using type = M;
};

namespace detail {

/// Called at named points of a sharded store, for tests that park a thread there (detail/sharded_traits.hpp).
template <class H>
struct WithHooks {
    using type = H;
};

enum class Role {
    ticker,
    index,
    policy,
    weigher,
    listener,
    hash,
    key_equal,
    allocator,
    mutex,
    metrics,
    hooks,
    unknown
};

template <class T>
concept LooksLikeTicker = requires(const T& t) {
    t.now();
};
template <class T>
concept LooksLikeIndex = requires {
    typename T::Hook;
}
&&(Schedules<T> || Cancels<T> || FindsDue<T>);
template <class T>
concept LooksLikePolicy = requires {
    typename T::Hook;
}
&&(HearsOfEntries<T> || HearsOfAccesses<T> || ChoosesVictim<T>);

template <class T>
inline constexpr Role role_of = LooksLikeTicker<T>   ? Role::ticker
                                : LooksLikeIndex<T>  ? Role::index
                                : LooksLikePolicy<T> ? Role::policy
                                                     : Role::unknown;
template <class W>
inline constexpr Role role_of<WithWeigher<W>> = Role::weigher;
template <class L>
inline constexpr Role role_of<WithListener<L>> = Role::listener;
template <class H>
inline constexpr Role role_of<WithHash<H>> = Role::hash;
template <class E>
inline constexpr Role role_of<WithKeyEqual<E>> = Role::key_equal;
template <class A>
inline constexpr Role role_of<WithAllocator<A>> = Role::allocator;
template <class M>
inline constexpr Role role_of<WithMutex<M>> = Role::mutex;
template <class M>
inline constexpr Role role_of<WithMetrics<M>> = Role::metrics;
template <class H>
inline constexpr Role role_of<WithHooks<H>> = Role::hooks;

/// The option that plays `role`, `Default` if none does.
template <Role role, class Default, class... Options>
struct Pick {
    using type = Default;
};
template <Role role, class Default, class First, class... Rest>
struct Pick<role, Default, First, Rest...>
    : std::conditional_t<role_of<First> == role, std::type_identity<First>, Pick<role, Default, Rest...>> {};

template <Role role, class... Options>
inline constexpr std::size_t count_of = (std::size_t{role_of<Options> == role} + ... + 0);

struct UnitWeigher {};

template <class W, class Key, class Value>
concept WeigherOf = requires(const W& weigher, const Key& key, const Value& value) {
    { weigher(key, value) } -> std::convertible_to<std::size_t>;
}
&&std::default_initializable<W>;

template <class L, class Key, class Value>
concept ListenerOf = std::invocable<L&, const Key&, Value&&, const Removal&>;

template <class H, class Key>
concept HashOf = requires(const H& hash, const Key& key) {
    { hash(key) } -> std::convertible_to<std::size_t>;
}
&&std::default_initializable<H>;

/// std::equal_to<Key> claims to compare any Key; it can if the Key has an ==.
template <class E, class Key>
concept ReallyCompares = !std::same_as<E, std::equal_to<Key>> || std::equality_comparable<Key>;
template <class E, class Key>
concept KeyEqualOf =
    std::predicate<const E&, const Key&, const Key&> && std::default_initializable<E> && ReallyCompares<E, Key>;

/// Everything a store is made of, worked out from its options.
template <class K, class V, class... Options>
struct StoreTraits {
    static_assert(std::is_same_v<K, std::remove_cvref_t<K>> && std::is_same_v<V, std::remove_cvref_t<V>>,
                  "TtlStore: Key and Value must be plain object types, not references and not const");
    static_assert(
        ((role_of<Options> != Role::unknown) && ...),
        "TtlStore: an option plays no role; options are a Ticker, an ExpiryIndex, an EvictionPolicy and With...<>");
    static_assert(count_of<Role::ticker, Options...> <= 1, "TtlStore: more than one ticker among the options");
    static_assert(count_of<Role::index, Options...> <= 1, "TtlStore: more than one expiry index among the options");
    static_assert(count_of<Role::policy, Options...> <= 1, "TtlStore: more than one eviction policy among the options");
    static_assert(count_of<Role::weigher, Options...> <= 1, "TtlStore: more than one WithWeigher among the options");
    static_assert(count_of<Role::listener, Options...> <= 1, "TtlStore: more than one WithListener among the options");
    static_assert(count_of<Role::hash, Options...> <= 1, "TtlStore: more than one WithHash among the options");
    static_assert(count_of<Role::key_equal, Options...> <= 1, "TtlStore: more than one WithKeyEqual among the options");
    static_assert(count_of<Role::allocator, Options...> <= 1,
                  "TtlStore: more than one WithAllocator among the options");

    using Key = K;
    using Value = V;
    using Ticker = typename Pick<Role::ticker, SteadyTicker, Options...>::type;
    using Index = typename Pick<Role::index, OrderedExpiry, Options...>::type;
    using Policy = typename Pick<Role::policy, LruEviction, Options...>::type;
    using Weigher = typename Pick<Role::weigher, WithWeigher<UnitWeigher>, Options...>::type::type;
    using Listener = typename Pick<Role::listener, WithListener<NoListener>, Options...>::type::type;
    using Hash = typename Pick<Role::hash, WithHash<typename DefaultHash<K>::type>, Options...>::type::type;
    using KeyEqual = typename Pick < Role::key_equal, WithKeyEqual < std::conditional_t < requires {
        typename Hash::is_transparent;
    }
    , std::equal_to<>, DefaultKeyEqual < K >>>, Options... > ::type::type;
    using Allocator =
        typename std::allocator_traits<typename Pick<Role::allocator, WithAllocator<HugePageAllocator<std::byte>>,
                                                     Options...>::type::type>::template rebind_alloc<std::byte>;
    using Duration = typename Ticker::duration;
    using Room = NoSharedRoom;

    static constexpr bool kWeighs = !std::is_same_v<Weigher, UnitWeigher>;
    static constexpr bool kListens = !std::is_same_v<Listener, NoListener>;
    static constexpr bool kTransparent = requires { typename Hash::is_transparent; }
    &&requires { typename KeyEqual::is_transparent; };

    static_assert(
        ttlstore::Ticker<Ticker>,
        "TtlStore: this ticker lacks a member (or its now() is not noexcept); concepts.hpp says what a Ticker takes");
    static_assert(ExpiryIndex<Index>,
                  "TtlStore: this expiry index lacks a member; concepts.hpp shows the shortest valid one");
    static_assert(EvictionPolicy<Policy>,
                  "TtlStore: this eviction policy lacks a member; concepts.hpp shows the shortest valid one");
    static_assert(!kWeighs || WeigherOf<Weigher, K, V>,
                  "TtlStore: a weigher is called with (const Key&, const Value&) and returns a std::size_t");
    static_assert(!kListens || ListenerOf<Listener, K, V>,
                  "TtlStore: a listener is called with (const Key&, Value&&, const Removal&)");
    static_assert(HashOf<Hash, K>, "TtlStore: the hash cannot be called with a Key; give one with WithHash<>");
    static_assert(KeyEqualOf<KeyEqual, K>, "TtlStore: Keys cannot be compared; give a comparison with WithKeyEqual<>");
};

}  // namespace detail
}  // namespace ttlstore
