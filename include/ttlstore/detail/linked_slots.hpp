/// LinkedSlots: the slot table with its expiry index and its eviction policy kept in step. Below EntryTable, which
/// holds the rules of life and is the only user; together they are the only code that touches table, index and policy.
///
/// Every step that can throw comes before the first that changes anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "bounds.hpp"
#include "credits.hpp"
#include "hash.hpp"
#include "lifetimes.hpp"
#include "removal_queue.hpp"
#include "roles.hpp"
#include "slot_table.hpp"

namespace ttlstore::detail {

enum class Room {
    made,
    stuck,        // nobody dead, and the policy names no victim
    interrupted,  // the queue of removals is full: deliver it and call again
};

template <class Traits>
class LinkedSlots {
public:
    using Key = typename Traits::Key;
    using Value = typename Traits::Value;
    using Allocator = typename Traits::Allocator;
    using Index = typename RebindRole<typename Traits::Index, Allocator>::type;
    using Policy = typename RebindRole<typename Traits::Policy, Allocator>::type;
    static constexpr bool kWeighs = Traits::kWeighs;
    using Weight = std::conditional_t<kWeighs, std::size_t, NoWeight>;
    using Mark = typename MarkOf<Policy>::type;
    using Table = SlotTable<Key, Value, Allocator, typename Index::Hook, typename Policy::Hook, Weight, Limits, Mark>;
    using Slot = typename Table::SlotType;
    using Growth = typename Table::Growth;

    static constexpr std::size_t kIndexHook = 0;
    static constexpr std::size_t kPolicyHook = 1;
    static constexpr std::size_t kWeight = 2;
    static constexpr std::size_t kLimits = 3;
    static constexpr std::size_t kPolicyMark = 4;
    using IndexSlots = SlotsView<Table, kIndexHook, kWeight, typename Index::Hook>;
    using PolicySlots = SlotsView<Table, kPolicyHook, kWeight, typename Policy::Hook, kPolicyMark>;
    using IndexOfPolicy = IndexView<Index, IndexSlots>;

    /// What the policy offers beyond the necessary.
    static constexpr bool kHashesForPolicy =
        requires(Policy & policy, PolicySlots& slots, SlotId id, std::uint64_t hash) {
        policy.on_insert(slots, id, hash);
    };
    static constexpr bool kPolicyLeavesOut =
        requires(Policy & policy, PolicySlots& slots, IndexOfPolicy& index, SlotId id) {
        policy.victim(slots, index, id);
    };
    static_assert(!kHashesForPolicy || kPolicyLeavesOut,
                  "TtlStore: a policy whose on_insert takes a hash needs victim(slots, index, but)");

    /// Whether the index takes deadlines in their order only.
    static constexpr bool kInOrder = requires { requires Index::in_order; };
    /// Whether its pop_due may find nothing though something is due.
    static constexpr bool kMayMissDue = requires(Index & index, IndexSlots& slots) { index.look_round(slots); };

    LinkedSlots(const Allocator& allocator, Bounds bounds, bool idles, std::uint64_t seed)
        : policy_{RebindRole<typename Traits::Policy, Allocator>::make(allocator)},
          table_{allocator, {true, bounded(bounds), true, idles, bounded(bounds)}},
          index_{RebindRole<typename Traits::Index, Allocator>::make(allocator)},
          bounds_{bounds},
          seed_{seed},
          tracks_access_{bounded(bounds) || idles} {
        if (bounds.entries != Bounds{}.entries)
            reserve(bounds.entries + 1);  // one more while a newcomer takes its place
        if (bounded(bounds)) tell_bounds(bounds);
    }

    const Table& table() const noexcept { return table_; }
    const Index& index() const noexcept { return index_; }
    const Policy& policy() const noexcept { return policy_; }
    IndexSlots index_slots() const noexcept { return IndexSlots{table_}; }
    PolicySlots policy_slots() const noexcept { return PolicySlots{table_}; }
    const Bounds& bounds() const noexcept { return bounds_; }
    bool is_bounded() const noexcept { return table_.column_enabled(kPolicyHook); }
    /// Whether an access changes anything: false in an unbounded store without idle ttl, which a lookup asks first.
    bool tracks_access() const noexcept { return tracks_access_; }
    std::size_t total_weight() const noexcept {
        if constexpr (kWeighs)
            return weight_.sum();
        else
            return table_.stored();
    }
    std::size_t weight(SlotId id) const noexcept { return index_slots().weight(id); }
    Slot& slot(SlotId id) const noexcept { return table_.slot(id); }

