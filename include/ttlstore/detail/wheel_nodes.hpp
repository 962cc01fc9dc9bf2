/// WheelNodes: the cells of a timing wheel, 64 to a node, in a pool whose nodes are taken and given back in O(1).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "slot_list.hpp"

namespace ttlstore::detail {

/// Nothing, a list of slots, or a node that divides the cell's time into 64.
class WheelCell {
public:
    WheelCell() = default;
    static WheelCell of_node(std::uint32_t node) noexcept { return WheelCell{node, 0, kFlag}; }

    bool empty() const noexcept { return count_ == 0; }
    bool is_node() const noexcept { return (count_ & kFlag) != 0; }
    bool is_list() const noexcept { return !empty() && !is_node(); }
    std::uint32_t node() const noexcept { return first_; }

    SlotId first() const noexcept { return first_; }
    SlotId last() const noexcept { return last_ & ~kFlag; }
    std::uint32_t count() const noexcept { return count_; }
    /// Whether the list's deadlines never fall from one entry to the next.
    bool in_order() const noexcept { return (last_ & kFlag) == 0; }

    template <class Slots>
    TTLSTORE_INLINE void append(Slots& slots, SlotId id, Tick deadline) noexcept {
        if (!empty()) return append_to_some(slots, id, deadline);
        slots.hook(id) = {kNil, kNil};
        first_ = last_ = id;
        count_ = 1;
    }
    /// To a list that is not empty.
    template <class Slots>
    TTLSTORE_INLINE void append_to_some(Slots& slots, SlotId id, Tick deadline) noexcept {
        const SlotId before = last();
        SlotId disorder = last_ & kFlag;
        if (disorder == 0 && deadline < slots.deadline(before)) disorder = kFlag;
        slots.hook(id) = {before, kNil};
        slots.hook(before).next = id;
        last_ = id | disorder;
        ++count_;
    }

    /// Takes an entry out. Its hook stays as it is.
    template <class Slots>
    void unlink(Slots& slots, SlotId id) noexcept {
        const SlotId previous = slots.hook(id).previous;
        const SlotId next = slots.hook(id).next;
        if (--count_ == 0) return void(*this = WheelCell{});
        if (previous == kNil)
            first_ = next;
        else
            slots.hook(previous).next = next;
        if (next == kNil)
            last_ = previous | (last_ & kFlag);
        else
            slots.hook(next).previous = previous;
    }

    /// All entries in their order. From both ends at once: each step along a list waits for memory, two do so together.
    template <class Slots>
    void gather(Slots& slots, SlotId* to) const noexcept {
        SlotId front = first_;
        SlotId back = last();
        for (std::uint32_t i = 0, j = count_; i < j;) {
            to[i++] = front;
            front = slots.hook(front).next;
            if (i == j) break;
            to[--j] = back;
            back = slots.hook(back).previous;
        }
    }

    /// Puts a list of later deadlines behind this one.
    template <class Slots>
    void join(Slots& slots, const WheelCell& later) noexcept {
        if (empty()) return void(*this = later);
        slots.hook(last()).next = later.first_;
        slots.hook(later.first_).previous = last();
        last_ = later.last() | ((last_ | later.last_) & kFlag);
        count_ += later.count_;
    }

    /// Merge sort: earliest first, equal deadlines as they stood.
    template <class Slots>
    void sort(Slots& slots) noexcept {
        std::array<SlotId, 32> runs;  // runs[i] has 2^i entries, which stood before those of all lower ones
        std::size_t end = 0;
        for (SlotId id = first_; id != kNil;) {
            const SlotId rest = slots.hook(id).next;
            slots.hook(id).next = kNil;
            std::size_t i = 0;
            for (; i != end && runs[i] != kNil; ++i) {
                id = merge(slots, runs[i], id);
                runs[i] = kNil;
            }
            runs[i] = id;
            end = std::max(end, i + 1);
            id = rest;
        }
        SlotId all = kNil;
        for (std::size_t i = 0; i != end; ++i) {
            if (runs[i] != kNil) all = all == kNil ? runs[i] : merge(slots, runs[i], all);
        }
        first_ = all;
        SlotId previous = kNil;
        for (SlotId id = all; id != kNil; id = slots.hook(id).next) {
            slots.hook(id).previous = previous;
            previous = id;
        }
        last_ = previous;
    }

    template <class Translate>
    void translate(Translate translate) noexcept {
        first_ = translate(first_);
        last_ = translate(last()) | (last_ & kFlag);
    }

private:
    static constexpr std::uint32_t kFlag = std::uint32_t{1} << 31;  // slots and nodes are numbered below it

    WheelCell(SlotId first, SlotId last, std::uint32_t count) noexcept : first_{first}, last_{last}, count_{count} {}

    /// Of two lists linked forwards, `a` of entries that stood before those of `b`.
    template <class Slots>
    static SlotId merge(Slots& slots, SlotId a, SlotId b) noexcept {
        SlotId first = kNil;
        SlotId* end = &first;
        while (a != kNil && b != kNil) {
            SlotId& sooner = slots.deadline(b) < slots.deadline(a) ? b : a;
            *end = sooner;
            end = &slots.hook(sooner).next;
            sooner = *end;
        }
        *end = a == kNil ? b : a;
        return first;
    }

    SlotId first_ = 0;
    SlotId last_ = 0;          // flagged: out of order
    std::uint32_t count_ = 0;  // flagged: first_ is a node
};

struct WheelNode {
    std::uint64_t occupied = 0;  // a bit for each cell that is not empty
    std::uint32_t up = 0;        // the cell that holds this node; or the next spare one
    std::array<WheelCell, 64> cells;
};

template <class Allocator>
class WheelNodes {
    using Nodes = std::vector<WheelNode, typename std::allocator_traits<Allocator>::template rebind_alloc<WheelNode>>;

public:
    explicit WheelNodes(const Allocator& allocator) : nodes_(allocator) {}

    WheelNode& operator[](std::uint32_t node) noexcept { return nodes_[node]; }
    const WheelNode& operator[](std::uint32_t node) const noexcept { return nodes_[node]; }
    WheelNode* data() noexcept { return nodes_.data(); }
    auto begin() noexcept { return nodes_.begin(); }
    auto end() noexcept { return nodes_.end(); }

    std::size_t size() const noexcept { return nodes_.size(); }
    std::size_t spare() const noexcept { return spare_; }
    std::size_t bytes() const noexcept { return nodes_.capacity() * sizeof(WheelNode); }

    /// Throws: what allocation throws; nothing has changed then.
    void grow(std::size_t more) {
        const std::size_t before = nodes_.size();
        nodes_.resize(before + more);
        for (std::size_t node = before + more; node-- > before;) give_back(static_cast<std::uint32_t>(node));
    }

    std::uint32_t take() noexcept {
        const std::uint32_t node = first_spare_;
        first_spare_ = nodes_[node].up;
        --spare_;
        return node;
    }
    /// An empty one.
    void give_back(std::uint32_t node) noexcept {
        nodes_[node].up = first_spare_;
        first_spare_ = node;
        ++spare_;
    }

    /// Empties all of them and makes them spare.
    void clear() noexcept {
        spare_ = 0;
        for (std::size_t node = nodes_.size(); node-- > 0;) {
            nodes_[node] = WheelNode{};
            give_back(static_cast<std::uint32_t>(node));
        }
    }

private:
    Nodes nodes_;
    std::uint32_t first_spare_ = 0;
    std::size_t spare_ = 0;
};

}  // namespace ttlstore::detail
