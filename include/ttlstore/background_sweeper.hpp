/// BackgroundSweeper: a thread that removes entries when they die, so that their memory does not wait for a reader.
///
/// It sleeps until the store's next deadline, sweeps with a budget (one call of the store's sweep: so long may a lock be
/// held), looks whether it shall stop, goes on until nothing due is left, and sleeps again. A store is correct without
/// it: what is dead is absent to every call. It costs a lock now and then, and wins where values are large, hold
/// something (a listener gives it back), or are never asked for again.
///
/// A store that offers a DeadlineAlarm (ShardedTtlStore does) wakes it when an earlier deadline is set. With any other
/// one, such an entry leaves up to `longest_wait` late.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>

#include "assert.hpp"
#include "detail/annotated_mutex.hpp"
#include "detail/deadline_alarm.hpp"
#include "detail/listeners_running.hpp"
#include "detail/sweeper_turn.hpp"
#include "thread_annotations.hpp"

namespace ttlstore {

/// How a sweeper's thread spends its time, and the clock of its watchdog. A wake() that comes while nobody waits ends
/// the next wait at once: it is never lost.
///   wait(span)       sleeps, at most for `span`; not at all for 0
///   wake() noexcept  from any thread
///   now() noexcept   a monotonic reading, from any thread; not the store's clock, which may stand still
template <class W>
concept SweeperWaiter = requires(W& waiter, const W& same, std::chrono::nanoseconds span) {
    waiter.wait(span);
    { waiter.wake() }
    noexcept;
    { same.now() }
    noexcept->std::same_as<std::chrono::nanoseconds>;
};

/// Waits at a condition variable, by the steady clock.
class ConditionWaiter {
public:
    void wait(std::chrono::nanoseconds span) {
        if (span <= std::chrono::nanoseconds{0}) return;
        std::unique_lock lock{mutex_};
        condition_.wait_for(lock, std::min<std::chrono::nanoseconds>(span, kMost), [this] { return woken_; });
        woken_ = false;
    }
    void wake() noexcept {
        const std::lock_guard lock{mutex_};
        woken_ = true;
        condition_.notify_one();
    }
    std::chrono::nanoseconds now() const noexcept { return std::chrono::steady_clock::now().time_since_epoch(); }

private:
    static constexpr std::chrono::hours kMost{24};  // a point in time beyond the clock's range would have passed

    std::mutex mutex_;
    std::condition_variable condition_;
    bool woken_ = false;
};

/// What a sweeper has done since it was made.
struct SweeperStats {
    std::uint64_t sweeps = 0;         ///< completed
    std::uint64_t removed = 0;        ///< entries; those of a sweep that threw only if the store can say how many
    std::uint64_t failures = 0;       ///< sweeps out of which a listener threw
    std::chrono::nanoseconds lag{0};  ///< how late the latest removal was; of several at once, the first
    /// The watchdog's figure: time since the last completed sweep, at first since the sweeper was made. Much more than
    /// the longest wait means that the thread hangs (in a listener, at a lock), or that the sweeper was stopped.
    std::chrono::nanoseconds since_last_sweep{0};
};

/// Sweeps a store that is safe to share, in a thread of its own, until it is stopped or destroyed.
///
///     ttlstore::ShardedTtlStore<std::string, Session> sessions{{.default_ttl = 30min}};
///     ttlstore::BackgroundSweeper sweeper{sessions};              // declared after its store: it must die first
///
/// The store must outlive it, or its stop() (asserted by stores with an alarm). Listeners run in its thread as in any
/// other that uses the store; what one throws is counted and kept, and the sweeper goes on.
/// Every member may be called from every thread, but the destructor not by a listener.
template <class Store, class Waiter = ConditionWaiter>
class BackgroundSweeper {
    template <class S>
    static constexpr bool kSaysSo = requires {
        requires S::kShareable;
    };

    static_assert(kSaysSo<Store>,
                  "BackgroundSweeper: this store is not safe to share between threads; take a ShardedTtlStore with a "
                  "mutex that locks (a store of your own says `static constexpr bool kShareable = true`)");
    static_assert(!kSaysSo<Store> || SweepableStore<Store>,
                  "BackgroundSweeper: this store lacks sweep(SweepBudget), next_deadline() or now()");
    static_assert(SweeperWaiter<Waiter>,
                  "BackgroundSweeper: this waiter lacks wait(span), or a noexcept wake() or now()");

    using Nanos = std::chrono::nanoseconds;

public:
    /// Starts the thread. Its first sweep comes after the shortest wait at the earliest.
    /// Complexity: O(1).   Throws: std::invalid_argument if the options make no sense; std::system_error if no thread can be made.
    explicit BackgroundSweeper(Store& store,
                               const SweeperOptions& options = {}) requires std::default_initializable<Waiter>
        : BackgroundSweeper{Waiters{}, store, options, detail::Refresher{}} {}
    BackgroundSweeper(Store& store, const SweeperOptions& options, Waiter waiter)
        : BackgroundSweeper{Waiters{}, store, options, detail::Refresher{}, std::move(waiter)} {}
    /// Also refreshes `ticker`, before every sweep and at least every SweeperOptions::refresh_every.
    /// Complexity: O(1).   Throws: as above.
    template <class Source>
    BackgroundSweeper(Store& store, CachedTicker<Source>& ticker,
                      const SweeperOptions& options = {}) requires std::default_initializable<Waiter>
        : BackgroundSweeper{Waiters{}, store, options, detail::Refresher{ticker}} {}
    template <class Source>
    BackgroundSweeper(Store& store, CachedTicker<Source>& ticker, const SweeperOptions& options, Waiter waiter)
        : BackgroundSweeper{Waiters{}, store, options, detail::Refresher{ticker}, std::move(waiter)} {}

