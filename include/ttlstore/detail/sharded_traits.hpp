/// ShardedTraits: StoreTraits, and what only a sharded store is made of.
#pragma once

#include <concepts>
#include <cstddef>
#include <mutex>
#include <type_traits>

#include "../metrics_role.hpp"
#include "../options.hpp"
#include "chunks.hpp"

namespace ttlstore {

/// Whether a ticker's now() may be called by several threads at once. Those without any state are; one with state says
/// so itself (`static constexpr bool shareable = true`), or a specialisation of this says it for it.
template <class Ticker>
inline constexpr bool is_shareable_ticker = std::is_empty_v<Ticker>;
template <class Ticker>
requires requires {
    { Ticker::shareable } -> std::convertible_to<bool>;
}
inline constexpr bool is_shareable_ticker<Ticker> = Ticker::shareable;

namespace detail {

template <class M>
concept Lockable = requires(M& mutex) {
    mutex.lock();
    mutex.unlock();
    { mutex.try_lock() } -> std::convertible_to<bool>;
};

/// The points of a sharded store where a test may park a thread.
enum class Point {
    before_lock,      ///< about to take a shard's lock
    before_gather,    ///< holds no lock; about to make room in other shards
    before_delivery,  ///< holds no lock; about to tell the listener
    before_store,     ///< a load has its value, not stored yet; no lock
};
struct NoHooks {
    static void at(Point) noexcept {}
};

template <class K, class V, class... Options>
struct ShardedTraits : StoreTraits<K, V, Options...> {
    static_assert(count_of<Role::mutex, Options...> <= 1, "ShardedTtlStore: more than one WithMutex among the options");
    static_assert(count_of<Role::metrics, Options...> <= 1,
                  "ShardedTtlStore: more than one WithMetrics among the options");

    /// Unless another allocator is asked for, the shards' tables lie together on huge pages.
    static constexpr bool kChunks =
        std::is_same_v<typename StoreTraits<K, V, Options...>::Allocator, HugePageAllocator<std::byte>>;
    using Allocator =
        std::conditional_t<kChunks, ChunkAllocator<std::byte>, typename StoreTraits<K, V, Options...>::Allocator>;
    using Room = RoomOfShard;
    using Mutex = typename Pick<Role::mutex, WithMutex<std::mutex>, Options...>::type::type;
    using Metrics = typename Pick<Role::metrics, WithMetrics<NoMetrics>, Options...>::type::type;
    using Hooks = typename Pick<Role::hooks, WithHooks<NoHooks>, Options...>::type::type;

    static_assert(Lockable<Mutex>, "ShardedTtlStore: a mutex has lock(), try_lock() and unlock()");
    static_assert(is_shareable_ticker<typename StoreTraits<K, V, Options...>::Ticker>,
                  "ShardedTtlStore: this ticker is not known to be safe to share; one that is says so with `static "
                  "constexpr bool shareable = true`");
    static_assert(StoreMetrics<Metrics>,
                  "ShardedTtlStore: metrics are told with record(Operation, Outcome, count) and removed(RemovalCause), "
                  "both noexcept; metrics_role.hpp says more");
};

}  // namespace detail
}  // namespace ttlstore
