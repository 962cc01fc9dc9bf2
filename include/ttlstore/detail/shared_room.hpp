/// SharedRoom: what a sharded store may still take in, as a pool that its shards draw on.
///
/// A shard takes a credit for each entry it stores beyond what it has, and gives it back when an entry leaves. So the
/// bound is one on the whole, exact, and nobody alive is evicted while there is room anywhere. A full store that evicts
/// one entry for each new one only reads the pool, and a line that nobody writes stays in every core's cache.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "bounds.hpp"
#include "credits.hpp"
#include "earliest_deadline.hpp"

namespace ttlstore::detail {

class SharedRoom {
public:
    SharedRoom(Bounds whole, std::size_t shards) : deadlines_{shards}, shards_{shards}, whole_{whole} {
        entries_.store(signed_of(whole.entries), std::memory_order_relaxed);
        weight_.store(signed_of(whole.weight), std::memory_order_relaxed);
    }

    EarliestDeadline& deadlines() noexcept { return deadlines_; }
    const EarliestDeadline& deadlines() const noexcept { return deadlines_; }

    /// At most what is wanted.
    Credits take(const Credits& wanted) noexcept {
        return {take(entries_, wanted.entries), take(weight_, wanted.weight)};
    }
    void give(const Credits& credits) noexcept {
        if (credits.entries != 0) entries_.fetch_add(signed_of(credits.entries), std::memory_order_acq_rel);
        if (credits.weight != 0) weight_.fetch_add(signed_of(credits.weight), std::memory_order_acq_rel);
    }
    /// Takes what is not there: nobody is given anything until it has been given back.
    void owe(const Credits& credits) noexcept {
        if (credits.entries != 0) entries_.fetch_sub(signed_of(credits.entries), std::memory_order_acq_rel);
        if (credits.weight != 0) weight_.fetch_sub(signed_of(credits.weight), std::memory_order_acq_rel);
    }

    /// What must come back before anybody is given anything.
    Credits debt() const noexcept { return {negative(entries_left()), negative(weight_left())}; }
    /// Entries that the pool has to give; negative while something is owed.
    std::int64_t entries_left() const noexcept { return entries_.load(std::memory_order_acquire); }
    std::int64_t weight_left() const noexcept { return weight_.load(std::memory_order_acquire); }

    // The bounds are read with any shard's lock held and changed with all of them.

    const Bounds& whole() const noexcept { return whole_; }
    std::size_t heaviest() const noexcept { return whole_.weight; }
    /// A shard's part if all were alike.
    Bounds share() const noexcept { return {part(whole_.entries), part(whole_.weight)}; }
    Bounds share_of(Bounds whole) const noexcept { return {part(whole.entries), part(whole.weight)}; }

    /// `stored` is what all shards hold together.
    void set_capacity(std::size_t capacity, std::size_t stored) noexcept {
        whole_.entries = capacity;
        entries_.store(signed_of(capacity) - signed_of(stored), std::memory_order_release);
    }

private:
    static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

    static std::int64_t signed_of(std::size_t count) noexcept {
        constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
        return static_cast<std::int64_t>(count < kMost ? count : kMost);
    }
    std::size_t part(std::size_t whole) const noexcept {
        return whole == kUnbounded ? kUnbounded : whole / shards_ + (whole % shards_ != 0 ? 1 : 0);
    }
    static std::size_t negative(std::int64_t left) noexcept { return left < 0 ? static_cast<std::size_t>(-left) : 0; }
    static std::size_t take(std::atomic<std::int64_t>& pool, std::size_t wanted) noexcept {
        if (wanted == 0) return 0;
        std::int64_t left = pool.load(std::memory_order_acquire);
        while (left > 0) {
            const std::int64_t taken = left < signed_of(wanted) ? left : signed_of(wanted);
            if (pool.compare_exchange_weak(left, left - taken, std::memory_order_acq_rel, std::memory_order_acquire)) {
                return static_cast<std::size_t>(taken);
            }
        }
        return 0;
    }

    EarliestDeadline deadlines_;
    std::size_t shards_;
    Bounds whole_;
    alignas(64) std::atomic<std::int64_t> entries_{0};
    std::atomic<std::int64_t> weight_{0};
};

/// The pool as one shard sees it.
struct RoomOfShard {
    SharedRoom* room = nullptr;
    std::size_t shard = 0;
};
/// For a table that is the whole itself.
struct NoSharedRoom {};

}  // namespace ttlstore::detail
