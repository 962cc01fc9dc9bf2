/// DeadlineAlarm: how a store wakes those who sleep until its next deadline when an earlier one is set.
///
/// A sleeper says until which tick it is going to sleep (arm), and only then asks the store for its next deadline. A
/// store makes a deadline that is earlier than all its others visible, and only then calls lowered(). Both sides write
/// before they read, sequentially consistent (or under a lock that both take), so that one of them sees the other: either
/// the sleeper learns of the deadline, or the store of the sleeper. While nobody sleeps beyond the new deadline,
/// lowered() is one load and one comparison.
#pragma once

#include <algorithm>
#include <atomic>

#include "../assert.hpp"
#include "../time.hpp"
#include "annotated_mutex.hpp"

namespace ttlstore::detail {

/// Also counts who is attached: a store that dies before a sweeper on it is an error of the program, and asserted.
class DeadlineAlarm {
public:
    /// One who sleeps. `wake(self)` is called at most once for each arm(), in the thread that set the deadline; it must
    /// not use the store or the alarm.
    struct Sleeper {
        void (*wake)(void* self) noexcept;
        void* self;
        Tick until = kNoDeadline;  // awake: no deadline is earlier than this value
        Sleeper* next = nullptr;
    };

    DeadlineAlarm() = default;
    DeadlineAlarm(const DeadlineAlarm&) = delete;
    DeadlineAlarm& operator=(const DeadlineAlarm&) = delete;
    ~DeadlineAlarm() { check_unused(); }

    /// For a store whose other parts die before its alarm.
    void check_unused() const noexcept {
        const AnnotatedLock lock{mutex_};
        TTLSTORE_ASSERT(first_ == nullptr && "a store must outlive its BackgroundSweeper: stop or destroy that first");
    }

    void attach(Sleeper& sleeper) noexcept {
        const AnnotatedLock lock{mutex_};
        sleeper.next = first_;
        first_ = &sleeper;
    }
    void detach(Sleeper& sleeper) noexcept {
        const AnnotatedLock lock{mutex_};
        Sleeper** link = &first_;
        while (*link != &sleeper) link = &(*link)->next;
        *link = sleeper.next;
        publish();
    }
    /// From now on a deadline earlier than `until` wakes the sleeper, once.
    void arm(Sleeper& sleeper, Tick until) noexcept {
        const AnnotatedLock lock{mutex_};
        sleeper.until = until;
        publish();
    }
    void disarm(Sleeper& sleeper) noexcept { arm(sleeper, kNoDeadline); }

    /// Called by the store when its earliest deadline has become `deadline`. Takes no lock but the alarm's own.
    void lowered(Tick deadline) noexcept {
        if (deadline < latest_.load()) ring(deadline);
    }

private:
    TTLSTORE_COLD void ring(Tick deadline) noexcept {
        const AnnotatedLock lock{mutex_};
        for (Sleeper* sleeper = first_; sleeper != nullptr; sleeper = sleeper->next) {
            if (deadline >= sleeper->until) continue;
            sleeper->until = kNoDeadline;
            sleeper->wake(sleeper->self);
        }
        publish();
    }
    void publish() noexcept TTLSTORE_REQUIRES(mutex_) {
        Tick latest = kNoDeadline;
        for (const Sleeper* sleeper = first_; sleeper != nullptr; sleeper = sleeper->next) {
            latest = std::max(latest, sleeper->until);
        }
        latest_.store(latest);
    }

    std::atomic<Tick> latest_{kNoDeadline};  // the latest `until` of all sleepers
    mutable AnnotatedMutex mutex_;
    Sleeper* first_ TTLSTORE_GUARDED_BY(mutex_) = nullptr;  // and what lies in the list
};

/// Attached to a store's alarm while it lives, if the store has one.
template <class Store>
class AlarmSeat {
    static constexpr bool kTells = requires(Store & store) { store.deadline_alarm().lowered(Tick{}); };

public:
    AlarmSeat(Store& store, void (*wake)(void*) noexcept, void* self) noexcept : store_{&store}, sleeper_{wake, self} {
        if constexpr (kTells) store_->deadline_alarm().attach(sleeper_);
    }
    AlarmSeat(const AlarmSeat&) = delete;
    AlarmSeat& operator=(const AlarmSeat&) = delete;
    ~AlarmSeat() { leave(); }

    void leave() noexcept {
        if constexpr (kTells) {
            if (store_ != nullptr) store_->deadline_alarm().detach(sleeper_);
        }
        store_ = nullptr;
    }
    void arm(Tick until) noexcept {
        if constexpr (kTells) store_->deadline_alarm().arm(sleeper_, until);
    }
    void disarm() noexcept { arm(kNoDeadline); }

private:
    Store* store_;
    DeadlineAlarm::Sleeper sleeper_;
};

}  // namespace ttlstore::detail
