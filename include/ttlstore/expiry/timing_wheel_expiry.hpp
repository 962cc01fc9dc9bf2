/// TimingWheelExpiry: a hierarchical timing wheel, exact to the tick, in O(1) whatever the deadlines are.
///
/// Eleven levels of 64 cells; a cell of level k spans 64^k ticks, so all 2^64 ticks have a place and none needs an
/// overflow list. A deadline is read as digits to base 64. Its level is that of the highest digit in which it differs
/// from `base`, a time no later than any deadline; its cell there is that digit: one xor, one count of zero bits.
/// A cell is a list threaded through 8-byte hooks in the slots. Bitmaps of the cells and levels in use lead to the
/// first one, however long nothing was due.
///
/// Where this differs from the classic wheel (Varghese and Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987):
/// entries do not move down a level each time the clock enters their cell, and no tick is ever rounded.
/// - Cells split when they are crowded, as a burst trie's do (Heinz, Zobel and Williams, 2002). A cell of more than
///   kCrowd entries gets a node of 64 cells of its own, one level finer, and so on. An entry is thus placed at once
///   where the company is small, and an empty region of time costs no cells.
/// - The first cell is put in order when it is the first: split if it has more than kFew entries, else sorted. A list
///   that is in order already (one ttl: always) is left as it is.
/// - `base` follows the clock as far as the way is free: an emptied level takes over a cell's node by exchanging two
///   numbers; lists are left where they are. A deadline before `base` (the clock stepped back) sets base back: the
///   lower levels become a node, or one list if few, in the cell of the level above. Nothing depends on the deadline's
///   being in the future.
///
/// Earliest first. At level k lie the deadlines that agree with base above digit k and exceed it there: they are later
/// than all of lower levels, and among themselves in the order of their cells; within a node the same holds digit by
/// digit. So the lowest level's first cell, followed down to a list, holds the earliest deadline.
/// First scheduled first among equals. Claim: entries of equal deadline always lie in the same list, in order of their
/// scheduling. An entry is placed by its deadline, base and the nodes alone, so it joins its equals, at the end.
/// Splitting a list walks it in order and appends each entry to a cell of the new node: equals meet again, in order.
/// Joining lists when base steps back only concerns different cells, hence different deadlines, and the order within
/// each stays. Base moving on, or a level changing places with a node, moves whole cells: for the base that results,
/// they are where a new entry of such a deadline looks for them (WheelLevels::go_on_to). Sorting is stable.
///
/// schedule and cancel: O(1), at most ten steps down nodes; about one schedule in kCrowd splits a cell. pop_due: O(1)
/// amortised, each entry being moved once or twice; at worst ten times kCrowd steps, whatever is stored.
/// next_deadline: O(1), exact.
/// Memory: 8 bytes an entry, 1.6 more for nodes, and 17 to 25 KB. Should their number not suffice (deadlines chosen to
/// empty them again and again), cells stay crowded and are sorted instead: as right, but O(n log n) for such a cell.
/// Loses to OrderedExpiry if all ttls are equal, where that appends to its last list, and in bytes for small stores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "../detail/slot_list.hpp"
#include "../detail/wheel_levels.hpp"

namespace ttlstore {

template <class Allocator = std::allocator<std::byte>>
class BasicTimingWheelExpiry {
public:
    using Hook = detail::ListHook;
    static constexpr bool initialises_hook = true;
    template <class Other>
    using rebind_alloc = BasicTimingWheelExpiry<Other>;

    explicit BasicTimingWheelExpiry(const Allocator& allocator = Allocator{}) : wheel_{allocator} {}
    BasicTimingWheelExpiry(BasicTimingWheelExpiry&&) noexcept = default;
    BasicTimingWheelExpiry& operator=(BasicTimingWheelExpiry&& other) noexcept {
        if (this != &other) {
            std::destroy_at(this);  // the allocator stays with the memory it gave
            std::construct_at(this, std::move(other));
        }
        return *this;
    }

    /// So many entries can be scheduled without allocating. Throws: what allocation throws; nothing has changed then.
    void reserve(std::size_t entries) {
        if (entries <= room_) return;
        wheel_.reserve(2 * Levels::kLevels + std::min<std::size_t>(entries / kFew, 10) + entries / kEntriesToANode);
        room_ = entries;
    }

