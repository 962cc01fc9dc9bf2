/// TimingWheelExpiry: a hierarchical timing wheel, exact to the tick, in O(1) whatever the deadlines are.
///
/// Eleven levels of 64 cells; a cell of level k spans 64^k ticks, so all 2^64 ticks have a place and none needs an
/// overflow list. A deadline is read as digits to base 64. Its level is that of the highest digit in which it differs
/// from `base`, a time no later than any deadline; its cell there is that digit: one xor, one count of zero bits. A cell
/// is a list threaded through 8-byte hooks in the slots. Bitmaps of the cells and levels in use lead to the first one,
/// however long nothing was due.
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
/// each stays. Base moving on, or a level changing places with a node, moves whole cells: for the base that results, they
/// are where a new entry of such a deadline looks for them (see advance). Sorting is stable.
///
/// schedule and cancel: O(1), at most ten steps down nodes; about one schedule in kCrowd splits a cell. pop_due: O(1)
/// amortised; at worst a few times kCrowd steps, whatever is stored. next_deadline: O(1), exact.
/// Memory: 8 bytes an entry, and about 1.6 bytes for nodes. Should their number not suffice (deadlines chosen to
/// empty them again and again), cells stay crowded and are sorted instead: as right, slower.
/// Loses to OrderedExpiry by a little if all ttls are equal, and in bytes for small stores (22 nodes of 784).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "../detail/slot_list.hpp"
#include "../detail/wheel_nodes.hpp"

namespace ttlstore {

template <class Allocator = std::allocator<std::byte>>
class BasicTimingWheelExpiry {
public:
    using Hook = detail::ListHook;
    static constexpr bool initialises_hook = true;
    template <class Other>
    using rebind_alloc = BasicTimingWheelExpiry<Other>;

    explicit BasicTimingWheelExpiry(const Allocator& allocator = Allocator{}) : nodes_{allocator} {}
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
        const std::size_t wanted = 2 * kLevels + entries / kEntriesToANode;
        const bool first = nodes_.size() == 0;
        if (wanted > nodes_.size()) nodes_.grow(wanted - nodes_.size());
        if (first) take_levels();
        room_ = entries;
    }

    template <class Slots>
    void schedule(Slots& slots, SlotId id, Tick deadline) {
        if (count_ == room_) [[unlikely]]
            reserve(2 * room_ + kFirstRoom);
        make_place_for(slots, key_of(deadline));
        insert(slots, id, deadline);
    }

    template <class Slots>
    void reschedule(Slots& slots, SlotId id, Tick deadline) {
        make_place_for(slots, key_of(deadline));
        cancel(slots, id);
        insert(slots, id, deadline);
    }

    template <class Slots>
    void cancel(Slots& slots, SlotId id) noexcept {
        const Tick deadline = slots.deadline(id);
        const Place place = place_of(key_of(deadline));
        Cell& list = cell(place);
        list.unlink(slots, id);
        --count_;
        if (list.empty()) emptied(place);
        if (deadline == next_) find_next(slots);
    }

    std::optional<Tick> next_deadline() const noexcept {
        if (count_ == 0) return std::nullopt;
        return next_;
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        if (count_ == 0) return std::nullopt;
        if (next_ > now) {
            advance(key_of(now));
            return std::nullopt;
        }
        const Place place = ordered_first(slots);
        Cell& list = cell(place);
        const SlotId id = list.first();
        list.unlink(slots, id);
        --count_;
        if (!list.empty()) {
            next_ = slots.deadline(list.first());
        } else {
            emptied(place);
            find_next(slots);
        }
        return id;
    }

