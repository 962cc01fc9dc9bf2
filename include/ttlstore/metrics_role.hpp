/// What a ShardedTtlStore tells its metrics (WithMetrics): one call an operation, one a removal.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "removal.hpp"

namespace ttlstore {

enum class Operation : std::uint8_t {
    get,  ///< also visit, and each key of get_many
    set,  ///< also each pair of set_many
    update,
    erase,
    take,
    expire,
    persist,
    touch,
    ask,  ///< contains, ttl, info
    load,
    walk,  ///< for_each, scan, erase_if, clear
    sweep,
};

enum class Outcome : std::uint8_t {
    hit,       ///< there was a live entry, or the condition held
    miss,      ///< there was none, or the condition did not hold
    inserted,  ///< set, load
    replaced,  ///< set
    rejected,  ///< set: too heavy, or no room
    failed,    ///< load: the loader threw
    done,      ///< walk and sweep: `count` entries
};

/// Called by many threads at once, outside of the locks except for `removed`. A null recorder is the default.
template <class M>
concept RecordsOperations = requires(M& metrics, Operation operation, Outcome outcome, std::size_t count) {
    { metrics.record(operation, outcome, count) }
    noexcept;
};
template <class M>
concept RecordsRemovals = requires(M& metrics, RemovalCause cause) {
    { metrics.removed(cause) }
    noexcept;
};
template <class M>
concept StoreMetrics = RecordsOperations<M> && RecordsRemovals<M>;

namespace detail {

struct NoMetrics {
    void record(Operation, Outcome, std::size_t = 1) noexcept {}
    void removed(RemovalCause) noexcept {}
};

}  // namespace detail
}  // namespace ttlstore
