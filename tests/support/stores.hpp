// Type lists for TEMPLATE_LIST_TEST_CASE: every policy, every index, and stores of every combination of the two.
// A new policy or index adds its name here and is then tested wherever a list is used.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "support/user_policies.hpp"
#include "ttlstore/eviction/fifo_eviction.hpp"
#include "ttlstore/eviction/lfu_eviction.hpp"
#include "ttlstore/eviction/s3_fifo_eviction.hpp"
#include "ttlstore/eviction/sieve_eviction.hpp"
#include "ttlstore/eviction/tiny_lfu_eviction.hpp"
#include "ttlstore/ttl_store.hpp"

namespace support {

using OwnPolicies =
    std::tuple<ttlstore::LruEviction, ttlstore::NoEviction, ttlstore::SoonestExpiryEviction, ttlstore::FifoEviction,
               ttlstore::SieveEviction, ttlstore::S3FifoEviction, ttlstore::LfuEviction, ttlstore::TinyLfuEviction>;
/// One that always names a victim, one that never does, and one that asks the index.
using OwnBasicPolicies = std::tuple<ttlstore::LruEviction, ttlstore::NoEviction, ttlstore::SoonestExpiryEviction>;
using UserPolicies = std::tuple<RandomEviction, MostRecentlyUsedEviction>;
using AllPolicies = decltype(std::tuple_cat(OwnPolicies{}, UserPolicies{}));

using OwnIndexes = std::tuple<ttlstore::OrderedExpiry, ttlstore::TimingWheelExpiry, ttlstore::HeapExpiry,
                              ttlstore::FifoExpiry, ttlstore::LazyExpiry>;
using UserIndexes = std::tuple<MapExpiry>;
using AllIndexes = decltype(std::tuple_cat(OwnIndexes{}, UserIndexes{}));

/// Whether an index takes deadlines in their order only, so that all ttls must be equal.
template <class Index>
inline constexpr bool in_order = requires {
    requires Index::in_order;
};
/// Whether it can tell which entry is due soonest, as SoonestExpiryEviction asks.
template <class Index>
inline constexpr bool knows_soonest = !std::is_same_v<Index, ttlstore::LazyExpiry>;

/// A store on a clock moved by hand.
template <class Key, class Value, class... Options>
using ManualStore = ttlstore::TtlStore<Key, Value, ttlstore::ManualTicker, Options...>;

namespace stores_detail {

template <class Key, class Value, class Index, class Policies, class... Options>
struct WithEachPolicy;
template <class Key, class Value, class Index, class... Policies, class... Options>
struct WithEachPolicy<Key, Value, Index, std::tuple<Policies...>, Options...> {
    template <class Policy>
    using One = std::conditional_t<knows_soonest<Index> || !std::is_base_of_v<ttlstore::SoonestExpiryEviction, Policy>,
                                   std::tuple<std::type_identity<ManualStore<Key, Value, Index, Policy, Options...>>>,
                                   std::tuple<>>;
    template <class... Stores>
    static auto unwrapped(std::tuple<std::type_identity<Stores>...>) -> std::type_identity<std::tuple<Stores...>>;
    using type = typename decltype(unwrapped(std::tuple_cat(One<Policies>{}...)))::type;
};

template <class Key, class Value, class Indexes, class Policies, class... Options>
struct Product;
template <class Key, class Value, class... Indexes, class Policies, class... Options>
struct Product<Key, Value, std::tuple<Indexes...>, Policies, Options...> {
    template <class... Lists>
    static auto joined(std::type_identity<Lists>...)
        -> std::type_identity<decltype(std::tuple_cat(std::declval<Lists>()...))>;
    using type = typename decltype(joined(
        std::type_identity<typename WithEachPolicy<Key, Value, Indexes, Policies, Options...>::type>{}...))::type;
};

}  // namespace stores_detail

/// All combinations that there can be: std::tuple<ManualStore<Key, Value, OrderedExpiry, LruEviction>, ...>.
template <class Key, class Value, class Indexes, class Policies, class... Options>
using StoresOf = typename stores_detail::Product<Key, Value, Indexes, Policies, Options...>::type;

/// Each policy with the default index, and each index with the policies that make the store treat it differently.
template <class Key, class Value, class... Options>
using EveryStore = decltype(std::tuple_cat(
    std::declval<StoresOf<Key, Value, std::tuple<ttlstore::OrderedExpiry>, AllPolicies, Options...>>(),
    std::declval<StoresOf<Key, Value, AllIndexes, OwnBasicPolicies, Options...>>()));

}  // namespace support