    /// Leaves out `but`, if given.
    template <class Slots>
    std::optional<SlotId> soonest(Slots& slots, SlotId but = detail::kNil) const noexcept {
        SlotId found = detail::kNil;
        for_each_list([&](const Cell& list, Key, Key) {
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
        for_each_list([&](const Cell& list, Key, Key) {
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
        for (Node& node : nodes_) {
            for (Bits cells = node.occupied; cells != 0; cells &= cells - 1) {
                Cell& list = node.cells[lowest(cells)];
                if (list.is_list()) list.translate(translate);
            }
        }
        detail::translate_hooks(
            slots, translate, [&](SlotId id) { return slots.deadline(id) != kNoDeadline; },
            [](SlotId link) { return link == detail::kNil; });
    }

    void clear() noexcept {
        nodes_.clear();
        count_ = 0;
        used_levels_ = 0;
        next_ = detail::kLastTick;
        if (nodes_.size() != 0) take_levels();
    }

    /// Bytes of the nodes, spare ones included.
    std::size_t bytes() const noexcept { return nodes_.bytes(); }

private:
    using Cell = detail::WheelCell;
    using Node = detail::WheelNode;
    using Key = std::uint64_t;  // a deadline, the earliest as 0
    using Bits = std::uint64_t;

    static constexpr unsigned kDigit = 6;  // bits
    static constexpr unsigned kLevels = 11;
    static constexpr std::uint32_t kCrowd = 1'024;
    static constexpr std::uint32_t kOrderedCrowd = 4 * kCrowd;
    static constexpr std::uint32_t kFew = 16;
    static constexpr std::size_t kEntriesToANode = kCrowd / 2;
    static constexpr std::size_t kFirstRoom = 1'024;
    static constexpr std::uint32_t kIsLevel = std::uint32_t{1} << 31;

    struct Place {
        std::uint32_t node;
        unsigned digit;
        unsigned level;
    };

    static Key key_of(Tick deadline) noexcept { return static_cast<Key>(deadline) ^ (Key{1} << 63); }
    static unsigned level_of(Key difference) noexcept {
        return static_cast<unsigned>(63 - std::countl_zero(difference | 1)) / kDigit;
    }
    static unsigned digit_of(Key key, unsigned level) noexcept {
        return static_cast<unsigned>(key >> (kDigit * level)) & 63U;
    }
    /// The key with all digits below `level` 0.
    static Key floor_of(Key key, unsigned level) noexcept { return key >> (kDigit * level) << (kDigit * level); }
    static unsigned lowest(Bits bits) noexcept { return static_cast<unsigned>(std::countr_zero(bits)); }
    static Bits bit(unsigned number) noexcept { return Bits{1} << number; }
    static std::uint32_t up_to(std::uint32_t node, unsigned digit) noexcept { return node << kDigit | digit; }

    Cell& cell(const Place& place) noexcept { return nodes_[place.node].cells[place.digit]; }

    /// Down nodes to the list, or empty cell, for that deadline.
    Place place_of(Key key) const noexcept {
        unsigned level = level_of(key ^ base_);
        std::uint32_t node = levels_[level];
        for (;;) {
            const unsigned digit = digit_of(key, level);
            const Cell& cell = nodes_[node].cells[digit];
            if (!cell.is_node()) return {node, digit, level};
            node = cell.node();
            --level;
        }
    }

    template <class Slots>
    void insert(Slots& slots, SlotId id, Tick deadline) noexcept {
        const Key key = key_of(deadline);
        if (count_++ == 0) base_ = key;
        next_ = std::min(next_, deadline);
        Place place = place_of(key);
        const std::uint32_t count = cell(place).count();
        if (count >= kCrowd && place.level != 0) [[unlikely]] {
            if ((count >= kOrderedCrowd || !cell(place).in_order()) && may_split()) {
                split(slots, place);
                place = place_of(key);
            }
        }
        cell(place).append(slots, id, deadline);
        if (cell(place).count() == 1) occupied(place);
    }

    void occupied(const Place& place) noexcept {
        Node& node = nodes_[place.node];
        node.occupied |= bit(place.digit);
        if ((node.up & kIsLevel) != 0) used_levels_ |= 1U << (node.up & ~kIsLevel);
    }
    void emptied(const Place& place) noexcept {
        std::uint32_t number = place.node;
        unsigned digit = place.digit;
        for (;;) {
            Node& node = nodes_[number];
            node.occupied &= ~bit(digit);
            if (node.occupied != 0) return;
            const std::uint32_t up = node.up;
            if ((up & kIsLevel) != 0) {
                used_levels_ &= ~(1U << (up & ~kIsLevel));
                return;
            }
            nodes_.give_back(number);
            number = up >> kDigit;
            digit = up & 63U;
            nodes_[number].cells[digit] = Cell{};
        }
    }

    /// The list that holds the earliest deadline. Something is scheduled.
    Place first() const noexcept {
        unsigned level = lowest(used_levels_);
        std::uint32_t node = levels_[level];
        for (;;) {
            const unsigned digit = lowest(nodes_[node].occupied);
            const Cell& cell = nodes_[node].cells[digit];
            if (!cell.is_node()) return {node, digit, level};
            node = cell.node();
            --level;
        }
    }
    template <class Slots>
    Place ordered_first(Slots& slots) noexcept {
        for (;;) {
            const Place place = first();
            Cell& list = cell(place);
            if (list.in_order()) return place;
            if (list.count() <= kFew || !may_split()) {
                list.sort(slots);
                return place;
            }
            split(slots, place);
        }
    }
    template <class Slots>
    void find_next(Slots& slots) noexcept {
        next_ = count_ == 0 ? detail::kLastTick : slots.deadline(cell(ordered_first(slots)).first());
    }

    /// Some nodes are kept for a clock that steps back.
    bool may_split() const noexcept { return nodes_.spare() > kLevels; }

    /// Not at level 0, where all deadlines of a cell are equal.
    template <class Slots>
    void split(Slots& slots, const Place& place) noexcept {
        const std::uint32_t number = nodes_.take();
        Node& node = nodes_[number];
        node.up = up_to(place.node, place.digit);
        for (SlotId id = cell(place).first(); id != detail::kNil;) {
            const SlotId next = slots.hook(id).next;
            const Tick deadline = slots.deadline(id);
            const unsigned digit = digit_of(key_of(deadline), place.level - 1);
            node.cells[digit].append(slots, id, deadline);
            node.occupied |= bit(digit);
            id = next;
        }
        cell(place) = Cell::of_node(number);
    }

    /// Brings base up to b, with no deadline at or before b, or as near as no list is in the way.
    /// The levels below that of the change are empty: what they held would be before b. Each cell entered is empty or a
    /// node, which becomes the level below; where the way ends at a list, base stays one tick before that cell or, if
    /// the cell is its node's first, before the cell above it, which then is not entered either.
    void advance(Key b) noexcept {
        if (b <= base_) return;
        const unsigned top = level_of(b ^ base_);
        unsigned level = top;
        const Cell* on_the_way = &nodes_[levels_[level]].cells[digit_of(b, level)];
        while (on_the_way->is_node()) {
            --level;
            on_the_way = &nodes_[on_the_way->node()].cells[digit_of(b, level)];
        }
        Key reached = b;
        if (on_the_way->is_list()) {
            while (level != top && digit_of(b, level) == 0) ++level;
            reached = floor_of(b, level) - 1;
        }
        for (unsigned entered = top; entered != level; --entered) {
            const std::uint32_t upper = levels_[entered];
            const unsigned digit = digit_of(b, entered);
            const std::uint32_t node = nodes_[upper].cells[digit].node();
            nodes_[upper].cells[digit] = Cell{};
            emptied({upper, digit, entered});
            nodes_.give_back(levels_[entered - 1]);
            set_level(entered - 1, node);
            used_levels_ |= 1U << (entered - 1);
        }
        base_ = reached;
    }

    template <class Slots>
    void make_place_for(Slots& slots, Key key) {
        if (key < base_ && count_ != 0) [[unlikely]]
            step_back(slots, key);
    }

    /// Sets base back to where `key` has a place: what lies below the level of the change all goes into the cell there
    /// that base leaves, which is empty. Throws: what allocation throws; nothing has changed then.
    template <class Slots>
    TTLSTORE_COLD void step_back(Slots& slots, Key key) {
        const unsigned top = level_of(key ^ base_);
        if (nodes_.spare() < top) nodes_.grow(std::max<std::size_t>(kLevels, nodes_.size() / 8));
        Cell carried;
        for (unsigned level = 0; level < top; ++level) {
            const std::uint32_t number = levels_[level];
            put(number, digit_of(base_, level), carried);
            carried = Cell{};
            if (nodes_[number].occupied == 0) continue;
            if (is_crowded(nodes_[number])) {
                carried = Cell::of_node(number);
                set_level(level, nodes_.take());
            } else {
                carried = joined(slots, nodes_[number]);
            }
            used_levels_ &= ~(1U << level);
        }
        put(levels_[top], digit_of(base_, top), carried);
        if (!carried.empty()) used_levels_ |= 1U << top;
        base_ = floor_of(key, top);
    }
    void put(std::uint32_t node, unsigned digit, const Cell& carried) noexcept {
        if (carried.empty()) return;
        nodes_[node].cells[digit] = carried;
        nodes_[node].occupied |= bit(digit);
        if (carried.is_node()) nodes_[carried.node()].up = up_to(node, digit);
    }
    static bool is_crowded(const Node& node) noexcept {
        std::uint32_t count = 0;
        for (Bits cells = node.occupied; cells != 0; cells &= cells - 1) {
            const Cell& cell = node.cells[lowest(cells)];
            if (cell.is_node() || cell.count() > kCrowd) return true;
            count += cell.count();
        }
        return count > kCrowd;
    }
    template <class Slots>
    static Cell joined(Slots& slots, Node& node) noexcept {
        Cell all;
        for (; node.occupied != 0; node.occupied &= node.occupied - 1) {
            Cell& cell = node.cells[lowest(node.occupied)];
            all.join(slots, cell);
            cell = Cell{};
        }
        return all;
    }

    void set_level(unsigned level, std::uint32_t node) noexcept {
        levels_[level] = node;
        nodes_[node].up = kIsLevel | level;
    }
    void take_levels() noexcept {
        for (unsigned level = 0; level < kLevels; ++level) set_level(level, nodes_.take());
    }

    /// f(list, first key of its cell, last key), earliest first, until f answers false.
    template <class F>
    void for_each_list(F f) const {
        for (std::uint32_t left = used_levels_; left != 0; left &= left - 1) {
            const unsigned level = lowest(left);
            const Key above = level + 1 == kLevels ? 0 : floor_of(base_, level + 1);
            if (!for_each_list_of(nodes_[levels_[level]], level, above, f)) return;
        }
    }
    template <class F>
    bool for_each_list_of(const Node& node, unsigned level, Key above, F& f) const {
        for (Bits cells = node.occupied; cells != 0; cells &= cells - 1) {
            const Cell& cell = node.cells[lowest(cells)];
            const Key from = above | Key{lowest(cells)} << (kDigit * level);
            const bool go_on = cell.is_node() ? for_each_list_of(nodes_[cell.node()], level - 1, from, f)
                                              : f(cell, from, from | ((Key{1} << (kDigit * level)) - 1));
            if (!go_on) return false;
        }
        return true;
    }
    template <class F>
    void for_each_due_list(Tick now, F f) const {
        for_each_list([&, end = key_of(now)](const Cell& list, Key from, Key to) {
            if (from > end) return false;
            f(list, to <= end);
            return true;
        });
    }
    template <class Slots, class F>
    static void for_each_in(const Cell& list, Slots& slots, F&& f) {
        for (SlotId id = list.first(); id != detail::kNil; id = slots.hook(id).next) f(id);
    }

    detail::WheelNodes<Allocator> nodes_;
    std::array<std::uint32_t, kLevels> levels_{};  // their nodes
    std::uint32_t used_levels_ = 0;                // a bit for each level with an entry
    Key base_ = 0;
    Tick next_ = detail::kLastTick;  // the earliest deadline, if there is one
    std::size_t count_ = 0;
    std::size_t room_ = 0;
};

using TimingWheelExpiry = BasicTimingWheelExpiry<>;

}  // namespace ttlstore