    // ---- search

    template <class Q>
    std::uint64_t hash(const Q& key) const {
        return seeded_hash(hash_, key, seed_);
    }
    template <class Q>
    std::uint64_t hash(const Hashed<Q>& key) const noexcept {
        return key.hash;
    }
    /// The same in every store.
    template <class Q>
    std::uint64_t plain_hash(const Q& key) const {
        return seeded_hash(hash_, unhashed(key), 0);
    }
    template <class Q>
    TTLSTORE_INLINE SlotId find(std::uint64_t hash, const Q& key) const {
        return table_.find(hash, [&equal = equal_, &key](const Key& stored) { return equal(stored, unhashed(key)); });
    }

    // ---- one entry

    /// Stores an entry under a key that has none (or only a dead one). The policy is not told yet.
    /// Throws: what allocation, Hash (if the table grows) and the constructions throw; nothing has changed then, and an
    ///         argument that moves without throwing has not been moved from.
    /// `also` is the number of another entry, translated if the table grows.
    template <class K, class V>
    TTLSTORE_INLINE SlotId insert(std::uint64_t hash, K&& key, V&& value, Limits limits, std::size_t weight,
                                  SlotId& also) {
        if (table_.stored() < table_.limit()) [[likely]] {
            return place(hash, std::forward<K>(key), std::forward<V>(value), limits, weight);
        }
        return insert_and_grow(hash, std::forward<K>(key), std::forward<V>(value), limits, weight, also);
    }

    /// `hash` is the key's.
    void tell_inserted(SlotId id, std::uint64_t hash) noexcept {
        if (!is_bounded()) return;
        auto slots = policy_slots();
        if constexpr (kHashesForPolicy)
            policy_.on_insert(slots, id, hash);
        else
            policy_.on_insert(slots, id);
    }
    TTLSTORE_INLINE void tell_accessed(SlotId id) noexcept {
        if (!is_bounded()) return;
        auto slots = policy_slots();
        policy_.on_access(slots, id);
    }

    Limits limits(SlotId id) const noexcept {
        return table_.column_enabled(kLimits) ? table_.template column<kLimits>(id) : Limits{slot(id).deadline};
    }

    /// Throws what the index's schedule throws; nothing has changed then.
    void set_limits(SlotId id, Limits limits) {
        const Tick deadline = limits.sooner();
        const Tick previous = slot(id).deadline;
        auto slots = index_slots();
        if (deadline == kNoDeadline) {
            if (previous != kNoDeadline) index_.cancel(slots, id);
        } else if (previous == kNoDeadline) {
            schedule(id, deadline);
        } else if constexpr (requires { index_.reschedule(slots, id, deadline); }) {
            index_.reschedule(slots, id, deadline);
        } else {
            index_.cancel(slots, id);
            try {
                schedule(id, deadline);
            } catch (...) {
                schedule(id, previous);  // the index promises that this does not throw
                throw;
            }
        }
        slot(id).deadline = deadline;
        note_limits(id, limits);
    }
    /// For limits that leave the deadline where it is.
    void note_limits(SlotId id, Limits limits) noexcept {
        if (table_.column_enabled(kLimits)) table_.template column<kLimits>(id) = limits;
    }

    void set_weight(SlotId id, std::size_t weight) noexcept {
        if constexpr (kWeighs) {
            const std::size_t previous = std::exchange(table_.template column<kWeight>(id), weight);
            weight_.subtract(previous);
            weight_.add(weight);
            auto slots = policy_slots();
            if constexpr (requires { policy_.on_reweigh(slots, id, previous); }) {
                if (is_bounded()) policy_.on_reweigh(slots, id, previous);
            }
        }
    }

