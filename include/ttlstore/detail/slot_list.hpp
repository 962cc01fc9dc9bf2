/// SlotList: a doubly linked list of slots, threaded through a hook in each of them. No allocation, O(1) everywhere.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "../assert.hpp"
#include "../concepts.hpp"

namespace ttlstore::detail {

inline constexpr SlotId kNil = std::numeric_limits<SlotId>::max();

struct ListHook {
    SlotId previous = kNil;
    SlotId next = kNil;
};

/// f(slots) for code off the fast path: of a mere view only a copy's address leaves it.
template <class Slots, class F>
TTLSTORE_INLINE inline void apart(Slots& slots, F f) {
    if constexpr (std::is_trivially_copyable_v<Slots> && sizeof(Slots) <= 2 * sizeof(void*)) {
        Slots copy = slots;
        f(copy);
    } else {
        f(slots);
    }
}

/// Hooks derive from ListHook; `slots.hook(id)` reaches them.
class SlotList {
public:
    bool empty() const noexcept { return head_ == kNil; }
    SlotId front() const noexcept { return head_; }
    SlotId back() const noexcept { return tail_; }
    /// The first that is not `but`, kNil if there is none.
    template <class Slots>
    SlotId front_but(Slots& slots, SlotId but) const noexcept {
        return head_ == but && head_ != kNil ? slots.hook(head_).next : head_;
    }

    template <class Slots>
    void push_back(Slots& slots, SlotId id) noexcept {
        ListHook& hook = slots.hook(id);
        hook.previous = tail_;
        hook.next = kNil;
        (tail_ == kNil ? head_ : slots.hook(tail_).next) = id;
        tail_ = id;
    }

    /// `next` may be kNil: then at the back.
    template <class Slots>
    void insert_before(Slots& slots, SlotId next, SlotId id) noexcept {
        if (next == kNil) return push_back(slots, id);
        const SlotId previous = slots.hook(next).previous;
        slots.hook(id).previous = previous;
        slots.hook(id).next = next;
        slots.hook(next).previous = id;
        (previous == kNil ? head_ : slots.hook(previous).next) = id;
    }

    template <class Slots>
    void unlink(Slots& slots, SlotId id) noexcept {
        // Read one by one, as they were written: a copy of both would wait for a store of one to leave the processor.
        const SlotId previous = slots.hook(id).previous;
        const SlotId next = slots.hook(id).next;
        (previous == kNil ? head_ : slots.hook(previous).next) = next;
        (next == kNil ? tail_ : slots.hook(next).previous) = previous;
    }

    template <class Slots>
    void move_to_back(Slots& slots, SlotId id) noexcept {
        if (tail_ == id) return;
        unlink(slots, id);
        push_back(slots, id);
    }

    void clear() noexcept { head_ = tail_ = kNil; }

    template <class Translate>
    void translate_ends(Translate translate) noexcept {
        if (empty()) return;
        head_ = translate(head_);
        tail_ = translate(tail_);
    }

    template <class Slots, class F>
    void for_each(Slots& slots, F f) const {
        for (SlotId id = head_; id != kNil; id = slots.hook(id).next) f(id);
    }

private:
    SlotId head_ = kNil;
    SlotId tail_ = kNil;
};

/// Translates what lists' hooks hold, but for `is_end(id)`. Slot by slot, not along the lists: memory is read in order.
template <class Slots, class Translate, class IsMember, class IsEnd>
void translate_hooks(Slots& slots, Translate translate, IsMember is_member, IsEnd is_end) noexcept {
    for (SlotId id = 0; id < slots.slot_count(); ++id) {
        if (!slots.occupied(id) || !is_member(id)) continue;
        ListHook& hook = slots.hook(id);
        if (!is_end(hook.previous)) hook.previous = translate(hook.previous);
        if (!is_end(hook.next)) hook.next = translate(hook.next);
    }
}

}  // namespace ttlstore::detail
