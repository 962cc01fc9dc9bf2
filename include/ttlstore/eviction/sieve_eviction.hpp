/// SieveEviction: entries in order of arrival and a hand that passes over them. What was read since the hand last came
/// by stays where it is, once more; the first that was not goes.
///
/// How it works: a hit sets the entry's bit, nothing else. When room is needed the hand goes from where it stands
/// towards the newest entry, clears each set bit, and stops at the first entry without one: the victim. Past the newest
/// it starts again at the oldest. Unlike CLOCK and second-chance FIFO, survivors are not moved to the new end, so the
/// hand soon comes to the newcomers after them, and one that nobody reads goes quickly: scans pass through a small part
/// of the store.
///
/// Cost: a hit reads one byte and writes it if it is not set yet, so the line of a hot entry stays clean; the bytes have
/// an array to themselves, small enough for the processor's cache. A victim is found in O(1) amortised over the hits that set bits; one question may pass over every entry once.
///
/// Wins over LRU where a part of the keys is read often and many are read once (web, object and key-value caches).
/// Loses where the keys in use change all at once, because an entry that once was read outlives a whole round of the
/// hand, and against S3-FIFO and W-TinyLFU where keys return after they were evicted: it remembers no past keys.
///
/// Source: Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is Simpler than LRU", NSDI 2024. There room is made before the
/// newcomer enters; here the newcomer is in the list already and looked at as if it were not.
#pragma once

#include <cstdint>
#include <optional>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class SieveEviction {
public:
    struct Hook : detail::ListHook {};
    enum class Mark : std::uint8_t { unread, read };
    static constexpr bool evicts = true;

    template <class Slots>
    void on_insert(Slots& slots, SlotId id) noexcept {
        order_.push_back(slots, id);
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        Mark& mark = slots.mark(id);
        if (mark == Mark::unread) mark = Mark::read;  // a line that is not written need not be fetched for writing
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        if (hand_ == id) {
            hand_ = slots.hook(id).next;
            if (hand_ == newcomer_ && hand_ != detail::kNil) hand_ = slots.hook(hand_).next;
        }
        newcomer_ = detail::kNil;
        order_.unlink(slots, id);
    }
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index&, SlotId but = detail::kNil) noexcept {
        if (order_.front_but(slots, but) == detail::kNil) return std::nullopt;
        newcomer_ = but;
        SlotId id = hand_ == detail::kNil ? order_.front() : hand_;
        for (; id == but || slots.mark(id) == Mark::read; id = after(slots, id)) {
            if (id != but) slots.mark(id) = Mark::unread;
        }
        hand_ = id;
        return id;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        order_.translate_ends(translate);
        if (hand_ != detail::kNil) hand_ = translate(hand_);
        newcomer_ = detail::kNil;
        detail::translate_hooks(
            slots, translate, [](SlotId) { return true; }, [](SlotId id) { return id == detail::kNil; });
    }
    void clear() noexcept { *this = SieveEviction{}; }

    /// Next victim first: once round from the hand for the unread, once more for the others.
    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        if (order_.empty()) return;
        const SlotId start = hand_ == detail::kNil ? order_.front() : hand_;
        for (const Mark mark : {Mark::unread, Mark::read}) {
            SlotId id = start;
            do {
                if (slots.mark(id) == mark) f(id);
                id = after(slots, id);
            } while (id != start);
        }
    }

private:
    /// Where the hand goes next.
    template <class Slots>
    SlotId after(Slots& slots, SlotId id) const noexcept {
        const SlotId next = slots.hook(id).next;
        return next == detail::kNil ? order_.front() : next;
    }

    detail::SlotList order_;          // oldest first
    SlotId hand_ = detail::kNil;      // kNil: at the oldest, whichever that will be
    SlotId newcomer_ = detail::kNil;  // for whom victim() was asked last; the hand passes it when its victim leaves
};

}  // namespace ttlstore
