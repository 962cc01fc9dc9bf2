/// TinyLfuEviction: W-TinyLFU. A newcomer stays only if it is asked for more often than the one it would push out.
///
/// From Einziger, Friedman and Manes, "TinyLFU: A Highly Efficient Cache Admission Policy" (ACM ToS 2017), and Einziger,
/// Eytan, Friedman and Manes, "Adaptive Software Cache Management" (Middleware 2018). New entries enter a small window,
/// kept in order of last use. Those that fall out of it stand against the oldest entry of the main part: a sketch of
/// recent accesses (detail/frequency_sketch.hpp), which remembers keys whether stored or not, says which of the two is
/// the more frequent, and the other one is evicted. The main part is a segmented LRU: an entry is on probation until it
/// is used there, then protected; the protected are at most a fixed share, the oldest falls back to probation.
///
/// The winner of a contest goes to the back of the probation. For the newcomer that is the paper's rule. For the older
/// entry it is ours: left in front, as in other implementations, an old favourite that nobody wants any more turns
/// every newcomer away until the sketch has aged; going to the back it lets the next one be judged. Where the working
/// set moves that tells: on the cloudphysics trace with 9794 entries 67 % miss instead of 72 %. And an attacker has no
/// fixed target.
///
/// The window's share is found by hill climbing (detail/window_climber.hpp): after every ten accesses an entry it moves
/// a step, back once the hit ratio has fallen. Frequency-biased loads end with a small window, recency-biased ones with
/// a large one.
///
/// Shares are of entries, whatever their weights. Every call is O(1), also the worst: a window that shrinks and a sketch
/// that ages do so a few steps with every access. An access costs a line of the sketch more than with LRU, and an entry
/// 12 bytes of hook and 8 of sketch; a hit takes about three times as long as LRU's. Wins wherever some keys are asked
/// for more often than others: databases, search, web pages, scans and loops larger than the cache. Loses to LRU where
/// each key is used a few times and then never again, until the window has grown, which takes some hundred accesses an
/// entry.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "../concepts.hpp"
#include "../detail/frequency_sketch.hpp"
#include "../detail/slot_list.hpp"
#include "../detail/window_climber.hpp"

namespace ttlstore {

enum class TinyLfuSegment : std::uint32_t { window, probation, protected_main };

template <class Allocator = std::allocator<std::byte>>
class BasicTinyLfuEviction {
public:
    struct Hook : detail::ListHook {
        std::uint32_t mark = 0;  // the segment in the two lowest bits, above them bits of the key's hash
    };
    static constexpr bool evicts = true;
    template <class Other>
    using rebind_alloc = BasicTinyLfuEviction<Other>;

    /// Of the main part. The textbook's 80 % was chosen on other traces; on ours frequent keys are demoted less at 90 %,
    /// which small caches feel, and the window does what the probation did for recent ones.
    static constexpr double kProtectedShare = 0.9;

    explicit BasicTinyLfuEviction(const Allocator& allocator = Allocator{}) : sketch_{allocator} {}

    /// Throws what allocation throws; nothing has changed then.
    void reserve(std::size_t entries) {
        sketch_.reserve(entries);
        reserved_ = std::max(reserved_, entries);
        size_samples();
    }
    void set_bounds(std::size_t max_entries, std::size_t /*max_weight*/) noexcept {
        max_entries_ = max_entries;
        size_samples();
    }

    template <class Slots>
    void on_insert(Slots& slots, SlotId id, std::uint64_t hash) noexcept {
        const auto bits = static_cast<std::uint32_t>(hash >> 32) & ~kSegmentBits;
        sketch_.record(bits);
        climber_.on_miss();
        shrink_window(slots);
        slots.hook(id).mark = bits;
        enter(slots, id, TinyLfuSegment::window);
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        sketch_.record(bits_of(slots, id));
        climber_.on_hit();
        const TinyLfuSegment from = segment_of(slots, id);
        if (from == TinyLfuSegment::window || from == TinyLfuSegment::protected_main) {
            part(from).list.move_to_back(slots, id);
        } else {
            leave(slots, id);
            enter(slots, id, TinyLfuSegment::protected_main);
            shrink_protected(slots);
        }
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        leave(slots, id);
        if (id == named_) {
            climber_.on_eviction();
            if (winner_ != detail::kNil) move(slots, winner_, TinyLfuSegment::probation);
            named_ = winner_ = detail::kNil;
        } else if (id == winner_) {
            named_ = winner_ = detail::kNil;
        }
    }

    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index& /*index*/, SlotId but = detail::kNil) noexcept {
        const SlotId newer = window_is_full() ? first_but(slots, TinyLfuSegment::window, but) : detail::kNil;
        SlotId older = first_but(slots, TinyLfuSegment::probation, but);
        if (older == detail::kNil) older = first_but(slots, TinyLfuSegment::protected_main, but);
        winner_ = detail::kNil;
        if (newer == detail::kNil || older == detail::kNil) {
            named_ = older != detail::kNil ? older : first_but(slots, TinyLfuSegment::window, but);
        } else if (sketch_.estimate(bits_of(slots, newer)) > sketch_.estimate(bits_of(slots, older))) {
            named_ = older;
            winner_ = newer;
        } else {
            named_ = newer;
            winner_ = older;
        }
        if (named_ == detail::kNil) return std::nullopt;
        return named_;
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        for (Part& each : parts_) each.list.translate_ends(translate);
        detail::translate_hooks(
            slots, translate, [](SlotId) { return true; }, [](SlotId id) { return id == detail::kNil; });
        named_ = winner_ = detail::kNil;
    }
    void clear() noexcept {
        parts_ = {};
        named_ = winner_ = detail::kNil;
        sketch_.clear();
        climber_ = {};
        size_samples();
    }
    std::size_t bytes() const noexcept { return sketch_.bytes(); }

