/// WheelLevels: where a timing wheel keeps which deadline: levels of cells, and nodes below crowded cells.
/// The essay is at the head of expiry/timing_wheel_expiry.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "slot_list.hpp"
#include "wheel_nodes.hpp"

namespace ttlstore::detail {

template <class Allocator>
class WheelLevels {
public:
    using Cell = WheelCell;
    using Node = WheelNode;
    using Key = std::uint64_t;  // a deadline, the earliest as 0

    static constexpr unsigned kLevels = 11;
    /// Lists up to here are split at twice the speed.
    static constexpr std::uint32_t kMostAtOnce = 4'096;

    struct Place {
        std::uint32_t node;
        unsigned digit;
        unsigned shift;  // bits of a deadline below that digit
    };

    /// A node, or a level and all above it.
    struct Origin {
        std::uint32_t node;
        unsigned shift;
    };

    explicit WheelLevels(const Allocator& allocator) : nodes_{allocator} {}

    static Key key_of(Tick deadline) noexcept { return static_cast<Key>(deadline) ^ (Key{1} << 63); }

    /// Throws: what allocation throws; nothing has changed then.
    void reserve(std::size_t nodes) {
        const bool first = nodes_.size() == 0;
        if (nodes > nodes_.size()) nodes_.grow(nodes - nodes_.size());
        if (first) take_levels();
    }
    std::size_t bytes() const noexcept { return nodes_.bytes(); }

    void clear() noexcept {
        nodes_.clear();
        used_levels_ = 0;
        if (nodes_.size() != 0) take_levels();
    }

    /// For an empty wheel.
    void set_base(Key base) noexcept { base_ = next_advance_ = base; }

    Cell& cell(const Place& place) noexcept { return nodes_[place.node].cells[place.digit]; }

    /// Down nodes to the list, or empty cell, for that deadline.
    TTLSTORE_INLINE Place place_of(Key key) const noexcept {
        const unsigned level = level_of(key ^ base_);
        unsigned shift = kDigit * level;
        std::uint32_t node = levels_[level];
        for (;;) {
            const unsigned digit = static_cast<unsigned>(key >> shift) & 63U;
            const Cell& cell = nodes_[node].cells[digit];
            if (!cell.is_node()) return {node, digit, shift};
            node = cell.node();
            shift -= kDigit;
        }
    }
    /// The same without the way to it.
    TTLSTORE_INLINE Cell& cell_of(Key key) noexcept {
        const unsigned level = level_of(key ^ base_);
        unsigned shift = kDigit * level;
        Node* const nodes = nodes_.data();
        Cell* cell = &nodes[levels_[level]].cells[static_cast<unsigned>(key >> shift) & 63U];
        while (cell->is_node()) {
            shift -= kDigit;
            cell = &nodes[cell->node()].cells[static_cast<unsigned>(key >> shift) & 63U];
        }
        return *cell;
    }

    void occupied(const Place& place) noexcept {
        Node& node = nodes_[place.node];
        node.occupied |= bit(place.digit);
        if ((node.up & kIsLevel) != 0) used_levels_ |= 1U << (node.up & ~kIsLevel);
    }
    /// Answers where the first list is to be looked for, if this was it.
    Origin emptied(const Place& place) noexcept {
        Origin origin{place.node, place.shift};
        unsigned digit = place.digit;
        for (;;) {
            Node& node = nodes_[origin.node];
            node.occupied &= ~bit(digit);
            if (node.occupied != 0) return origin;
            const std::uint32_t up = node.up;
            if ((up & kIsLevel) != 0) {
                used_levels_ &= ~(1U << (up & ~kIsLevel));
                return all();
            }
            nodes_.give_back(origin.node);
            origin = {up >> kDigit, origin.shift + kDigit};
            digit = up & 63U;
            nodes_[origin.node].cells[digit] = Cell{};
        }
    }

