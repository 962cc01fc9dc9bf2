// Type lists for TEMPLATE_LIST_TEST_CASE: every policy, every index, and stores of every combination of the two.
// A new policy or index adds its name here and is then tested wherever a list is used.
#pragma once

#include <string>
#include <tuple>

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
using UserPolicies = std::tuple<RandomEviction, MostRecentlyUsedEviction>;
using AllPolicies = decltype(std::tuple_cat(OwnPolicies{}, UserPolicies{}));

using OwnIndexes =
    std::tuple<ttlstore::OrderedExpiry, ttlstore::HeapExpiry, ttlstore::FifoExpiry, ttlstore::LazyExpiry>;
using UserIndexes = std::tuple<MapExpiry>;
using AllIndexes = decltype(std::tuple_cat(OwnIndexes{}, UserIndexes{}));

/// Whether an index takes deadlines in their order only, so that all ttls must be equal.
template <class Index>
inline constexpr bool in_order = requires { requires Index::in_order; };
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
    using type = std::tuple<ManualStore<Key, Value, Index, Policies, Options...>...>;
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

/// All combinations: std::tuple<ManualStore<Key, Value, OrderedExpiry, LruEviction>, ...>.
template <class Key, class Value, class... Options>
using EveryStore = typename stores_detail::Product<Key, Value, AllIndexes, AllPolicies, Options...>::type;

/// The same for another choice of indexes and policies.
template <class Key, class Value, class Indexes, class Policies, class... Options>
using StoresOf = typename stores_detail::Product<Key, Value, Indexes, Policies, Options...>::type;

}  // namespace support