    template <class Slots>
    TTLSTORE_INLINE void schedule(Slots& slots, SlotId id, Tick deadline) {
        if (count_ == room_) [[unlikely]]
            make_room();
        wheel_.make_place_for(slots, key_of(deadline));
        insert(slots, id, deadline);
    }

    template <class Slots>
    void reschedule(Slots& slots, SlotId id, Tick deadline) {
        wheel_.make_place_for(slots, key_of(deadline));
        cancel(slots, id);
        insert(slots, id, deadline);
    }

    template <class Slots>
    void cancel(Slots& slots, SlotId id) noexcept {
        const Tick deadline = slots.deadline(id);
        const Place place = wheel_.place_of(key_of(deadline));
        Cell& list = wheel_.cell(place);
        list.unlink(slots, id);
        left(slots, place, deadline == next_);
    }

    std::optional<Tick> next_deadline() const noexcept {
        if (count_ == 0) return std::nullopt;
        return next_;
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        if (count_ == 0) return std::nullopt;
        if (next_ > now) {
            wheel_.advance(key_of(now));
            return std::nullopt;
        }
        if (!knows_first_) first_ = wheel_.first(wheel_.all());
        if (!wheel_.cell(first_).in_order()) first_ = split_or_sorted(slots, first_);
        Cell& list = wheel_.cell(first_);
        const SlotId id = list.first();
        list.unlink(slots, id);
        left(slots, first_, true);
        return id;
    }

    /// Leaves out `but`, if given.
    template <class Slots>
    std::optional<SlotId> soonest(Slots& slots, SlotId but = detail::kNil) const noexcept {
        SlotId found = detail::kNil;
        wheel_.for_each_list([&](const Cell& list, Key, Key) {
            for (SlotId id = list.first(); id != detail::kNil; id = slots.hook(id).next) {
                if (id == but) continue;
                if (found == detail::kNil || slots.deadline(id) < slots.deadline(found)) found = id;
                if (list.in_order()) break;
            }
            return found == detail::kNil;
        });
        if (found == detail::kNil) return std::nullopt;
        return found;
    }

    /// O(1) an entry due.
    template <class Slots, class F>
    void for_each_due(Slots& slots, Tick now, F f) const {
        for_each_due_list(now, [&](const Cell& list, bool whole) {
            for_each_in(list, slots, [&](SlotId id) {
                if (whole || slots.deadline(id) <= now) f(id);
            });
        });
    }
    /// O(1) if nothing is due, O(1) a cell that is due as a whole.
    template <class Slots>
    std::size_t count_due(Slots& slots, Tick now) const noexcept {
        if (count_ == 0 || next_ > now) return 0;
        std::size_t due = 0;
        for_each_due_list(now, [&](const Cell& list, bool whole) {
            if (whole)
                due += list.count();
            else
                for_each_in(list, slots, [&](SlotId id) { due += slots.deadline(id) <= now ? 1U : 0U; });
        });
        return due;
    }
    /// Sorts a copy of each list that is out of order.
    template <class Slots, class F>
    void for_each_by_deadline(Slots& slots, F f) const {
        std::vector<std::pair<Tick, SlotId>> sorted;
        wheel_.for_each_list([&](const Cell& list, Key, Key) {
            if (list.in_order()) {
                for_each_in(list, slots, f);
                return true;
            }
            sorted.clear();
            for_each_in(list, slots, [&](SlotId id) { sorted.emplace_back(slots.deadline(id), id); });
            std::stable_sort(sorted.begin(), sorted.end(), [](auto& a, auto& b) { return a.first < b.first; });
            for (const auto& [deadline, id] : sorted) f(id);
            return true;
        });
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        wheel_.change_each_list([&](Cell& list) { list.translate(translate); });
        detail::translate_hooks(
            slots, translate, [&](SlotId id) { return slots.deadline(id) != kNoDeadline; },
            [](SlotId link) { return link == detail::kNil; });
    }

    void clear() noexcept {
        wheel_.clear();
        count_ = 0;
        next_ = detail::kLastTick;
        knows_first_ = false;
    }

