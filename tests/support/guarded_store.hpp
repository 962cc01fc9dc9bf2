// A TtlStore behind one mutex, as a user might write it for a sweeper; with an alarm and without.
#pragma once

#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>

#include "support/recorder.hpp"
#include "ttlstore/detail/deadline_alarm.hpp"
#include "ttlstore/ttl_store.hpp"

namespace support {

using ttlstore::SweepBudget;

/// The listener of a Recorder runs under the mutex here. The kinds differ in what else a sweeper finds.
template <class Ticker = ttlstore::ManualTicker>
class Guarded {
    using Inner = ttlstore::TtlStore<int, int, Ticker, ttlstore::WithListener<Recorder<int, int>>>;

public:
    using duration = typename Inner::duration;
    using time_point = typename Inner::time_point;
    using SweepReport = typename Inner::SweepReport;
    static constexpr bool kShareable = true;

    explicit Guarded(const Ticker& ticker, Recorder<int, int> seen = {}) : ticker_{ticker}, store_{ticker, {}, seen} {}

    SweepReport sweep(const SweepBudget& budget) {
        const std::lock_guard lock{mutex_};
        ++sweeps_;
        return store_.sweep(budget);
    }
    std::optional<time_point> next_deadline() const {
        const std::lock_guard lock{mutex_};
        return store_.next_deadline();
    }
    time_point now() const noexcept { return ticker_.now(); }

    /// True if the entry's deadline is now the earliest.
    template <class T>
    bool set(int key, int value, T expiry) {
        const std::lock_guard lock{mutex_};
        const auto before = store_.next_deadline();
        store_.set(key, value, expiry);
        const auto after = store_.next_deadline();
        return after && (!before || *after < *before);
    }
    std::size_t stored() const {
        const std::lock_guard lock{mutex_};
        return store_.stored();
    }
    int sweeps() const {
        const std::lock_guard lock{mutex_};
        return sweeps_;
    }

private:
    const Ticker& ticker_;
    mutable std::mutex mutex_;
    Inner store_;
    int sweeps_ = 0;
};
using PlainGuarded = Guarded<>;

/// Tells of earlier deadlines, and how much a sweep removed although a listener threw.
class TellingGuarded : public PlainGuarded {
public:
    using PlainGuarded::PlainGuarded;

    template <class T>
    void set(int key, int value, T expiry) {
        if (PlainGuarded::set(key, value, expiry)) alarm_.lowered(next_deadline()->time_since_epoch().count());
    }
    using PlainGuarded::sweep;
    SweepReport sweep(const SweepBudget& budget, std::exception_ptr& failure) {
        const std::size_t before = stored();
        try {
            return PlainGuarded::sweep(budget);
        } catch (...) {
            failure = std::current_exception();
        }
        SweepReport report;
        report.removed = before - stored();
        report.drained = report.removed < budget.entries;
        return report;
    }
    ttlstore::detail::DeadlineAlarm& deadline_alarm() noexcept { return alarm_; }

private:
    ttlstore::detail::DeadlineAlarm alarm_;
};

}  // namespace support
