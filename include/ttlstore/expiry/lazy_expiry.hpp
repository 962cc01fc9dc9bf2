/// LazyExpiry: no index at all. What is dead is found by whoever looks it up, and by a sweep that walks the slots.
///
/// As Redis has no index of deadlines but samples entries, so does this: `pop_due` looks at the slots behind a cursor
/// that goes round and round, and gives up when 64 in a row held nothing dead (a table of at most 256 slots is looked
/// at whole). A sweep thus goes on while about one slot in 64 is dead, its cost is bounded by what it removes, and what
/// it leaves is found by later ones. The cursor instead of random samples reads memory in order and reaches every entry
/// within one round, which is why Redis and Valkey walk their tables this way too.
///
/// next_deadline() is a lower bound, never too late: scheduling lowers it, and each round of the cursor, having seen
/// everything, raises it to the earliest deadline seen. While the bound lies ahead surely nobody is dead, and nothing
/// is looked at. A timer armed with it may ring early; sweep then, and arm it anew.
///
/// Given up: the order of expiry (a sweep takes the dead as they lie). "The dead go before the living" holds to the
/// letter for stores of up to 256 slots (about 186 entries) and under NoEviction, which looks everywhere before it
/// refuses; otherwise making room looks at 64 slots before it evicts. size() and overdue() walk the slots once the
/// bound has passed. SweepReport::drained may be false though nothing due is left (never the reverse: repeat, and
/// within two rounds it is right). In return an entry costs the index no byte and a write no time, but for the 64 slots
/// that a full store looks at.
/// schedule, cancel: O(1), a few instructions; pop_due: O(1), at most 256 slots looked at.
///
/// Source: Redis, expire.c (activeExpireCycle), which walks its tables by a cursor since Redis 7.4, as Valkey 8 does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>

#include "../concepts.hpp"

namespace ttlstore {

class LazyExpiry {
public:
    struct Hook {};
    static constexpr bool initialises_hook = true;

    /// The most slots that one call of pop_due looks at; a table that has no more is looked at whole.
    static constexpr SlotId kSmall = 256;
    static constexpr SlotId kProbes = 64;

    template <class Slots>
    void schedule(Slots& /*slots*/, SlotId /*id*/, Tick deadline) noexcept {
        earliest_ = scheduled_ == 0 ? deadline : std::min(earliest_, deadline);
        seen_ = std::min(seen_, deadline);
        ++scheduled_;
    }
    template <class Slots>
    void reschedule(Slots& /*slots*/, SlotId /*id*/, Tick deadline) noexcept {
        earliest_ = scheduled_ == 1 ? deadline : std::min(earliest_, deadline);
        seen_ = std::min(seen_, deadline);
    }
    template <class Slots>
    void cancel(Slots& /*slots*/, SlotId /*id*/) noexcept {
        --scheduled_;
    }

    /// A lower bound.
    std::optional<Tick> next_deadline() const noexcept {
        return scheduled_ == 0 ? std::nullopt : std::optional{earliest_};
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        const SlotId count = slots.slot_count();
        for (SlotId probes = count <= kSmall ? count : kProbes; probes > 0 && may_be_due(now);) {
            if (const std::optional<SlotId> id = look(slots, probes, now)) {
                --scheduled_;
                return id;
            }
        }
        return std::nullopt;
    }

    /// Makes next_deadline() exact. O(slots).
    template <class Slots>
    void look_round(Slots& slots) noexcept {
        restart();
        for (SlotId probes = slots.slot_count(); probes > 0;) look(slots, probes, kNoDeadline);
    }

    /// O(slots), but O(1) while next_deadline() lies ahead.
    template <class Slots, class F>
    void for_each_due(Slots& slots, Tick now, F f) const {
        if (!may_be_due(now)) return;
        for (SlotId id = 0; id < slots.slot_count(); ++id) {
            if (due(slots, id, now)) f(id);
        }
    }

    template <class Slots, class Translate>
    void rehashed(Slots& /*slots*/, Translate /*translate*/) noexcept {
        restart();
    }
    void clear() noexcept {
        scheduled_ = 0;
        restart();
    }
    static std::size_t bytes() noexcept { return 0; }

private:
    bool may_be_due(Tick now) const noexcept { return scheduled_ != 0 && earliest_ <= now; }

    template <class Slots>
    static bool due(Slots& slots, SlotId id, Tick now) noexcept {
        return slots.occupied(id) && slots.deadline(id) != kNoDeadline && slots.deadline(id) <= now;
    }

    void restart() noexcept { left_ = 0; }

    /// Looks at the next slots, at most `probes` (from which it takes off what it looked at), no further than to the
    /// end of the table or of the round. Stops behind the first entry that is due.
    template <class Slots>
    std::optional<SlotId> look(Slots& slots, SlotId& probes, Tick now) noexcept {
        if (left_ == 0) {
            left_ = slots.slot_count();
            seen_ = kLast;
        }
        if (cursor_ >= slots.slot_count()) cursor_ = 0;
        const SlotId from = cursor_;
        const SlotId end = from + std::min({probes, left_, slots.slot_count() - from});
        Tick seen = seen_;
        std::optional<SlotId> found;
        SlotId id = from;
        while (id != end && !found) {
            if (slots.occupied(id) && slots.deadline(id) != kNoDeadline) {
                if (slots.deadline(id) <= now)
                    found = id;
                else
                    seen = std::min(seen, slots.deadline(id));
            }
            ++id;
        }
        seen_ = seen;
        cursor_ = id;
        probes -= id - from;
        left_ -= id - from;
        if (left_ == 0) earliest_ = seen_;
        return found;
    }

    static constexpr Tick kLast = std::numeric_limits<Tick>::max();

    std::size_t scheduled_ = 0;
    Tick earliest_ = kLast;  // no entry is due earlier
    Tick seen_ = kLast;      // the earliest deadline met, and scheduled, since this round began
    SlotId cursor_ = 0;
    SlotId left_ = 0;  // slots to look at before this round is through
};

}  // namespace ttlstore
