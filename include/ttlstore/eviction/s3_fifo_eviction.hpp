/// S3FifoEviction: three first-in-first-out queues. A small one that newcomers must pass, a main one for what was read
/// again, and one of ghosts: keys, no longer stored, that went too soon.
///
/// How it works: a newcomer enters the small queue, a tenth of the store. When it reaches the front it moves to the
/// main queue if it was read at least twice since, else it goes and its key's hash joins the ghosts, of which there are
/// about as many as entries. A key found among the ghosts when it is stored again enters the main queue at once. The main queue is a
/// CLOCK with a count up to 3: an entry at the front that was read goes to the back and its count down by one, one that
/// was not is the victim. The main queue yields when it holds more than its nine tenths, else the small one does. As
/// long as nobody has been evicted yet there is room for all, and what the small queue has no place for enters the main
/// one.
///
/// Cost: a hit reads one byte, and writes it only up to the count of 3. 13 bytes an entry and 16 for its ghost;
/// a victim O(1), amortised over the hits that were counted. Queues' shares follow capacity and max_weight, whichever
/// is exceeded.
///
/// Wins where many keys are read once and few often: they leave by the small queue, and what is loved is not disturbed.
/// Usually the lowest miss ratio of the policies with cheap hits. Loses to LRU where keys come back a first time after
/// more than a tenth of the store and soon again, and to W-TinyLFU on loops slightly larger than the store.
///
/// Source: Yang, Zhang, Qiu, Yue, Rashmi, "FIFO queues are all you need for cache eviction", SOSP 2023, with the
/// thresholds of its authors' libCacheSim. There room is made before the newcomer enters; here it is there already and
/// looked at as if it were not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "../concepts.hpp"
#include "../detail/ghost_queue.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

template <class Allocator = std::allocator<std::byte>>
class BasicS3FifoEviction {
public:
    struct Hook : detail::ListHook {
        std::uint32_t state = 0;  // the key's fingerprint, and whether it is in the main queue
    };
    /// Times read since it entered its queue or was last passed over.
    enum class Mark : std::uint8_t { never, once, twice, often };
    static constexpr bool evicts = true;
    template <class Other>
    using rebind_alloc = BasicS3FifoEviction<Other>;

    explicit BasicS3FifoEviction(const Allocator& allocator = Allocator{}) : ghosts_{allocator} {}

    void reserve(std::size_t entries) { ghosts_.reserve(ghosts_for(entries)); }
    void set_bounds(std::size_t max_entries, std::size_t max_weight) noexcept {
        if (max_entries > bounds_.entries || max_weight > bounds_.weight) fills_ = true;
        bounds_ = {max_entries, max_weight};
        small_share_ = {share(max_entries), share(max_weight)};
    }

    template <class Slots>
    void on_insert(Slots& slots, SlotId id, std::uint64_t hash) noexcept {
        const std::uint32_t fingerprint = static_cast<std::uint32_t>(hash >> 32) & kFingerprint;
        const bool is_known = ghosts_.take(fingerprint);
        const bool in_main = is_known || (fills_ && small_.reaches(small_share_) && has_room_for(slots.weight(id)));
        slots.hook(id).state = fingerprint | (in_main ? kInMain : 0);
        (in_main ? main_ : small_).push_back(slots, id);
        victim_ = detail::kNil;
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        Mark& mark = slots.mark(id);
        if (mark != Mark::often) mark = static_cast<Mark>(static_cast<std::uint8_t>(mark) + 1);
    }
    template <class Slots>
    void on_reweigh(Slots& slots, SlotId id, std::size_t previous) noexcept {
        Queue& queue = queue_of(slots, id);
        queue.size.weight = queue.size.weight - previous + slots.weight(id);
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        queue_of(slots, id).unlink(slots, id);
        const std::uint32_t state = slots.hook(id).state;
        if (id == victim_ && (state & kInMain) == 0) ghosts_.push(state & kFingerprint, ghosts_for(bounds_.entries));
        victim_ = detail::kNil;
    }

    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index&, SlotId but = detail::kNil) noexcept {
        if (victim_ != detail::kNil && victim_ != but) return victim_;
        fills_ = false;
        // What the main queue holds beside the one for whom room is made.
        const bool but_in_main = but < slots.slot_count() && (slots.hook(but).state & kInMain) != 0;
        const Size apart = but_in_main ? Size{1, slots.weight(but)} : Size{};
        for (;;) {
            const SlotId in_small = small_.list.front_but(slots, but);
            const SlotId in_main = main_.list.front_but(slots, but);
            if (in_small == detail::kNil && in_main == detail::kNil) return std::nullopt;
            if (in_main != detail::kNil && (in_small == detail::kNil || main_exceeds_its_share(apart))) {
                Mark& mark = slots.mark(in_main);
                if (mark == Mark::never) return victim_ = in_main;
                mark = static_cast<Mark>(static_cast<std::uint8_t>(mark) - 1);
                main_.unlink(slots, in_main);
                enter_main(slots, in_main, but);
            } else {
                if (slots.mark(in_small) < Mark::twice) return victim_ = in_small;
                small_.unlink(slots, in_small);
                slots.mark(in_small) = Mark::never;
                slots.hook(in_small).state |= kInMain;
                enter_main(slots, in_small, but);
            }
        }
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        small_.list.translate_ends(translate);
        main_.list.translate_ends(translate);
        victim_ = detail::kNil;
        detail::translate_hooks(
            slots, translate, [](SlotId) { return true; }, [](SlotId id) { return id == detail::kNil; });
    }
    /// Forgets the ghosts too.
    void clear() noexcept {
        small_ = {};
        main_ = {};
        ghosts_.clear();
        victim_ = detail::kNil;
        fills_ = true;
    }
    /// Of the ghosts.
    std::size_t bytes() const noexcept { return ghosts_.bytes(); }

