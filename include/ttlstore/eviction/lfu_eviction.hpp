/// LfuEviction: the entry read least often goes, and what was read long ago counts less and less.
///
/// How it works: entries of one frequency stand in a list, first come first; there are 63 such lists, and one 64-bit
/// word that tells which are not empty. A hit moves its entry to the end of the next list, the victim is the first of
/// the lowest one: both O(1), without a heap and without allocation. After ten accesses for each entry stored (1,024 at
/// least) all frequencies are halved, so that yesterday's favourites make room: two lists become one by joining their
/// ends, and an entry learns of it when it is next read, by the number of the round in which its frequency was noted.
///
/// Cost: a hit costs what LRU's does. 12 bytes an entry.
///
/// Wins where a few keys are read much more often than others for a long time. Loses to all others where favourites
/// change quickly, and it keeps no count for a key that is not stored, so a key that comes once a round never gets a
/// foothold: W-TinyLFU is this idea without these two weaknesses.
///
/// Sources: lists by frequency as in Shah, Mitra, Matani, "An O(1) algorithm for implementing the LFU cache eviction
/// scheme", 2010, with a fixed number of them; halving as in Robinson and Devarakonda, "Data cache management using
/// frequency-based replacement", SIGMETRICS 1990.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class LfuEviction {
    static constexpr unsigned kFrequencyBits = 6;
    static constexpr std::uint32_t kMostFrequent = (1U << kFrequencyBits) - 1;

public:
    struct Hook : detail::ListHook {
        std::uint32_t noted = 0;  // a frequency, and above it the round in which it was right
    };
    static constexpr bool evicts = true;

    template <class Slots>
    void on_insert(Slots& slots, SlotId id) noexcept {
        append(slots, id, 1);
        count(slots);
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        const std::uint32_t frequency = frequency_now(slots.hook(id).noted);
        unlink(slots, id);
        append(slots, id, std::min(frequency + 1, kMostFrequent));
        count(slots);
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        unlink(slots, id);
    }
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index&, SlotId but = detail::kNil) noexcept {
        for (std::uint64_t rest = used_; rest != 0; rest &= rest - 1) {
            SlotId id = lists_[static_cast<std::size_t>(std::countr_zero(rest))].first;
            if (id == but) id = slots.hook(id).next;
            if (!is_end(id)) return id;
        }
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        for (std::uint64_t rest = used_; rest != 0; rest &= rest - 1) {
            List& list = lists_[static_cast<std::size_t>(std::countr_zero(rest))];
            list = {translate(list.first), translate(list.last)};
        }
        detail::translate_hooks(
            slots, translate, [](SlotId) { return true; }, is_end);
    }
    void clear() noexcept { *this = LfuEviction{}; }

    /// Next victim first.
    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        for (std::uint64_t rest = used_; rest != 0; rest &= rest - 1) {
            const List& list = lists_[static_cast<std::size_t>(std::countr_zero(rest))];
            for (SlotId id = list.first; !is_end(id); id = slots.hook(id).next) f(id);
        }
    }

private:
    struct List {
        SlotId first = detail::kNil;
        SlotId last = detail::kNil;
    };

    /// Marks a list's frequency where the number of a neighbour would stand; slots are numbered below it. So an entry
    /// can leave its list without knowing which it is.
    static constexpr SlotId kEnd = SlotId{1} << 31;
    static bool is_end(SlotId link) noexcept { return (link & kEnd) != 0; }

    static constexpr std::size_t kAccessesAnEntry = 10;
    static constexpr std::size_t kFewestAccesses = 1'024;

    /// Rounds are counted to 2^26 and begin again then: a frequency that old may be taken for a newer one, no more.
    std::uint32_t frequency_now(std::uint32_t noted) const noexcept {
        const std::uint32_t halvings = (round_ - (noted & ~kMostFrequent)) >> kFrequencyBits;
        return std::max((noted & kMostFrequent) >> std::min(halvings, kFrequencyBits), std::uint32_t{1});
    }

    template <class Slots>
    void append(Slots& slots, SlotId id, std::uint32_t frequency) noexcept {
        List& list = lists_[frequency];
        const std::uint64_t bit = std::uint64_t{1} << frequency;
        Hook& hook = slots.hook(id);
        hook.next = kEnd | frequency;
        hook.noted = round_ | frequency;
        if ((used_ & bit) == 0) {
            hook.previous = kEnd | frequency;
            list.first = id;
            used_ |= bit;
        } else {
            hook.previous = list.last;
            slots.hook(list.last).next = id;
        }
        list.last = id;
    }
    template <class Slots>
    void unlink(Slots& slots, SlotId id) noexcept {
        const SlotId previous = slots.hook(id).previous;
        const SlotId next = slots.hook(id).next;
        if (is_end(previous) && is_end(next)) {
            used_ &= ~(std::uint64_t{1} << (previous & ~kEnd));
            return;
        }
        if (is_end(previous))
            lists_[previous & ~kEnd].first = next;
        else
            slots.hook(previous).next = next;
        if (is_end(next))
            lists_[next & ~kEnd].last = previous;
        else
            slots.hook(next).previous = previous;
    }

    template <class Slots>
    void count(Slots& slots) noexcept {
        if (--accesses_left_ != 0) return;
        accesses_left_ = std::max(kFewestAccesses, kAccessesAnEntry * slots.stored());
        halve(slots);
    }
    /// Frequencies 2 and 3 become 1, 4 and 5 become 2, and so on; 1 stays.
    template <class Slots>
    void halve(Slots& slots) noexcept {
        round_ += 1U << kFrequencyBits;
        for (std::uint64_t rest = used_ & ~std::uint64_t{3}; rest != 0; rest &= rest - 1) {
            const auto from = static_cast<std::uint32_t>(std::countr_zero(rest));
            move_list(slots, from, from / 2);
        }
    }
    template <class Slots>
    void move_list(Slots& slots, std::uint32_t from, std::uint32_t to) noexcept {
        const List moved = lists_[from];
        List& target = lists_[to];
        const std::uint64_t bit = std::uint64_t{1} << to;
        if ((used_ & bit) == 0) {
            slots.hook(moved.first).previous = kEnd | to;
            target.first = moved.first;
        } else {
            slots.hook(moved.first).previous = target.last;
            slots.hook(target.last).next = moved.first;
        }
        slots.hook(moved.last).next = kEnd | to;
        target.last = moved.last;
        used_ = (used_ | bit) & ~(std::uint64_t{1} << from);
    }

    std::array<List, kMostFrequent + 1> lists_{};  // by frequency
    std::uint64_t used_ = 0;                       // a bit for each list that is not empty
    std::size_t accesses_left_ = kFewestAccesses;  // until the next halving
    std::uint32_t round_ = 0;                      // number of halvings, shifted past the frequency
};

}  // namespace ttlstore