    BackgroundSweeper(const BackgroundSweeper&) = delete;
    BackgroundSweeper& operator=(const BackgroundSweeper&) = delete;
    /// Stops. No listener runs in the sweeper's thread after that.   Complexity: as stop.   Throws: nothing.
    ~BackgroundSweeper() {
        TTLSTORE_ASSERT(!in_listener() && "a BackgroundSweeper cannot be destroyed by a listener");
        stop();
    }

    /// Ends the thread, at the latest after the sweep that is under way, and waits for that; a second call does
    /// nothing. Called by a listener it only asks (the sweep may wait for that listener): the thread ends by itself. A
    /// stopped sweeper stays so; make another one to go on.
    /// Complexity: the rest of one sweep.   Throws: nothing.
    void stop() noexcept {
        stopping_.store(true);
        waiter_.wake();
        if (in_listener()) return;
        const detail::AnnotatedLock lock{join_mutex_};
        if (thread_.joinable()) thread_.join();
        id_.store({});  // another thread may be given the same id from now on
        alarm_.leave();
    }
    /// Whether stop() was called.   Complexity: O(1).
    bool stopped() const noexcept { return stopping_.load(); }

    /// Complexity: O(1), never waits for a sweep.   Throws: nothing.
    SweeperStats stats() const noexcept {
        const detail::AnnotatedLock lock{stats_mutex_};
        SweeperStats stats = stats_;
        stats.since_last_sweep = waiter_.now() - last_sweep_;
        return stats;
    }
    /// What the latest sweep that failed threw; null if none did.
    /// Complexity: O(1).   Throws: nothing.
    std::exception_ptr last_failure() const noexcept {
        const detail::AnnotatedLock lock{stats_mutex_};
        return last_failure_;
    }

private:
    struct Waiters {};

    template <class... W>
    BackgroundSweeper(Waiters, Store& store, const SweeperOptions& options, detail::Refresher refresher, W&&... waiter)
        : waiter_(std::forward<W>(waiter)...),
          turn_{store, options, refresher},
          alarm_{store, [](void* self) noexcept { static_cast<Waiter*>(self)->wake(); }, &waiter_},
          last_sweep_{waiter_.now()},
          thread_{[this] { run(); }} {}

    /// Of a sharded store, or of any store in the sweeper's own thread.
    bool in_listener() const noexcept {
        return detail::listeners_running != 0 || id_.load() == std::this_thread::get_id();
    }

    void run() {
        id_.store(std::this_thread::get_id());
        bool more = false;
        while (!stopping_.load()) {
            sleep(more);
            if (stopping_.load()) return;
            more = note(turn_.sweep());
        }
    }

    /// Until the next sweep is due. Who is woken early by a new deadline still keeps to the shortest wait.
    void sleep(bool more) {
        if (more) {
            waiter_.wait(turn_.pause());
            return;
        }
        const Nanos planned = turn_.plan(alarm_);
        const Nanos earliest = waiter_.now() + std::min(planned, turn_.shortest_wait());
        waiter_.wait(planned);
        alarm_.disarm();
        while (!stopping_.load()) {
            const Nanos left = earliest - waiter_.now();
            if (left <= Nanos{0}) return;
            waiter_.wait(left);
        }
    }

    bool note(detail::TurnResult result) noexcept {
        const Nanos now = waiter_.now();
        const detail::AnnotatedLock lock{stats_mutex_};
        last_sweep_ = now;
        ++stats_.sweeps;
        stats_.removed += result.removed;
        if (result.lag) stats_.lag = *result.lag;
        if (result.failure) {
            ++stats_.failures;
            last_failure_ = std::move(result.failure);
        }
        return result.more;
    }

    Waiter waiter_;
    detail::SweeperTurn<Store> turn_;
    detail::AlarmSeat<Store> alarm_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::thread::id> id_{};  // of thread_, told by the thread itself before it does anything

    mutable detail::AnnotatedMutex stats_mutex_;
    SweeperStats stats_ TTLSTORE_GUARDED_BY(stats_mutex_);
    std::exception_ptr last_failure_ TTLSTORE_GUARDED_BY(stats_mutex_);
    Nanos last_sweep_ TTLSTORE_GUARDED_BY(stats_mutex_);

    detail::AnnotatedMutex join_mutex_;
    std::jthread thread_ TTLSTORE_GUARDED_BY(join_mutex_);  // last: it uses all the others
};

template <class Store>
BackgroundSweeper(Store&) -> BackgroundSweeper<Store>;
template <class Store>
BackgroundSweeper(Store&, SweeperOptions) -> BackgroundSweeper<Store>;
template <class Store, class Waiter>
BackgroundSweeper(Store&, SweeperOptions, Waiter) -> BackgroundSweeper<Store, Waiter>;
template <class Store, class Source>
BackgroundSweeper(Store&, CachedTicker<Source>&) -> BackgroundSweeper<Store>;
template <class Store, class Source>
BackgroundSweeper(Store&, CachedTicker<Source>&, SweeperOptions) -> BackgroundSweeper<Store>;
template <class Store, class Source, class Waiter>
BackgroundSweeper(Store&, CachedTicker<Source>&, SweeperOptions, Waiter) -> BackgroundSweeper<Store, Waiter>;

}  // namespace ttlstore