    /// Bytes of the nodes, spare ones included.
    std::size_t bytes() const noexcept { return wheel_.bytes(); }

private:
    using Levels = detail::WheelLevels<Allocator>;
    using Cell = detail::WheelCell;
    using Key = typename Levels::Key;
    using Place = typename Levels::Place;

    static constexpr std::uint32_t kCrowd = Levels::kMostAtOnce;
    static constexpr std::uint32_t kFew = 8;
    static constexpr std::size_t kEntriesToANode = 512;
    static constexpr std::size_t kFirstRoom = 64;

    static Key key_of(Tick deadline) noexcept { return Levels::key_of(deadline); }

    TTLSTORE_COLD void make_room() { reserve(2 * room_ + kFirstRoom); }

    /// The fewer stores the better (a set waits for its stores, not for its instructions): nothing on the way of most
    /// entries has its address taken or needs a Place.
    template <class Slots>
    TTLSTORE_INLINE void insert(Slots& slots, SlotId id, Tick deadline) noexcept {
        ++count_;
        if (deadline < next_) {
            next_ = deadline;
            knows_first_ = false;  // so, too, after every step back of base, which lies before all deadlines
        }
        Cell& list = wheel_.cell_of(key_of(deadline));
        if (list.count() - 1 < kCrowd - 1) [[likely]] {  // neither empty nor crowded
            list.append_to_some(slots, id, deadline);
        } else {
            detail::apart(slots, [this, id, deadline](Slots& s) { insert_apart(s, id, deadline); });
        }
    }

    /// Into an empty or crowded cell.
    template <class Slots>
    TTLSTORE_COLD void insert_apart(Slots& slots, SlotId id, Tick deadline) noexcept {
        const Key key = key_of(deadline);
        if (count_ == 1) wheel_.set_base(key);
        Place place = wheel_.place_of(key);
        if (wheel_.cell(place).count() >= kCrowd && place.shift != 0 && wheel_.may_split()) {
            wheel_.split(slots, place);
            knows_first_ = false;
            place = wheel_.place_of(key);
        }
        wheel_.cell(place).append(slots, id, deadline);
        if (wheel_.cell(place).count() == 1) wheel_.occupied(place);
    }

    /// An entry has left that list. `was_next`: its deadline was the earliest.
    template <class Slots>
    void left(Slots& slots, Place place, bool was_next) noexcept {
        --count_;
        if (!wheel_.cell(place).empty()) {
            if (was_next) put_in_order(slots, place);
            return;
        }
        const auto rest = wheel_.emptied(place);
        if (!was_next) return;
        if (count_ != 0) return put_in_order(slots, wheel_.first(rest));
        next_ = detail::kLastTick;
        knows_first_ = false;
    }
    /// The list is the first: notes what is next, in order.
    template <class Slots>
    void put_in_order(Slots& slots, Place place) noexcept {
        if (!wheel_.cell(place).in_order()) place = split_or_sorted(slots, place);
        first_ = place;
        knows_first_ = true;
        next_ = slots.deadline(wheel_.cell(place).first());
    }
    template <class Slots>
    Place split_or_sorted(Slots& slots, Place place) noexcept {
        do {
            if (wheel_.cell(place).count() <= kFew || !wheel_.may_split()) {
                wheel_.cell(place).sort(slots);
                break;
            }
            place = wheel_.first(wheel_.split(slots, place));
        } while (!wheel_.cell(place).in_order());
        return place;
    }

    template <class F>
    void for_each_due_list(Tick now, F f) const {
        wheel_.for_each_list([&, end = key_of(now)](const Cell& list, Key from, Key to) {
            if (from > end) return false;
            f(list, to <= end);
            return true;
        });
    }
    template <class Slots, class F>
    static void for_each_in(const Cell& list, Slots& slots, F&& f) {
        for (SlotId id = list.first(); id != detail::kNil; id = slots.hook(id).next) f(id);
    }

    Levels wheel_;
    Tick next_ = detail::kLastTick;  // the earliest deadline, if there is one
    Place first_{};                  // where that lies
    bool knows_first_ = false;
    std::size_t count_ = 0;
    std::size_t room_ = 0;
};

using TimingWheelExpiry = BasicTimingWheelExpiry<>;

}  // namespace ttlstore
