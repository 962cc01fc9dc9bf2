/// SweeperTurn: what a sweeper does each time it wakes, and how long it may then sleep. Knows no threads.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <exception>
#include <optional>
#include <stdexcept>

#include "../config.hpp"
#include "../ticker/cached_ticker.hpp"
#include "../time.hpp"
#include "deadline_alarm.hpp"

namespace ttlstore {

/// When a BackgroundSweeper wakes, and how much it does each time.
struct SweeperOptions {
    /// The least between two sweeps, unless the first left something due; keeps a clock that moves in steps, or a flood
    /// of new deadlines, from making the sweeper spin.
    std::chrono::nanoseconds shortest_wait = std::chrono::milliseconds{1};
    /// The most between two sweeps: the bound on how late an entry leaves when the store cannot tell of an earlier
    /// deadline, or its clock does not run with the waiter's.
    std::chrono::nanoseconds longest_wait = std::chrono::seconds{1};
    /// The most between two readings of the CachedTicker, if one is given: both waits are then at most that.
    std::chrono::nanoseconds refresh_every = std::chrono::milliseconds{1};
    /// Between two sweeps when the first left something due. None is best for a sharded store, whose readers seldom meet
    /// the sweeper; a store behind one mutex needs some, or a sweeper takes the mutex again before those who wait for it.
    std::chrono::nanoseconds pause = {};
    /// Of one sweep; the store may hold a lock for so long.
    SweepBudget budget = {.entries = 256, .time = {}};
};

/// Sweeps with a budget, reports what it did, knows its next deadline and what time it is.
template <class S>
concept SweepableStore = requires(S& store, const S& same, const SweepBudget& budget) {
    typename S::duration;
    typename S::time_point;
    { store.sweep(budget).removed } -> std::convertible_to<std::size_t>;
    { store.sweep(budget).drained } -> std::convertible_to<bool>;
    { store.sweep(budget).oldest_lag } -> std::convertible_to<typename S::duration>;
    { same.next_deadline() } -> std::convertible_to<std::optional<typename S::time_point>>;
    { same.now() } -> std::convertible_to<typename S::time_point>;
};

namespace detail {

/// Calls refresh() of a CachedTicker, whatever its source; of nobody if made from nothing.
class Refresher {
public:
    Refresher() = default;
    template <class Source>
    explicit Refresher(CachedTicker<Source>& ticker) noexcept
        : ticker_{&ticker}, refresh_{[](void* self) noexcept {
              static_cast<CachedTicker<Source>*>(self)->refresh();
          }} {}

    explicit operator bool() const noexcept { return refresh_ != nullptr; }
    void operator()() const noexcept {
        if (refresh_ != nullptr) refresh_(ticker_);
    }

private:
    void* ticker_ = nullptr;
    void (*refresh_)(void*) noexcept = nullptr;
};

struct TurnResult {
    std::size_t removed = 0;
    bool more = false;                            ///< something due is left, and it is worth while to go on
    std::optional<std::chrono::nanoseconds> lag;  ///< how late the removal was
    std::exception_ptr failure;
};

template <class Store>
class SweeperTurn {
    using Duration = typename Store::duration;
    using Nanos = std::chrono::nanoseconds;

public:
    /// Throws std::invalid_argument for waits that are not positive or in the wrong order, and a budget of nothing.
    SweeperTurn(Store& store, const SweeperOptions& options, Refresher refresher)
        : store_{store}, options_{options}, refresher_{refresher} {
        if (options.shortest_wait <= Nanos{0} || options.longest_wait < options.shortest_wait)
            throw std::invalid_argument("ttlstore: a sweeper waits 0 < shortest_wait <= longest_wait");
        if (options.refresh_every <= Nanos{0})
            throw std::invalid_argument("ttlstore: a sweeper's refresh_every must be positive");
        if (options.pause < Nanos{0} || options.budget.entries == 0)
            throw std::invalid_argument("ttlstore: a sweeper's budget must be positive, its pause not negative");
    }

    /// One sweep. What a listener throws is in the result.
    TurnResult sweep() noexcept {
        refresher_();
        TurnResult result;
        try {
            const auto report = sweep_store(result.failure);
            result.removed = report.removed;
            result.more = report.removed != 0 && !report.drained;
            if (report.removed != 0) result.lag = nanos(ticks(report.oldest_lag));
        } catch (...) {
            result.failure = std::current_exception();
        }
        return result;
    }

    /// How long to sleep when nothing more is to be done now; arms the alarm for deadlines before that.
    Nanos plan(AlarmSeat<Store>& alarm) const {
        const Nanos longest =
            refresher_ ? std::min(options_.longest_wait, options_.refresh_every) : options_.longest_wait;
        const Nanos shortest = std::min(options_.shortest_wait, longest);
        const Tick now = ticks(store_.now().time_since_epoch());
        const Tick far = saturating_add(now, AnyDuration{longest}.template ceil_to<Duration>());
        alarm.arm(far);  // before the store is asked: deadline_alarm.hpp says why
        const auto next = store_.next_deadline();
        if (!next) return longest;
        const Tick deadline = ticks(next->time_since_epoch());
        if (deadline >= far) return longest;
        alarm.arm(deadline);
        if (deadline <= now) return shortest;
        return std::clamp(nanos(saturating_distance(deadline, now)), shortest, longest);
    }

    Nanos pause() const noexcept { return options_.pause; }
    Nanos shortest_wait() const noexcept { return options_.shortest_wait; }

private:
    static Tick ticks(Duration duration) noexcept { return static_cast<Tick>(duration.count()); }
    static Nanos nanos(Tick count) noexcept {
        return Nanos{
            AnyDuration{std::chrono::duration<Tick, typename Duration::period>{count}}.template ceil_to<Nanos>()};
    }

    auto sweep_store(std::exception_ptr& failure) {
        if constexpr (requires { store_.sweep(options_.budget, failure); })
            return store_.sweep(options_.budget, failure);
        else
            return store_.sweep(options_.budget);
    }

    Store& store_;
    SweeperOptions options_;
    Refresher refresher_;
};

}  // namespace detail
}  // namespace ttlstore