    Extracted<Key, Value> extract(SlotId id) noexcept {
        unschedule(id);
        return extract_unscheduled(id);
    }
    /// As extract, for an entry whose value nobody wants.
    void discard(SlotId id) noexcept {
        unschedule(id);
        tell_removed(id);
        free(id);
    }

    /// As discard, for an entry that the policy has not been told of.
    void take_back(SlotId id) noexcept {
        unschedule(id);
        free(id);
    }
    /// Such an entry looks absent to the policy until `show` is given what this returned.
    std::uint8_t hide(SlotId id) noexcept {
        if constexpr (kWeighs) weight_.subtract(weight(id));
        return table_.hide(id);
    }
    void show(SlotId id, std::uint8_t mark) noexcept {
        if constexpr (kWeighs) weight_.add(weight(id));
        table_.show(id, mark);
    }

    /// The entry due first, no longer scheduled; kNil if none is due. Reads the clock only if something is scheduled.
    template <class Now>
    SlotId pop_due(Now& now) noexcept {
        if (!index_.next_deadline()) return kNil;
        auto slots = index_slots();
        return index_.pop_due(slots, now()).value_or(kNil);
    }
    /// As pop_due, from an index that may miss what is due: does not give up.
    template <class Now>
    SlotId pop_missed(Now& now) noexcept {
        if constexpr (kMayMissDue) {
            while (index_.next_deadline() && *index_.next_deadline() <= now()) {
                if (const SlotId id = pop_due(now); id != kNil) return id;
            }
        }
        return kNil;
    }
    /// Takes out what pop_due gave.
    Extracted<Key, Value> extract_unscheduled(SlotId id) noexcept {
        tell_removed(id);
        Extracted<Key, Value> taken{std::move(slot(id).key), std::move(slot(id).value)};
        free(id);
        return taken;
    }

    // ---- room

    bool over_bounds() const noexcept { return table_.stored() > bounds_.entries || total_weight() > bounds_.weight; }

    /// Whether so much more has room once `gone` entries of `weight_gone` have left.
    bool fits(std::size_t entries, std::size_t added_weight, std::size_t gone = 0,
              std::size_t weight_gone = 0) const noexcept {
        return (entries == 0 || table_.stored() - gone + entries <= bounds_.entries) &&
               total_weight() - weight_gone <= bounds_.weight - added_weight;
    }

    /// Whether room can be made for so much more, of a weight within the bounds, without the policy's answering
    /// nothing; asks it only if it must.
    template <class Now>
    bool can_make_room(std::size_t entries, std::size_t added_weight, Now& now) noexcept {
        if constexpr (requires { Policy::evicts; }) {
            if (Policy::evicts && table_.stored() > 0) return true;
        }
        return now.apart([&](Now& n) { return ask_for_room(entries, added_weight, n); });
    }

    /// The entry the policy names next, but never `keep`. A policy that cannot leave one out and names that is asked
    /// again with `keep` hidden from it. kNil if it names none.
    SlotId victim_but(SlotId keep) noexcept {
        const SlotId first = victim(keep);
        if constexpr (kPolicyLeavesOut)
            return first;
        else
            return first != keep || keep == kNil ? first : victim_without(keep);
    }

    // ---- a share of a larger whole: the bounds are then what this table may hold at the moment, at rest what it holds

    /// How much of the bounds is missing for so much more.
    Credits missing(std::size_t entries, std::size_t added_weight) const noexcept {
        Credits more;
        const std::size_t stored = table_.stored() + entries;
        const std::size_t weight = total_weight() + added_weight;
        if (bounds_.entries != Bounds{}.entries && stored > bounds_.entries) more.entries = stored - bounds_.entries;
        if (bounds_.weight != Bounds{}.weight && weight > bounds_.weight) more.weight = weight - bounds_.weight;
        return more;
    }
    /// How much of them is not used.
    Credits spare() const noexcept {
        Credits unused;
        if (bounds_.entries != Bounds{}.entries && table_.stored() < bounds_.entries)
            unused.entries = bounds_.entries - table_.stored();
        if (bounds_.weight != Bounds{}.weight && total_weight() < bounds_.weight)
            unused.weight = bounds_.weight - total_weight();
        return unused;
    }
    void widen(const Credits& credits) noexcept {
        if (bounds_.entries != Bounds{}.entries) bounds_.entries += credits.entries;
        if (bounds_.weight != Bounds{}.weight) bounds_.weight += credits.weight;
    }
    /// Not below what is used.
    void narrow(const Credits& credits) noexcept {
        if (bounds_.entries != Bounds{}.entries) bounds_.entries -= credits.entries;
        if (bounds_.weight != Bounds{}.weight) bounds_.weight -= credits.weight;
    }
    void shrink_to_used() noexcept {
        if (bounds_.entries != Bounds{}.entries) bounds_.entries = table_.stored();
        if (bounds_.weight != Bounds{}.weight) bounds_.weight = total_weight();
    }

