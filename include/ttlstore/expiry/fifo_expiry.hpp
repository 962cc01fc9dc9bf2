/// FifoExpiry: one list in order of scheduling, for stores in which that is the order of the deadlines.
///
/// Where every entry gets the same ttl, who was written last dies last. The list is threaded through the entries' slots
/// (8 bytes an entry, no memory of its own), so scheduling, renewing, cancelling and finding what is due are O(1) in
/// the worst case, and nothing here allocates.
///
/// A deadline earlier than the latest one in the list is refused with std::logic_error, and the store is as it was.
/// "In the list" means stored now, the dead not yet removed included, and the entry itself not: an entry written anew
/// goes to the back. So a call is refused if it would give an entry less life than another one has left, unless that is
/// the deadline it has. What can bring that about is a ttl or an Expiry::at of the caller's own, `expire`, `persist` in
/// a store with idle_ttl, and a clock that steps back: until it has caught up, writes throw. A steady clock never steps
/// back; with one that may, use another index. Lookups and touches do not throw: where an idle deadline cannot move
/// (the clock stepped back), the present one, which is later, stands.
///
/// Expiry is one type whatever it holds, so no call can be refused when it is compiled; a store is refused when it is
/// made: jitter, and default_ttl together with idle_ttl, are std::invalid_argument, as neither leaves one ttl. With
/// idle_ttl a deadline of an entry's own behind its idle one is a std::logic_error too: later accesses could not move
/// the entry to the back.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class FifoExpiry {
public:
    using Hook = detail::ListHook;
    static constexpr bool initialises_hook = true;
    static constexpr bool in_order = true;

    template <class Slots>
    void schedule(Slots& slots, SlotId id, Tick deadline) {
        if (fits_behind(slots, entries_.back(), deadline)) {
            entries_.push_back(slots, id);
        } else if (gap_.id == id && gap_.deadline == deadline) {
            entries_.insert_before(slots, behind_equals(slots, gap_.next, deadline), id);
        } else {
            refuse();
        }
        gap_.id = detail::kNil;
        if (entries_.front() == id) first_ = deadline;
    }

    template <class Slots>
    void reschedule(Slots& slots, SlotId id, Tick deadline) {
        const SlotId back = entries_.back();
        SlotId next = detail::kNil;
        if (!fits_behind(slots, back == id ? slots.hook(id).previous : back, deadline)) {
            if (slots.deadline(id) != deadline) refuse();
            next = behind_equals(slots, slots.hook(id).next, deadline);
        }
        entries_.unlink(slots, id);
        entries_.insert_before(slots, next, id);
        gap_.id = detail::kNil;
        first_ = entries_.front() == id ? deadline : slots.deadline(entries_.front());
    }

    template <class Slots>
    void cancel(Slots& slots, SlotId id) noexcept {
        gap_ = {id, slots.hook(id).next, slots.deadline(id)};
        const bool was_first = entries_.front() == id;
        entries_.unlink(slots, id);
        if (was_first && !entries_.empty()) first_ = slots.deadline(entries_.front());
    }

    std::optional<Tick> next_deadline() const noexcept {
        return entries_.empty() ? std::nullopt : std::optional{first_};
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        if (entries_.empty() || first_ > now) return std::nullopt;
        const SlotId id = entries_.front();
        cancel(slots, id);
        return id;
    }

    /// Leaves out `but`, if given.
    template <class Slots>
    std::optional<SlotId> soonest(Slots& slots, SlotId but = detail::kNil) const noexcept {
        if (entries_.empty()) return std::nullopt;
        const SlotId first = entries_.front();
        const SlotId id = first == but ? slots.hook(first).next : first;
        return id == detail::kNil ? std::nullopt : std::optional{id};
    }

    /// O(1) an entry due.
    template <class Slots, class F>
    void for_each_due(Slots& slots, Tick now, F f) const {
        for (SlotId id = entries_.front(); id != detail::kNil && slots.deadline(id) <= now; id = slots.hook(id).next) {
            f(id);
        }
    }
    template <class Slots, class F>
    void for_each_by_deadline(Slots& slots, F f) const {
        entries_.for_each(slots, f);
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        entries_.translate_ends(translate);
        gap_.id = detail::kNil;
        detail::translate_hooks(
            slots, translate, [&](SlotId id) { return slots.deadline(id) != kNoDeadline; },
            [](SlotId link) { return link == detail::kNil; });
    }

    void clear() noexcept {
        entries_.clear();
        gap_.id = detail::kNil;
    }

    static std::size_t bytes() noexcept { return 0; }

private:
    /// Where the entry cancelled last stood: the index owes it that place until something else happens.
    struct Gap {
        SlotId id = detail::kNil;
        SlotId next = detail::kNil;
        Tick deadline = 0;
    };

    template <class Slots>
    static bool fits_behind(Slots& slots, SlotId last, Tick deadline) noexcept {
        return last == detail::kNil || slots.deadline(last) <= deadline;
    }

    template <class Slots>
    static SlotId behind_equals(Slots& slots, SlotId id, Tick deadline) noexcept {
        while (id != detail::kNil && slots.deadline(id) <= deadline) id = slots.hook(id).next;
        return id;
    }

    [[noreturn]] static void refuse() {
        throw std::logic_error(
            "ttlstore: FifoExpiry takes no deadline earlier than one it has; all ttls must be equal");
    }

    detail::SlotList entries_;
    Gap gap_;
    Tick first_ = 0;  // deadline of the entry in front, if there is one
};

}  // namespace ttlstore
