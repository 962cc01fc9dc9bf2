/// SieveEviction: entries in order of arrival and a hand that passes over them. What was read since the hand last came
/// by stays where it is, once more; the first that was not goes.
///
/// How it works: a hit sets the entry's bit, nothing else. When room is needed the hand goes from where it stands
/// towards the newest entry, clears each set bit, and stops at the first entry without one: the victim. Past the newest
/// it starts again at the oldest. Unlike CLOCK and second-chance FIFO, survivors are not moved to the new end, so the
/// hand soon comes to the newcomers after them, and one that nobody reads goes quickly: scans pass through a small part
/// of the store.
///
/// Cost: a hit reads 4 bytes and writes them if the bit is not set yet, so the line of a hot entry stays clean. A
/// victim is found in O(1) amortised over the hits that set bits; one question may pass over every entry once.
///
/// Wins over LRU where a part of the keys is read often and many are read once (web, object and key-value caches).
/// Loses where the keys in use change all at once, because an entry that once was read outlives a whole round of the
/// hand, and against S3-FIFO and W-TinyLFU where keys return after they were evicted: it remembers no past keys.
///
/// Source: Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is Simpler than LRU", NSDI 2024. There room is made before the
/// newcomer enters; here the newcomer is in the list already and looked at as if it were not.
#pragma once

#include <optional>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class SieveEviction {
    /// Slots are numbered below it. The bit above belongs to the hand.
    static constexpr SlotId kEnd = ~(SlotId{1} << 31);
    static constexpr SlotId kVisited = SlotId{1} << 31;

public:
    struct Hook {
        SlotId older = kEnd;
        SlotId newer = kEnd;  // with kVisited
    };
    static constexpr bool evicts = true;

    template <class Slots>
    void on_insert(Slots& slots, SlotId id) noexcept {
        slots.hook(id) = Hook{newest_, kEnd};
        if (newest_ == kEnd)
            oldest_ = id;
        else
            set_newer(slots.hook(newest_), id);
        newest_ = id;
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        SlotId& link = slots.hook(id).newer;
        if ((link & kVisited) == 0) link |= kVisited;
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        const SlotId older = slots.hook(id).older;
        const SlotId newer = newer_than(slots, id);
        if (older == kEnd)
            oldest_ = newer;
        else
            set_newer(slots.hook(older), newer);
        if (newer == kEnd)
            newest_ = older;
        else
            slots.hook(newer).older = older;
        if (hand_ == id) hand_ = newer == kEnd || newer != newcomer_ ? newer : newer_than(slots, newer);
        newcomer_ = kEnd;
    }
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index&, SlotId but = kEnd) noexcept {
        if (oldest_ == kEnd || (oldest_ == but && newest_ == but)) return std::nullopt;
        newcomer_ = but;
        SlotId id = hand_ == kEnd ? oldest_ : hand_;
        for (;;) {
            if (id != but) {
                SlotId& link = slots.hook(id).newer;
                if ((link & kVisited) == 0) break;
                link &= ~kVisited;
            }
            id = after(slots, id);
        }
        hand_ = id;
        return id;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        const auto moved = [&](SlotId id) { return id == kEnd ? kEnd : translate(id); };
        oldest_ = moved(oldest_);
        newest_ = moved(newest_);
        hand_ = moved(hand_);
        newcomer_ = kEnd;
        for (SlotId id = 0; id < slots.slot_count(); ++id) {
            if (!slots.occupied(id)) continue;
            Hook& hook = slots.hook(id);
            hook.older = moved(hook.older);
            set_newer(hook, moved(hook.newer & ~kVisited));
        }
    }
    void clear() noexcept { *this = SieveEviction{}; }

    /// Next victim first: once round from the hand for those without the bit, once more for the others.
    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        if (oldest_ == kEnd) return;
        const SlotId start = hand_ == kEnd ? oldest_ : hand_;
        for (const SlotId visited : {SlotId{0}, kVisited}) {
            SlotId id = start;
            do {
                if ((slots.hook(id).newer & kVisited) == visited) f(id);
                id = after(slots, id);
            } while (id != start);
        }
    }

private:
    static void set_newer(Hook& hook, SlotId id) noexcept { hook.newer = (hook.newer & kVisited) | id; }
    template <class Slots>
    static SlotId newer_than(Slots& slots, SlotId id) noexcept {
        return slots.hook(id).newer & ~kVisited;
    }
    /// Where the hand goes next.
    template <class Slots>
    SlotId after(Slots& slots, SlotId id) const noexcept {
        const SlotId newer = newer_than(slots, id);
        return newer == kEnd ? oldest_ : newer;
    }

    SlotId oldest_ = kEnd;
    SlotId newest_ = kEnd;
    SlotId hand_ = kEnd;      // kEnd: at the oldest, whichever that will be
    SlotId newcomer_ = kEnd;  // for whom victim() was asked last; the hand passes it when its victim leaves
};

}  // namespace ttlstore