    // ---- growth

    /// Throws: what allocation and Hash throw (nothing has changed then), std::length_error beyond 2^31 slots.
    void reserve(std::size_t entries) {
        if (entries <= table_.limit()) return;
        Growth growth = plan_growth(entries);
        commit_growth(growth);
    }

    /// Throws as reserve does. A store that was not bounded has kept no order: its entries enter the policy as they
    /// lie.
    void set_bounds(Bounds bounds) {
        if (bounds.entries != Bounds{}.entries && bounds.entries >= table_.stored()) reserve(bounds.entries + 1);
        if (is_bounded() || !bounded(bounds))
            tell_bounds(bounds);
        else
            begin_to_bound(bounds);
        bounds_ = bounds;
        tracks_access_ = tracks_access_ || is_bounded();
    }

    /// Takes every entry out, and the table's memory with them. Give the memory back with `give_back` when the entries
    /// have been seen off.
    Table release() noexcept {
        begin_anew(index_);
        begin_anew(policy_);
        weight_ = {};
        for (Pin* pin = pins_; pin != nullptr; pin = pin->next) pin->id = kNil;
        return table_.release();
    }
    void give_back(Table& emptied) noexcept {
        if (table_.slot_count() == 0) table_ = std::move(emptied);
    }

    // ---- pins

    void add_pin(Pin& pin) noexcept {
        pin.next = pins_;
        pins_ = &pin;
    }
    /// The last added is the first removed.
    void remove_pin() noexcept { pins_ = pins_->next; }

    template <class F>
    void for_each_due(Tick now, F f) const {
        auto slots = index_slots();
        if constexpr (requires { index_.for_each_due(slots, now, f); }) {
            index_.for_each_due(slots, now, f);
        } else {
            for (SlotId id = 0; id < table_.slot_count(); ++id) {
                if (table_.occupied(id) && slot(id).deadline != kNoDeadline && slot(id).deadline <= now) f(id);
            }
        }
    }
    std::size_t count_due(Tick now) const {
        auto slots = index_slots();
        if constexpr (requires { index_.count_due(slots, now); }) return index_.count_due(slots, now);
        std::size_t due = 0;
        for_each_due(now, [&](SlotId) { ++due; });
        return due;
    }

private:
    template <class Now>
    TTLSTORE_COLD bool ask_for_room(std::size_t entries, std::size_t added_weight, Now& now) noexcept {
        if constexpr (!requires { Policy::evicts; }) {
            if (victim(kNil) != kNil) return true;
        }
        if (!index_.next_deadline()) return false;
        if constexpr (kMayMissDue) {
            auto slots = index_slots();
            if (*index_.next_deadline() <= now()) index_.look_round(slots);
        }
        std::size_t gone = 0;
        std::size_t weight_gone = 0;
        for_each_due(now(), [&](SlotId id) {
            ++gone;
            weight_gone += weight(id);
        });
        return fits(entries, added_weight, gone, weight_gone);
    }

    SlotId victim(SlotId keep) noexcept {
        auto slots = policy_slots();
        IndexOfPolicy index{index_, index_slots(), keep};
        if constexpr (kPolicyLeavesOut)
            return policy_.victim(slots, index, keep).value_or(kNil);
        else
            return policy_.victim(slots, index).value_or(kNil);
    }

