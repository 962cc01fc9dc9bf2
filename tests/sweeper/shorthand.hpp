// A TtlStore behind one mutex, as a user might write it for a sweeper; with an alarm and without.
#pragma once

#include <atomic>

namespace sweeper_test {
/// An assertion that fails in this program is counted where a test expects it, and ends the program elsewhere.
inline std::atomic<int> expected_assertions{0};
inline std::atomic<int> failed_assertions{0};
[[noreturn]] void give_up(const char* what);
inline void assertion_failed(const char* what) {
    if (expected_assertions-- <= 0) give_up(what);
    ++failed_assertions;
}
}  // namespace sweeper_test
#define TTLSTORE_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::sweeper_test::assertion_failed(#condition))

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"
#include "support/manual_waiter.hpp"
#include "support/recorder.hpp"

namespace sweeper_test {

using namespace ttlstore;
using namespace std::chrono_literals;
using support::ManualWaiter;
using Nanos = std::chrono::nanoseconds;
using Seen = support::Recorder<int, int>;

[[noreturn]] inline void give_up(const char* what) {
    std::fprintf(stderr, "assertion failed: %s\n", what);
    std::abort();
}

/// The listener of a Recorder runs under the mutex here. The kinds differ in what else a sweeper finds.
template <class Ticker = ManualTicker>
class Guarded {
    using Inner = TtlStore<int, int, Ticker, WithListener<Seen>>;

public:
    using duration = typename Inner::duration;
    using time_point = typename Inner::time_point;
    using SweepReport = typename Inner::SweepReport;
    static constexpr bool kShareable = true;

    explicit Guarded(const Ticker& ticker, Seen seen = {}) : ticker_{ticker}, store_{ticker, {}, seen} {}

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
using Plain = Guarded<>;

/// Tells of earlier deadlines, and how much a sweep removed although a listener threw.
class Telling : public Plain {
public:
    using Plain::Plain;

    template <class T>
    void set(int key, int value, T expiry) {
        if (Plain::set(key, value, expiry)) alarm_.lowered(next_deadline()->time_since_epoch().count());
    }
    using Plain::sweep;
    SweepReport sweep(const SweepBudget& budget, std::exception_ptr& failure) {
        const std::size_t before = stored();
        try {
            return Plain::sweep(budget);
        } catch (...) {
            failure = std::current_exception();
        }
        SweepReport report;
        report.removed = before - stored();
        report.drained = report.removed < budget.entries;
        return report;
    }
    detail::DeadlineAlarm& deadline_alarm() noexcept { return alarm_; }

private:
    detail::DeadlineAlarm alarm_;
};

}  // namespace sweeper_test