    Origin all() const noexcept {
        const unsigned level = used_levels_ == 0 ? 0 : lowest(used_levels_);
        return {levels_[level], kDigit * level};
    }
    /// The list that holds the earliest deadline of those from there on. There is one.
    Place first(Origin origin) const noexcept {
        for (;;) {
            const unsigned digit = lowest(nodes_[origin.node].occupied);
            const Cell& cell = nodes_[origin.node].cells[digit];
            if (!cell.is_node()) return {origin.node, digit, origin.shift};
            origin = {cell.node(), origin.shift - kDigit};
        }
    }
    /// Some nodes are kept for a clock that steps back.
    bool may_split() const noexcept { return nodes_.spare() > kLevels; }

    /// Answers the node that its entries are in now. Not at level 0, where all deadlines of a cell are equal.
    template <class Slots>
    Origin split(Slots& slots, const Place& place) noexcept {
        const unsigned shift = place.shift - kDigit;
        const std::uint32_t number = nodes_.take();
        Node& node = nodes_[number];
        node.up = up_to(place.node, place.digit);
        std::array<SlotId, kMostAtOnce> entries;
        const Cell list = cell(place);
        const auto append = [&](SlotId id) {
            const Tick deadline = slots.deadline(id);
            const unsigned digit = static_cast<unsigned>(key_of(deadline) >> shift) & 63U;
            node.cells[digit].append(slots, id, deadline);
            node.occupied |= bit(digit);
        };
        if (list.count() <= kMostAtOnce) {
            list.gather(slots, entries.data());
            for (std::uint32_t i = 0; i != list.count(); ++i) append(entries[i]);
        } else {
            for (SlotId id = list.first(); id != kNil;) {
                const SlotId next = slots.hook(id).next;
                append(id);
                id = next;
            }
        }
        cell(place) = Cell::of_node(number);
        return {number, shift};
    }

    /// Brings base up to b, with no deadline at or before b, or as near as no list is in the way. Places stay valid.
    void advance(Key b) noexcept {
        if (b >= next_advance_) go_on_to(b);
    }

    /// Before anything is put at a deadline that may lie before all others.
    /// Throws: what allocation throws; nothing has changed then.
    template <class Slots>
    TTLSTORE_INLINE void make_place_for(Slots& slots, Key key) {
        if (key < base_ && used_levels_ != 0) [[unlikely]]
            apart(slots, [this, key](Slots& s) { step_back(s, key); });
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

    /// f(list) for all of them, in whatever order.
    template <class F>
    void change_each_list(F f) noexcept {
        for (Node& node : nodes_) {
            for (Bits cells = node.occupied; cells != 0; cells &= cells - 1) {
                Cell& cell = node.cells[lowest(cells)];
                if (cell.is_list()) f(cell);
            }
        }
    }

private:
    using Bits = std::uint64_t;

    static constexpr unsigned kDigit = 6;                // bits
    static constexpr std::uint32_t kMostJoined = 1'024;  // entries
    static constexpr std::uint32_t kIsLevel = std::uint32_t{1} << 31;

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

    /// The levels below that of the change are empty: what they held would be before b. Each cell entered is empty or a
    /// node, which becomes the level below; where the way ends at a list, base stays one tick before that cell or, if
    /// the cell is its node's first, before the cell above it, which then is not entered either.
    void go_on_to(Key b) noexcept {
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
            emptied({upper, digit, kDigit * entered});
            nodes_.give_back(levels_[entered - 1]);
            set_level(entered - 1, node);
            used_levels_ |= 1U << (entered - 1);
        }
        base_ = reached;
        // Within that cell the next attempt would end here, too.
        next_advance_ = floor_of(b, level) | ((Key{1} << (kDigit * level)) - 1);
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
        set_base(floor_of(key, top));
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
            if (cell.is_node() || cell.count() > kMostJoined) return true;
            count += cell.count();
        }
        return count > kMostJoined;
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

    WheelNodes<Allocator> nodes_;
    std::array<std::uint32_t, kLevels> levels_{};  // their nodes
    std::uint32_t used_levels_ = 0;                // a bit for each level with an entry
    Key base_ = 0;
    Key next_advance_ = 0;  // base may stay where it is before that
};

}  // namespace ttlstore::detail