    /// victim_but of a policy that names `keep` itself: that leaves the policy and enters it anew.
    SlotId victim_without(SlotId keep) noexcept requires(!kPolicyLeavesOut) {
        auto of_policy = policy_slots();
        policy_.on_remove(of_policy, keep);
        const Tick deadline = IndexOfPolicy::kLeavesOut ? kNoDeadline : slot(keep).deadline;
        auto of_index = index_slots();
        if (deadline != kNoDeadline) index_.cancel(of_index, keep);
        const std::uint8_t mark = table_.hide(keep);
        const SlotId other = table_.stored() != 0 ? victim(keep) : kNil;
        table_.show(keep, mark);
        if (deadline != kNoDeadline) schedule(keep, deadline);  // just cancelled there: the index promises not to throw
        reset_policy_hook(keep);
        policy_.on_insert(of_policy, keep);
        return other;
    }

    /// Comes after every other step that can throw, so that the policy of a bounded store knows the store's bounds.
    void tell_bounds(const Bounds& bounds) {
        if constexpr (requires { policy_.set_bounds(bounds.entries, bounds.weight); }) {
            policy_.set_bounds(bounds.entries, bounds.weight);
        }
    }
    template <class Role>
    static void reserve_in(Role& role, std::size_t entries) {
        if constexpr (requires { role.reserve(entries); }) role.reserve(entries);
    }

    /// Lets the entries of a store that was not bounded enter the policy. Until then nobody asks it, so it does not
    /// matter what it was told of before a step threw.
    void begin_to_bound(const Bounds& bounds) {
        using Hashes =
            std::vector<std::uint64_t, typename std::allocator_traits<Allocator>::template rebind_alloc<std::uint64_t>>;
        Hashes hashes(typename Hashes::allocator_type{table_.arrays().allocator()});
        if constexpr (kHashesForPolicy) {
            hashes.reserve(table_.stored());
            for (SlotId id = 0; id < table_.slot_count(); ++id) {
                if (table_.occupied(id)) hashes.push_back(hash(std::as_const(slot(id).key).get()));
            }
        }
        reserve_in(policy_, table_.limit());
        tell_bounds(bounds);
        table_.template enable_column<kPolicyMark>();
        table_.template enable_column<kPolicyHook>();  // from now on the store is bounded
        std::size_t next = 0;
        for (SlotId id = 0; id < table_.slot_count(); ++id) {
            if (!table_.occupied(id)) continue;
            reset_policy_hook(id);
            tell_inserted(id, kHashesForPolicy ? hashes[next++] : 0);
        }
    }

    static bool bounded(const Bounds& bounds) noexcept {
        return bounds.entries != Bounds{}.entries || bounds.weight != Bounds{}.weight;
    }

    void unschedule(SlotId id) noexcept {
        if (slot(id).deadline == kNoDeadline) return;
        auto slots = index_slots();
        index_.cancel(slots, id);
    }
    void tell_removed(SlotId id) noexcept {
        if (is_bounded()) {
            auto slots = policy_slots();
            policy_.on_remove(slots, id);
        }
        for (Pin* pin = pins_; pin != nullptr; pin = pin->next) {
            if (pin->id == id) pin->id = kNil;
        }
    }
    void free(SlotId id) noexcept {
        Table::destroy(slot(id));
        if constexpr (kWeighs) weight_.subtract(table_.template column<kWeight>(id));
        table_.vacate(id);
    }

    void reset_policy_hook(SlotId id) noexcept {
        if constexpr (!std::is_empty_v<typename Policy::Hook>) {
            if (is_bounded()) table_.template column<kPolicyHook>(id) = typename Policy::Hook{};
        }
        if constexpr (!std::is_empty_v<Mark>) {
            if (is_bounded()) table_.template column<kPolicyMark>(id) = Mark{};
        }
    }

    template <class Role>
    void begin_anew(Role& role) noexcept {
        if constexpr (requires { role.clear(); }) {
            role.clear();
        } else {
            static_assert(
                !requires(Role & r) { r.reserve(std::size_t{}); } &&
                    !requires(Role & r) { r.set_bounds(std::size_t{}, std::size_t{}); },
                "TtlStore: an index or policy with reserve or set_bounds needs clear(), which keeps what they gave");
            role = Role{};
        }
    }