private:
    static constexpr std::uint32_t kInMain = 1;
    static constexpr std::uint32_t kFingerprint = ~kInMain;
    static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

    struct Size {
        std::size_t entries = 0;
        std::size_t weight = 0;
    };
    struct Queue {
        detail::SlotList list;
        Size size;

        template <class Slots>
        void push_back(Slots& slots, SlotId id) noexcept {
            list.push_back(slots, id);
            ++size.entries;
            size.weight += slots.weight(id);
        }
        template <class Slots>
        void unlink(Slots& slots, SlotId id) noexcept {
            list.unlink(slots, id);
            --size.entries;
            size.weight -= slots.weight(id);
        }
        bool reaches(const Size& share) const noexcept {
            return size.entries >= share.entries || size.weight >= share.weight;
        }
    };

    /// A third more than entries, because ghosts that were met leave their places empty.
    static std::size_t ghosts_for(std::size_t entries) noexcept {
        return entries == kUnbounded ? kUnbounded : entries + entries / 3;
    }
    /// The small queue's part of a bound.
    static std::size_t share(std::size_t bound) noexcept {
        return bound == kUnbounded ? kUnbounded : std::max<std::size_t>(bound / 10, 1);
    }
    bool main_exceeds_its_share(const Size& apart) const noexcept {
        const auto exceeds = [](std::size_t size, std::size_t bound, std::size_t small_share) {
            return bound != kUnbounded && size > bound - small_share;
        };
        return exceeds(main_.size.entries - apart.entries, bounds_.entries, small_share_.entries) ||
               exceeds(main_.size.weight - apart.weight, bounds_.weight, small_share_.weight);
    }
    /// Whether nobody has to go for a newcomer of that weight.
    bool has_room_for(std::size_t weight) const noexcept {
        const std::size_t held = small_.size.weight + main_.size.weight;
        return small_.size.entries + main_.size.entries < bounds_.entries && held <= bounds_.weight &&
               weight <= bounds_.weight - held;
    }
    template <class Slots>
    Queue& queue_of(Slots& slots, SlotId id) noexcept {
        return (slots.hook(id).state & kInMain) != 0 ? main_ : small_;
    }
    /// At the back, but before the one for whom room is made.
    template <class Slots>
    void enter_main(Slots& slots, SlotId id, SlotId but) noexcept {
        main_.push_back(slots, id);
        if (but != detail::kNil && slots.hook(id).previous == but) main_.list.move_to_back(slots, but);
    }

    Queue small_;
    Queue main_;
    detail::GhostQueue<Allocator> ghosts_;
    Size bounds_{kUnbounded, kUnbounded};
    Size small_share_{kUnbounded, kUnbounded};
    SlotId victim_ = detail::kNil;  // named last, and nothing has changed since
    bool fills_ = true;             // nobody has been evicted since there was more room
};

using S3FifoEviction = BasicS3FifoEviction<>;

}  // namespace ttlstore
