// Checks that the shards of a store, their common pool of room and their published deadlines tell the same story.
// To be asked at rest, when no other thread uses the store. Knows the inside, by detail::Access.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/invariants.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

namespace sharded_test {

/// Throws support::InvariantViolation if something is wrong. Takes no lock, since nobody else is there.
template <class Store>
void check_invariants(const Store& store) TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
    using namespace support::invariants_detail;
    const auto& shards = ttlstore::detail::Access::shards(store);
    std::size_t stored = 0;
    std::size_t weight = 0;
    for (std::size_t number = 0; number < shards.count(); ++number) {
        auto& shard = shards[number];
        const auto& entries = shard.entries;
        const std::vector<SlotId> occupied = check_table(entries);
        check_index(entries, occupied);
        check_policy(entries, occupied);
        check_segments(entries, occupied);
        check_bounds(entries, occupied);
        for (const SlotId id : occupied)
            require(shards.number_of(shards.hash(entries.key(id))) == number, "an entry lies in another one's shard");
        const Tick next = entries.index().next_deadline().value_or(ttlstore::kNoDeadline);
        require(shards.room().deadlines().of(number) == next, "a shard's published deadline is not its next");
        require(!entries.slots().is_bounded() || entries.slots().spare().none(), "a shard keeps room it does not use");
        stored += occupied.size();
        weight += entries.slots().total_weight();
    }
    const auto& whole = shards.room().whole();
    const auto left = [](std::size_t bound, std::size_t used) {
        return static_cast<std::int64_t>(bound) - static_cast<std::int64_t>(used);
    };
    if (whole.entries != std::numeric_limits<std::size_t>::max())
        require(shards.room().entries_left() == left(whole.entries, stored), "room for entries was lost or made");
    if (whole.weight != std::numeric_limits<std::size_t>::max())
        require(shards.room().weight_left() == left(whole.weight, weight), "room for weight was lost or made");
    if constexpr (requires { store.stored(); }) require(store.stored() == stored, "stored() is wrong");
}

}  // namespace sharded_test
