/// Shard: a lock, the EntryTable it guards, and its removals on their way out. Section: one hold of the lock.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

#include "../mutex/spin_mutex.hpp"
#include "../thread_annotations.hpp"
#include "entry_table.hpp"
#include "outbox.hpp"
#include "shard_array.hpp"
#include "shard_loads.hpp"
#include "sharded_traits.hpp"
#include "shared_room.hpp"

namespace ttlstore::detail {

/// Any mutex as the analysis wants to see it.
template <class M>
class TTLSTORE_CAPABILITY("mutex") ShardMutex {
public:
    /// A critical section is shorter than the sleep and the waking that a blocked std::mutex costs, so a few tries first.
    void lock() TTLSTORE_ACQUIRE() TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
        if (mutex_.try_lock()) [[likely]]
            return;
        for (int tries = 0; tries < kTries; ++tries) {
            SpinMutex::pause();
            if (tries % 8 == 7 && mutex_.try_lock()) return;
        }
        mutex_.lock();
    }
    bool try_lock() TTLSTORE_TRY_ACQUIRE(true) TTLSTORE_NO_THREAD_SAFETY_ANALYSIS { return mutex_.try_lock(); }
    void unlock() TTLSTORE_RELEASE() TTLSTORE_NO_THREAD_SAFETY_ANALYSIS { mutex_.unlock(); }
    /// For code that the analysis cannot follow to where the lock was taken.
    void assert_held() const TTLSTORE_ASSERT_CAPABILITY(this) {}

private:
    static constexpr int kTries = 128;

    M mutex_;
};

/// Holds a lock as long as it lives.
template <class M>
class TTLSTORE_SCOPED_CAPABILITY Hold {
public:
    explicit Hold(ShardMutex<M>& mutex) TTLSTORE_ACQUIRE(mutex) : mutex_{mutex} { mutex_.lock(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() TTLSTORE_RELEASE() { mutex_.unlock(); }

private:
    ShardMutex<M>& mutex_;
};

/// On cache lines of its own; two, because processors fetch them in pairs.
template <class Traits>
struct alignas(128) Shard {
    using Entries = EntryTable<Traits>;
    using Posts =
        Outbox<typename Traits::Key, typename Traits::Value, typename Traits::Listener, typename Traits::Metrics>;
    using Ticket = typename Posts::Ticket;

    Shard(const StoreConfig& share, const typename Traits::Allocator& allocator, SharedRoom& whole, std::size_t at,
          typename Traits::Listener& listener, typename Traits::Metrics& metrics)
        : entries{share, allocator, RoomOfShard{&whole, at}}, outbox{listener, metrics}, room{&whole}, number{at} {}

    /// At the end of a hold of the lock: tells the others what has changed for them. The room not used is returned.
    Credits settle() noexcept TTLSTORE_REQUIRES(mutex) {
        const Credits unused = entries.slots().is_bounded() ? entries.hand_over() : Credits{};
        const Tick next = entries.index().next_deadline().value_or(kNoDeadline);
        if (next != published) {
            const bool earlier = next != kNoDeadline && (published == kNoDeadline || next < published);
            published = next;
            room->deadlines().publish(number, next, earlier);
        }
        return unused;
    }

    /// With the lock held in a way that the analysis cannot follow: one of many, taken in a loop.
    Entries& held_entries() noexcept {
        mutex.assert_held();
        return entries;
    }
    ShardLoads& held_loads() noexcept {
        mutex.assert_held();
        return loads;
    }
    void attach(Ticket& ticket) noexcept {
        mutex.assert_held();
        ticket.attach(outbox);
    }

    ShardMutex<typename Traits::Mutex> mutex;
    Entries entries TTLSTORE_GUARDED_BY(mutex);
    Posts outbox TTLSTORE_GUARDED_BY(mutex);
    ShardLoads loads TTLSTORE_GUARDED_BY(mutex);
    Tick published TTLSTORE_GUARDED_BY(mutex) = kNoDeadline;
    SharedRoom* const room;
    const std::size_t number;
};

/// Holds the locks of all shards, taken in ascending order as everywhere. The analysis cannot follow a loop: who works on
/// a shard says so by mutex.assert_held().
template <class Traits>
class AllSections {
public:
    explicit AllSections(const ShardArray<Shard<Traits>>& shards) TTLSTORE_NO_THREAD_SAFETY_ANALYSIS : shards_{shards} {
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            Traits::Hooks::at(Point::before_lock);
            shards_[i].mutex.lock();
        }
    }
    AllSections(const AllSections&) = delete;
    AllSections& operator=(const AllSections&) = delete;
    ~AllSections() TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
        for (std::size_t i = shards_.size(); i-- > 0;) {
            if (changed_) shards_[i].room->give(shards_[i].settle());
            shards_[i].mutex.unlock();
        }
    }
    void unchanged() noexcept { changed_ = false; }

private:
    const ShardArray<Shard<Traits>>& shards_;
    bool changed_ = true;
};

/// Takes a shard's lock and lets go of it, settled.
template <class Traits>
class TTLSTORE_SCOPED_CAPABILITY Section {
public:
    explicit Section(Shard<Traits>& shard) TTLSTORE_ACQUIRE(shard.mutex) : shard_{shard} {
        Traits::Hooks::at(Point::before_lock);
        shard_.mutex.lock();
    }
    Section(Shard<Traits>& shard, std::adopt_lock_t) TTLSTORE_REQUIRES(shard.mutex) : shard_{shard} {}
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;
    ~Section() TTLSTORE_RELEASE() TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
        if (changed_) shard_.room->give(shard_.settle());
        shard_.mutex.unlock();
    }

    /// Nothing was stored, removed or given another deadline.
    void unchanged() noexcept { changed_ = false; }

private:
    Shard<Traits>& shard_;
    bool changed_ = true;
};

}  // namespace ttlstore::detail
