// Checks that a store's table, index, policy and counts tell the same story. Knows the inside, by detail::Access.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ttlstore/eviction/fifo_eviction.hpp"
#include "ttlstore/eviction/tiny_lfu_eviction.hpp"
#include "ttlstore/ttl_store.hpp"

namespace support {

struct InvariantViolation : std::logic_error {
    using std::logic_error::logic_error;
};

namespace invariants_detail {

using ttlstore::SlotId;
using ttlstore::Tick;

inline void require(bool condition, const char* what) {
    if (!condition) throw InvariantViolation{std::string{"invariant: "} + what};
}

template <class Index>
inline constexpr bool is_ordered_expiry = false;
template <class Allocator>
inline constexpr bool is_ordered_expiry<ttlstore::BasicOrderedExpiry<Allocator>> = true;

/// Every entry is found under its key, none twice, and the groups' overflow counts are those of their entries.
template <class Entries>
std::vector<SlotId> check_table(const Entries& entries) {
    const auto& table = entries.table();
    const auto& slots = entries.slots();
    const auto& arrays = table.arrays();
    constexpr SlotId kSlots = ttlstore::detail::kGroupSlots;
    std::vector<SlotId> occupied;
    std::vector<unsigned> passed(table.slot_count() / kSlots, 0);
    bool exact = true;
    for (SlotId id = 0; id < table.slot_count(); ++id) {
        if (!table.occupied(id)) continue;
        occupied.push_back(id);
        const auto& key = entries.key(id);
        require(slots.find(slots.hash(key), key) == id, "an entry is not found under its key");
        const unsigned distance = arrays.distances()[id];
        if (distance == 255) exact = false;
        SlotId group = id / kSlots;
        for (unsigned i = 0; i < distance; ++i) {
            group = group == 0 ? static_cast<SlotId>(passed.size()) - 1 : group - 1;
            ++passed[group];
        }
    }
    require(occupied.size() == table.stored(), "stored() is not the number of occupied slots");
    require(occupied.empty() || table.stored() <= table.limit() + 1, "the table is too full");
    for (std::size_t group = 0; group < passed.size(); ++group) {
        const unsigned counted = arrays.groups()[group].bytes[kSlots];
        require(counted >= passed[group] || counted == 255, "an overflow count is too low: entries would be missed");
        if (exact && counted != 255) require(counted == passed[group], "an overflow count is too high");
    }
    return occupied;
}

/// A list tells the same forwards and backwards. What stands beyond its ends is the list's business, but no slot.
template <class Slots>
void check_links(const Slots& slots, const std::vector<SlotId>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        const ttlstore::detail::ListHook& hook = slots.hook(list[i]);
        const bool first = i == 0;
        const bool last = i + 1 == list.size();
        require(first ? hook.previous >= slots.slot_count() : hook.previous == list[i - 1], "a link back is wrong");
        require(last ? hook.next >= slots.slot_count() : hook.next == list[i + 1], "a link forth is wrong");
    }
}

template <class Entries>
void check_index(const Entries& entries, const std::vector<SlotId>& occupied) {
    const auto& index = entries.index();
    auto slots = entries.index_slots();
    std::multimap<Tick, SlotId> expected;
    for (const SlotId id : occupied) {
        require(entries.deadline(id) == entries.slots().limits(id).sooner(), "a deadline is not the sooner limit");
        if (entries.deadline(id) != ttlstore::kNoDeadline) expected.emplace(entries.deadline(id), id);
    }
    const std::optional<Tick> next = index.next_deadline();
    require(next.has_value() == !expected.empty(), "next_deadline() and the entries disagree on whether there is one");
    if (next) require(*next <= expected.begin()->first, "next_deadline() is too late");
    std::vector<SlotId> told;
    if constexpr (requires { index.for_each_by_deadline(slots, [](SlotId) {}); }) {
        index.for_each_by_deadline(slots, [&](SlotId id) { told.push_back(id); });
        require(told.size() == expected.size(), "the index holds another number of entries than have a deadline");
        auto entry = expected.begin();
        std::vector<bool> seen(slots.slot_count(), false);
        for (const SlotId id : told) {
            require(id < slots.slot_count() && slots.occupied(id), "the index holds a slot without entry");
            require(!seen[id], "the index holds an entry twice");
            seen[id] = true;
            require(entries.deadline(id) == entry->first, "the index is out of order");
            ++entry;
        }
    }
    for (const auto& [deadline, id] : expected) {
        const auto due = static_cast<std::size_t>(std::distance(expected.begin(), expected.upper_bound(deadline)));
        require(entries.slots().count_due(deadline) == due, "the index counts other entries as due");
    }
    if constexpr (requires { index.soonest(slots); }) {
        const std::optional<SlotId> soonest = index.soonest(slots);
        require(soonest.has_value() == !expected.empty(), "soonest() is wrong about whether there is one");
        if (soonest) require(entries.deadline(*soonest) == expected.begin()->first, "soonest() is not due soonest");
        if (!told.empty()) require(*soonest == told.front(), "soonest() is not the first by deadline");
    }
    if constexpr (is_ordered_expiry<std::remove_cvref_t<decltype(index)>>) {
        for (auto from = told.begin(); from != told.end();) {
            const Tick deadline = entries.deadline(*from);
            const auto to = std::find_if(from, told.end(), [&](SlotId id) { return entries.deadline(id) != deadline; });
            check_links(slots, {from, to});
            from = to;
        }
    }
}

template <class Entries>
void check_policy(const Entries& entries, const std::vector<SlotId>& occupied) {
    if (!entries.slots().is_bounded()) return;
    const auto& policy = entries.policy();
    auto slots = entries.policy_slots();
    if constexpr (requires { policy.for_each_in_order(slots, [](SlotId) {}); }) {
        std::vector<SlotId> told;
        policy.for_each_in_order(slots, [&](SlotId id) { told.push_back(id); });
        require(told.size() == occupied.size(), "the policy holds another number of entries than are stored");
        std::vector<bool> seen(slots.slot_count(), false);
        for (const SlotId id : told) {
            require(id < slots.slot_count() && slots.occupied(id), "the policy holds a slot without entry");
            require(!seen[id], "the policy holds an entry twice");
            seen[id] = true;
        }
        using Policy = std::remove_cvref_t<decltype(policy)>;
        if constexpr (std::is_base_of_v<ttlstore::FifoEviction, Policy>) check_links(slots, told);
    }
}

/// Every entry is in one segment, whose list tells the same forwards and backwards and is as long as it says.
template <class Entries>
void check_segments(const Entries& entries, const std::vector<SlotId>& occupied) {
    if (!entries.slots().is_bounded()) return;
    const auto& policy = entries.policy();
    auto slots = entries.policy_slots();
    if constexpr (requires { policy.for_each_by_segment(slots, [](auto, SlotId) {}); }) {
        using Segment = ttlstore::TinyLfuSegment;
        std::map<Segment, std::vector<SlotId>> lists;
        std::vector<bool> seen(slots.slot_count(), false);
        std::size_t told = 0;
        policy.for_each_by_segment(slots, [&](Segment segment, SlotId id) {
            require(id < slots.slot_count() && slots.occupied(id), "a segment holds a slot without entry");
            require(!seen[id], "an entry is in two places of the segments");
            seen[id] = true;
            lists[segment].push_back(id);
            ++told;
        });
        require(told == occupied.size(), "the segments hold another number of entries than are stored");
        for (const Segment segment : {Segment::window, Segment::probation, Segment::protected_main}) {
            check_links(slots, lists[segment]);
            require(policy.size_of(segment) == lists[segment].size(), "a segment's size is not its list's");
        }
    }
}

template <class Policy>
constexpr bool may_stay_over_bounds() {
    if constexpr (requires { Policy::evicts; })
        return !Policy::evicts;
    else
        return false;
}

template <class Entries>
void check_bounds(const Entries& entries, const std::vector<SlotId>& occupied) {
    const auto& slots = entries.slots();
    std::size_t weight = 0;
    for (const SlotId id : occupied) weight += slots.weight(id);
    require(weight == slots.total_weight(), "the weights do not add up");
    if constexpr (!may_stay_over_bounds<std::remove_cvref_t<decltype(entries.policy())>>()) {
        require(weight <= slots.bounds().weight, "the entries are too heavy");
        require(occupied.size() <= slots.bounds().entries, "there are more entries than the capacity");
    }
}

}  // namespace invariants_detail

