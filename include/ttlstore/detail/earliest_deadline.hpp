/// EarliestDeadline: each shard's next deadline, for all to read, and a lower bound of them all in one word.
///
/// A full store must know before it evicts whether anything is dead in any shard. One read of `earliest_` answers no;
/// only if it says "perhaps" are the shards' deadlines read one by one. The bound is lowered by whoever publishes an
/// earlier deadline and raised by one reader at a time. That reader first marks the bound as being looked for, so that a
/// deadline published behind its back spoils the mark and the raise fails: the bound is never too late.
#pragma once

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>

#include "../time.hpp"
#include "deadline_alarm.hpp"

namespace ttlstore::detail {

class EarliestDeadline {
public:
    explicit EarliestDeadline(std::size_t shards) : shards_{shards}, next_{std::make_unique<Padded[]>(shards)} {}

    /// Of one shard, kNoDeadline for none. Any thread.
    Tick of(std::size_t shard) const noexcept { return next_[shard].deadline.load(std::memory_order_seq_cst); }

    /// Called with the shard's lock held. `earlier`: than what it published last.
    void publish(std::size_t shard, Tick deadline, bool earlier) noexcept {
        next_[shard].deadline.store(deadline, std::memory_order_seq_cst);
        if (!earlier) return;
        alarm_.lowered(deadline);
        Tick bound = earliest_.load(std::memory_order_seq_cst);
        while (bound != kUnknown && (bound == kLooking || bound > deadline)) {
            if (earliest_.compare_exchange_weak(bound, bound == kLooking ? kUnknown : deadline)) return;
        }
    }

    /// Wakes who sleeps until the next deadline.
    DeadlineAlarm& alarm() noexcept { return alarm_; }

    /// A shard but `self` where something may be dead at `now()`, which is asked only if there is any deadline.
    template <class Now>
    std::optional<std::size_t> due_elsewhere(std::size_t self, Now& now) noexcept {
        const Tick bound = earliest_.load(std::memory_order_seq_cst);
        if (bound == kNobody || bound > now()) return std::nullopt;
        return look(self, now());
    }

    /// The earliest deadline of all, kNoDeadline if there is none.
    Tick earliest() const noexcept {
        Tick found = kNoDeadline;
        for (std::size_t i = 0; i < shards_; ++i) {
            const Tick deadline = of(i);
            if (deadline != kNoDeadline && (found == kNoDeadline || deadline < found)) found = deadline;
        }
        return found;
    }

private:
    static constexpr Tick kUnknown = std::numeric_limits<Tick>::min();
    static constexpr Tick kLooking = kUnknown + 1;
    static constexpr Tick kNobody = std::numeric_limits<Tick>::max();

    struct alignas(64) Padded {
        std::atomic<Tick> deadline{kNoDeadline};
    };

    std::optional<std::size_t> look(std::size_t self, Tick now) noexcept {
        const bool may_raise = !raising_.test_and_set(std::memory_order_acquire);
        if (may_raise) earliest_.store(kLooking, std::memory_order_seq_cst);
        std::optional<std::size_t> due;
        Tick bound = kNobody;
        for (std::size_t step = 0; step < shards_; ++step) {
            const std::size_t shard = self + step < shards_ ? self + step : self + step - shards_;
            const Tick deadline = next_[shard].deadline.load(std::memory_order_seq_cst);
            if (deadline == kNoDeadline) continue;
            if (deadline < bound) bound = deadline;
            if (deadline <= now && shard != self && !due) due = shard;
        }
        if (may_raise) {
            Tick looking = kLooking;
            earliest_.compare_exchange_strong(looking, bound);
            raising_.clear(std::memory_order_release);
        }
        return due;
    }

    DeadlineAlarm alarm_;
    std::size_t shards_;
    std::unique_ptr<Padded[]> next_;
    alignas(64) std::atomic<Tick> earliest_{kNobody};
    alignas(64) std::atomic_flag raising_ = ATOMIC_FLAG_INIT;
};

}  // namespace ttlstore::detail