    /// f(segment, id) for every entry, the segment's oldest first.
    template <class Slots, class F>
    void for_each_by_segment(Slots& slots, F f) const {
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            parts_[i].list.for_each(slots, [&](SlotId id) { f(static_cast<TinyLfuSegment>(i), id); });
        }
    }
    std::size_t size_of(TinyLfuSegment segment) const noexcept { return part(segment).size; }
    /// Of all entries, the share that the window is to have.
    double window_share() const noexcept { return climber_.share(); }

private:
    struct Part {
        detail::SlotList list;
        std::size_t size = 0;
    };

    static constexpr std::uint32_t kSegmentBits = 3;
    static constexpr int kMovesAtOnce = 4;

    Part& part(TinyLfuSegment segment) noexcept { return parts_[static_cast<std::size_t>(segment)]; }
    const Part& part(TinyLfuSegment segment) const noexcept { return parts_[static_cast<std::size_t>(segment)]; }

    template <class Slots>
    static std::uint32_t bits_of(Slots& slots, SlotId id) noexcept {
        return slots.hook(id).mark & ~kSegmentBits;
    }
    template <class Slots>
    static TinyLfuSegment segment_of(Slots& slots, SlotId id) noexcept {
        return static_cast<TinyLfuSegment>(slots.hook(id).mark & kSegmentBits);
    }

    template <class Slots>
    void enter(Slots& slots, SlotId id, TinyLfuSegment segment) noexcept {
        slots.hook(id).mark = bits_of(slots, id) | static_cast<std::uint32_t>(segment);
        part(segment).list.push_back(slots, id);
        ++part(segment).size;
    }
    template <class Slots>
    void leave(Slots& slots, SlotId id) noexcept {
        Part& from = part(segment_of(slots, id));
        from.list.unlink(slots, id);
        --from.size;
    }
    template <class Slots>
    void move(Slots& slots, SlotId id, TinyLfuSegment to) noexcept {
        leave(slots, id);
        enter(slots, id, to);
    }
    template <class Slots>
    SlotId first_but(Slots& slots, TinyLfuSegment segment, SlotId but) const noexcept {
        const SlotId first = part(segment).list.front();
        return first == but && first != detail::kNil ? slots.hook(first).next : first;
    }

    std::size_t held() const noexcept { return parts_[0].size + parts_[1].size + parts_[2].size; }
    /// The window's size among so many entries.
    std::size_t window_of(std::size_t entries) const noexcept {
        return std::max<std::size_t>(static_cast<std::size_t>(static_cast<double>(entries) * climber_.share() + 0.5),
                                     1);
    }
    /// A newcomer does not count: the window must be as large here as in shrink_window just before it came, or the
    /// rounding lets one of the main part go without a contest.
    bool window_is_full() const noexcept {
        return part(TinyLfuSegment::window).size > window_of(held() - (held() != 0));
    }

    /// What has fallen out of the window where nobody had to leave.
    template <class Slots>
    void shrink_window(Slots& slots) noexcept {
        const Part& window = part(TinyLfuSegment::window);
        const std::size_t size = window_of(held());
        for (int moves = 0; window.size > size && moves < kMovesAtOnce; ++moves) {
            move(slots, window.list.front(), TinyLfuSegment::probation);
        }
    }
    template <class Slots>
    void shrink_protected(Slots& slots) noexcept {
        const Part& shielded = part(TinyLfuSegment::protected_main);
        const std::size_t main = held() - std::min(held(), window_of(held()));
        const auto size = static_cast<std::size_t>(static_cast<double>(main) * kProtectedShare);
        for (int moves = 0; shielded.size > size && moves < kMovesAtOnce; ++moves) {
            move(slots, shielded.list.front(), TinyLfuSegment::probation);
        }
    }

    /// A store bounded by weight only holds about as many entries as its table was made for.
    void size_samples() noexcept {
        const std::size_t entries = std::min(max_entries_, reserved_);
        sketch_.set_entries(entries);
        climber_.set_entries(entries);
    }

    std::array<Part, 3> parts_;
    SlotId named_ = detail::kNil;   // by victim() last
    SlotId winner_ = detail::kNil;  // against whom, if it was a contest
    std::size_t max_entries_ = std::numeric_limits<std::size_t>::max();
    std::size_t reserved_ = 0;
    detail::WindowClimber climber_;
    detail::FrequencySketch<Allocator> sketch_;
};

using TinyLfuEviction = BasicTinyLfuEviction<>;

}  // namespace ttlstore
