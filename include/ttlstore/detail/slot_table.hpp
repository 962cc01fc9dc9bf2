/// SlotTable: a flat open-addressing hash table whose entries keep their slot until the table grows.
///
/// Slots stand in groups of 15 behind 16 control bytes (group.hpp). A hash names its home group by a multiplication,
/// not a mask, so a table may have any number of groups: memory follows the capacity asked for without a cliff at the
/// powers of two, and growing keeps the order of the groups (memory is walked in order). A full group overflows into
/// the next one. Each slot remembers how many groups from home it lies (one byte), so an entry is taken out without
/// hashing its key.
///
/// Sources: SIMD-probed control bytes as in Google's SwissTable (Kulukundis, CppCon 2017); 15 slots and an overflow
/// byte a group as in boost::unordered_flat_map; the counter as in F14 (Bronson and Shi, 2019).
/// A search costs one line of control bytes and one slot line; a miss usually the first alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "group.hpp"
#include "slot_arrays.hpp"
#include "slot_list.hpp"
#include "stored.hpp"

namespace ttlstore::detail {

inline void prefetch(const void* address) noexcept {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

/// Lets the compiler drop a later test for what is known here.
inline void assume(bool condition) noexcept {
#if defined(__GNUC__)
    if (!condition) __builtin_unreachable();
#else
    static_cast<void>(condition);
#endif
}

/// An entry as it lies in memory. Everything in it lives only while the slot is occupied. Hooks lie in columns: slots of
/// 32 bytes that took the index's hook in made sets faster and finds up to 1.7 x slower.
template <class Key, class Value>
struct Slot {
    Slot() noexcept {}  // NOLINT: starts no member's life
    ~Slot() {}          // NOLINT

    Tick deadline;
    union {
        Stored<Key> key;
    };
    union {
        Stored<Value> value;
    };
};

template <class Key, class Value, class Allocator, class... Columns>
class SlotTable {
public:
    using SlotType = Slot<Key, Value>;
    using Arrays = SlotArrays<SlotType, Allocator, Columns...>;
    using Enabled = typename Arrays::Enabled;

    /// Where an entry would go.
    struct Place {
        SlotId id;
        std::uint32_t group;
        std::uint32_t distance;  // groups from home
    };

    /// A larger set of arrays with every entry's new place, prepared so that nothing is left that can throw.
    class Growth {
    public:
        SlotId translate(SlotId old_id) const noexcept { return new_ids_[old_id]; }

    private:
        friend class SlotTable;
        using Ids = std::vector<SlotId, typename std::allocator_traits<Allocator>::template rebind_alloc<SlotId>>;

        Growth(Arrays fresh, SlotId old_count)
            : fresh_{std::move(fresh)}, new_ids_(old_count, kNil, typename Ids::allocator_type{fresh_.allocator()}) {}

        Arrays fresh_;
        Ids new_ids_;
        bool saturated_ = false;
    };

    SlotTable(const Allocator& allocator, const Enabled& enabled) noexcept
        : allocator_{allocator}, enabled_{enabled}, arrays_{allocator} {}
    SlotTable(SlotTable&& other) noexcept
        : allocator_{other.allocator_},
          enabled_{other.enabled_},
          arrays_{std::move(other.arrays_)},
          stored_{std::exchange(other.stored_, 0)},
          limit_{std::exchange(other.limit_, 0)},
          saturated_{std::exchange(other.saturated_, false)} {}
    SlotTable& operator=(SlotTable&& other) noexcept {
        if (this != &other) {
            std::destroy_at(this);
            std::construct_at(this, std::move(other));
        }
        return *this;
    }
    ~SlotTable() { destroy_entries(); }

    // ---- size

    std::size_t stored() const noexcept { return stored_; }
    SlotId slot_count() const noexcept { return arrays_.slot_count(); }
    /// Entries the table takes before it must grow: 8/11 of its slots. Then 98 of 100 entries lie in their home group,
    /// and a search seldom takes a branch that the processor did not foresee; at 7/8 it does for one in ten, half as
    /// fast.
    std::size_t limit() const noexcept { return limit_; }
    static std::size_t limit_of(std::size_t slots) noexcept { return slots * 8 / 11; }
    static std::size_t groups_for(std::size_t entries) {
        constexpr std::size_t kMost = (SlotId{1} << 31) / kGroupSlots;
        const std::size_t groups = entries / kGroupSlots >= kMost ? kMost + 1 : entries * 11 / (8 * kGroupSlots) + 1;
        if (groups > kMost) throw std::length_error("ttlstore: more entries than a table can number");
        return groups;
    }
    const Arrays& arrays() const noexcept { return arrays_; }

    // ---- entries by number

    bool occupied(SlotId id) const noexcept { return arrays_.groups()[id / kGroupSlots].bytes[id % kGroupSlots] != 0; }
    SlotType& slot(SlotId id) const noexcept { return arrays_.slots()[id]; }
    template <std::size_t I>
    auto& column(SlotId id) const noexcept {
        return arrays_.template column<I>()[id];
    }

    // ---- search

    void prefetch_group(std::uint64_t hash) const noexcept { prefetch(arrays_.groups() + home(hash)); }
    /// The slot that will be compared first, kNil if none will.
    SlotId candidate(std::uint64_t hash) const noexcept {
        const std::uint32_t group = home(hash);
        const SlotMask mask = arrays_.groups()[group].match(control_byte(hash));
        return mask ? group * kGroupSlots + mask.first() : kNil;
    }

    /// The slot of the entry whose key satisfies `equals`, kNil if there is none.
    template <class Equals>
    TTLSTORE_INLINE SlotId find(std::uint64_t hash, Equals equals) const {
        const std::uint32_t group = home(hash);
        const SlotId id = find_in(group, control_byte(hash), equals);
        if (id != kNil) [[likely]]
            return id;
        if (!arrays_.groups()[group].overflowed()) [[likely]]
            return kNil;
        return find_beyond(group, control_byte(hash), equals);
    }

    /// The group where the search for a hash begins. Of two hashes the smaller one's is not the later one, whatever the
    /// table's size.
    std::uint32_t home(std::uint64_t hash) const noexcept { return home(arrays_, hash); }
    /// The smallest upper half of a hash whose home is `group`, or 2^32 if there is no such group.
    std::uint64_t first_in(std::uint64_t group) const noexcept {
        constexpr std::uint64_t kHalf = std::uint64_t{1} << 32;
        return (group * kHalf + arrays_.group_count() - 1) / arrays_.group_count();
    }
    /// f(id) for every entry where a search that begins in `group` may come by.
    template <class F>
    void for_each_near(std::uint32_t group, F f) const {
        for (std::uint32_t step = 0; step < arrays_.group_count(); ++step, group = next(arrays_, group)) {
            for (std::uint32_t i = 0; i < kGroupSlots; ++i) {
                if (const SlotId id = group * kGroupSlots + i; occupied(id)) f(id);
            }
            if (!arrays_.groups()[group].overflowed()) return;
        }
    }

    // ---- insert and take out

    /// A free slot for `hash`. There is one unless the table has no memory yet.
    TTLSTORE_INLINE Place free_place(std::uint64_t hash) const noexcept { return free_place(arrays_, hash); }

    /// Says that key and value now live in `place`.
    TTLSTORE_INLINE void occupy(Place place, std::uint64_t hash) noexcept {
        occupy(arrays_, place, hash, saturated_);
        ++stored_;
    }

    /// Says that key and value of `id` are gone.
    void vacate(SlotId id) noexcept {
        std::uint32_t group = id / kGroupSlots;
        arrays_.groups()[group].bytes[id % kGroupSlots] = 0;
        if (std::uint8_t& distance = arrays_.distances()[id]; distance != 0) [[unlikely]] {
            for (std::uint8_t i = 0; distance != kFar && i < distance; ++i) {
                group = group == 0 ? arrays_.group_count() - 1 : group - 1;
                arrays_.groups()[group].uncount_overflow();
            }
            distance = 0;
        }
        --stored_;
        if (saturated_ && stored_ == 0) {
            std::fill_n(arrays_.groups(), arrays_.group_count(), Group{});
            saturated_ = false;
        }
    }

    /// Makes an entry look absent, but for searches of others, until `show` is given what this returned.
    std::uint8_t hide(SlotId id) noexcept {
        --stored_;
        return std::exchange(arrays_.groups()[id / kGroupSlots].bytes[id % kGroupSlots], std::uint8_t{0});
    }
    void show(SlotId id, std::uint8_t mark) noexcept {
        ++stored_;
        arrays_.groups()[id / kGroupSlots].bytes[id % kGroupSlots] = mark;
    }

    // ---- growth

    /// Throws what allocation and `hash_of(key)` throw; nothing has changed then, nor after success.
    template <class HashOf>
    Growth plan_growth(std::size_t groups, HashOf hash_of) const {
        Growth growth{Arrays{allocator_, static_cast<std::uint32_t>(groups), enabled_}, slot_count()};
        for (SlotId id = 0; id < slot_count(); ++id) {
            if (occupied(id)) plan_entry(growth, id, hash_of(std::as_const(slot(id).key).get()));
        }
        return growth;
    }
    /// Adds an entry that came after plan_growth.
    void plan_entry(Growth& growth, SlotId id, std::uint64_t hash) const noexcept {
        const Place place = free_place(growth.fresh_, hash);
        occupy(growth.fresh_, place, hash, growth.saturated_);
        growth.new_ids_[id] = place.id;
    }
    /// Moves every entry. Entries taken out since the plan was made must not exist.
    void commit_growth(Growth& growth) noexcept {
        for (SlotId id = 0; id < slot_count(); ++id) {
            const SlotId new_id = growth.new_ids_[id];
            if (new_id == kNil) continue;
            SlotType* const to = std::construct_at(growth.fresh_.slots() + new_id);
            SlotType& from = slot(id);
            to->deadline = from.deadline;
            std::construct_at(&to->key, std::move(from.key));
            std::construct_at(&to->value, std::move(from.value));
            destroy(from);
            growth.fresh_.move_columns(arrays_, id, new_id);
        }
        arrays_ = std::move(growth.fresh_);
        limit_ = limit_of(slot_count());
        saturated_ = growth.saturated_;
    }

    template <std::size_t I>
    void enable_column() {
        arrays_.template enable_column<I>();
        enabled_[I] = true;
    }
    bool column_enabled(std::size_t column) const noexcept { return enabled_[column]; }

    /// Takes the memory with all entries out; what is left is a table without memory.
    SlotTable release() noexcept {
        SlotTable taken{std::move(*this)};
        return taken;
    }

    /// Destroys every entry and keeps the memory.
    void clear() noexcept {
        destroy_entries();
        if (slot_count() != 0) {
            std::fill_n(arrays_.groups(), arrays_.group_count(), Group{});
            std::fill_n(arrays_.distances(), slot_count(), std::uint8_t{0});
        }
        stored_ = 0;
        saturated_ = false;
    }

    static void destroy(SlotType& slot) noexcept {
        std::destroy_at(&slot.key);
        std::destroy_at(&slot.value);
    }

private:
    static constexpr std::uint8_t kFar = 255;

    static std::uint32_t next(const Arrays& arrays, std::uint32_t group) noexcept {
        return group + 1 == arrays.group_count() ? 0 : group + 1;
    }
    static std::uint32_t home(const Arrays& arrays, std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>(((hash >> 32) * arrays.group_count()) >> 32);
    }

    template <class Equals>
    TTLSTORE_INLINE SlotId find_in(std::uint32_t group, std::uint32_t byte, Equals& equals) const {
        for (SlotMask mask = arrays_.groups()[group].match(byte); mask; mask.drop_first()) {
            const SlotId id = group * kGroupSlots + mask.first();
            if (equals(std::as_const(arrays_.slots()[id].key).get())) [[likely]] {
                assume(id != kNil);
                return id;
            }
        }
        return kNil;
    }
    /// Searches the groups after `home`, as far as entries overflowed. Apart, so that `find` is short.
    template <class Equals>
    TTLSTORE_COLD SlotId find_beyond(std::uint32_t home, std::uint32_t byte, Equals equals) const {
        for (std::uint32_t group = next(arrays_, home); group != home; group = next(arrays_, group)) {
            if (const SlotId id = find_in(group, byte, equals); id != kNil) return id;
            if (!arrays_.groups()[group].overflowed()) break;
        }
        return kNil;
    }

    /// Joined with its callers: a Place that came back through memory would be read in other pieces than it was written,
    /// which waits for every store before it, the slot's cache miss among them.
    TTLSTORE_INLINE static Place free_place(const Arrays& arrays, std::uint64_t hash) noexcept {
        std::uint32_t group = home(arrays, hash);
        for (std::uint32_t distance = 0;; ++distance) {
            TTLSTORE_ASSERT(distance < arrays.group_count());
            if (const SlotMask mask = arrays.groups()[group].match_empty()) {
                return {group * kGroupSlots + mask.first(), group, distance};
            }
            group = next(arrays, group);
        }
    }
    TTLSTORE_INLINE static void occupy(const Arrays& arrays, Place place, std::uint64_t hash,
                                       bool& saturated) noexcept {
        std::uint32_t group = place.group;
        arrays.groups()[group].bytes[place.id - group * kGroupSlots] = static_cast<std::uint8_t>(control_byte(hash));
        if (place.distance == 0) [[likely]]
            return;  // free slots remember 0
        arrays.distances()[place.id] = place.distance < kFar ? static_cast<std::uint8_t>(place.distance) : kFar;
        if (place.distance >= kFar) saturated = true;
        for (std::uint32_t i = 0; i < place.distance; ++i) {
            group = group == 0 ? arrays.group_count() - 1 : group - 1;
            if (arrays.groups()[group].count_overflow()) saturated = true;
        }
    }

    void destroy_entries() noexcept {
        if constexpr (std::is_trivially_destructible_v<Stored<Key>> &&
                      std::is_trivially_destructible_v<Stored<Value>>) {
            return;
        }
        if (stored_ == 0) return;
        for (SlotId id = 0; id < slot_count(); ++id) {
            if (occupied(id)) destroy(slot(id));
        }
    }

    [[no_unique_address]] Allocator allocator_;
    Enabled enabled_;
    Arrays arrays_;
    std::size_t stored_ = 0;
    std::size_t limit_ = 0;
    bool saturated_ = false;  // some overflow count no longer goes down by itself
};

}  // namespace ttlstore::detail