    TTLSTORE_INLINE void schedule(SlotId id, Tick deadline) {
        auto slots = index_slots();
        if constexpr (!std::is_empty_v<typename Index::Hook> && !requires { Index::initialises_hook; }) {
            slots.hook(id) = typename Index::Hook{};
        }
        index_.schedule(slots, id, deadline);
    }

    /// Arguments may refer into the table, so it grows after they were read; an empty one has nothing to refer to.
    template <class K, class V>
    TTLSTORE_COLD SlotId insert_and_grow(std::uint64_t hash, K&& key, V&& value, Limits limits, std::size_t weight,
                                         SlotId& also) {
        Growth growth = plan_growth(table_.stored() + table_.stored() / 2 + kGroupSlots);
        if (table_.slot_count() == 0) {
            commit_growth(growth);
            return place(hash, std::forward<K>(key), std::forward<V>(value), limits, weight);
        }
        const SlotId id = place(hash, std::forward<K>(key), std::forward<V>(value), limits, weight);
        table_.plan_entry(growth, id, hash);
        commit_growth(growth);
        if (also != kNil) also = growth.translate(also);
        return growth.translate(id);
    }

    template <class K, class V>
    TTLSTORE_INLINE SlotId place(std::uint64_t hash, K&& key, V&& value, Limits limits, std::size_t weight) {
        const auto place = table_.free_place(hash);
        Slot& slot = *std::construct_at(table_.arrays().slots() + place.id);
        slot.deadline = limits.sooner();
        if (slot.deadline != kNoDeadline) schedule(place.id, slot.deadline);
        construct(slot, place.id, std::forward<K>(key), std::forward<V>(value));
        if constexpr (kWeighs) {
            table_.template column<kWeight>(place.id) = weight;
            weight_.add(weight);
        }
        if (table_.column_enabled(kLimits)) table_.template column<kLimits>(place.id) = limits;
        reset_policy_hook(place.id);
        table_.occupy(place, hash);
        return place.id;
    }

    /// The construction that may throw comes first, so that an argument is moved from only when nothing can fail any
    /// more.
    template <class K, class V>
    TTLSTORE_INLINE void construct(Slot& slot, SlotId id, K&& key, V&& value) {
        try {
            if constexpr (stores_nothrow<Key, K> && !stores_nothrow<Value, V>) {
                std::construct_at(&slot.value, std::in_place, std::forward<V>(value));
                std::construct_at(&slot.key, std::in_place, std::forward<K>(key));
            } else {
                std::construct_at(&slot.key, std::in_place, std::forward<K>(key));
                try {
                    std::construct_at(&slot.value, std::in_place, std::forward<V>(value));
                } catch (...) {
                    std::destroy_at(&slot.key);
                    throw;
                }
            }
        } catch (...) {
            if (slot.deadline != kNoDeadline) {
                auto slots = index_slots();
                index_.cancel(slots, id);
            }
            throw;
        }
    }

    Growth plan_growth(std::size_t entries) {
        const std::size_t groups = Table::groups_for(entries);
        reserve_in(index_, Table::limit_of(groups * kGroupSlots));
        if (is_bounded()) reserve_in(policy_, Table::limit_of(groups * kGroupSlots));
        return table_.plan_growth(groups, [&](const Key& key) { return hash(key); });
    }
    void commit_growth(Growth& growth) noexcept {
        table_.commit_growth(growth);
        const auto translate = [&](SlotId id) noexcept { return growth.translate(id); };
        tell_rehashed(index_, index_slots(), translate);
        if (is_bounded()) tell_rehashed(policy_, policy_slots(), translate);
        for (Pin* pin = pins_; pin != nullptr; pin = pin->next) {
            if (pin->id != kNil) pin->id = translate(pin->id);
        }
    }

    Policy policy_;  // first: see EntryTable
    Table table_;
    Index index_;
    Bounds bounds_;
    WeightSum weight_;
    Pin* pins_ = nullptr;
    std::uint64_t seed_;
    bool tracks_access_;
    [[no_unique_address]] typename Traits::Hash hash_{};
    [[no_unique_address]] typename Traits::KeyEqual equal_{};
};

}  // namespace ttlstore::detail