/// Throws InvariantViolation if something is wrong.
template <class Store>
void check_invariants(const Store& store) {
    using namespace invariants_detail;
    const auto& entries = ttlstore::detail::Access::entries(store);
    const std::vector<SlotId> occupied = check_table(entries);
    check_index(entries, occupied);
    check_policy(entries, occupied);
    check_segments(entries, occupied);
    check_bounds(entries, occupied);
    require(store.stored() == occupied.size(), "stored() is wrong");
    std::size_t shown = 0;
    store.for_each([&](const auto&, const auto&) { ++shown; });
    require(store.size() == shown, "size() is not the number of live entries");
    require(store.live() == shown, "live() is not the number of live entries");
    require(store.overdue() == store.stored() - shown, "overdue() is not the number of dead entries");
}

/// f(key) in the order in which entries would be evicted, next first; not at all if the store keeps no order.
template <class Store, class F>
void for_each_in_eviction_order(const Store& store, F f) {
    const auto& entries = ttlstore::detail::Access::entries(store);
    if (!entries.slots().is_bounded()) return;
    const auto& policy = entries.policy();
    auto slots = entries.policy_slots();
    if constexpr (requires { policy.for_each_in_order(slots, [](ttlstore::SlotId) {}); }) {
        policy.for_each_in_order(slots, [&](ttlstore::SlotId id) { f(entries.key(id)); });
    }
}

/// f(key) of every entry with a deadline, the dead included, in the order in which a sweep would take them.
template <class Store, class F>
void for_each_in_deadline_order(const Store& store, F f) {
    const auto& entries = ttlstore::detail::Access::entries(store);
    const auto& index = entries.index();
    auto slots = entries.index_slots();
    if constexpr (requires { index.for_each_by_deadline(slots, [](ttlstore::SlotId) {}); }) {
        index.for_each_by_deadline(slots, [&](ttlstore::SlotId id) { f(entries.key(id)); });
    }
}

}  // namespace support
