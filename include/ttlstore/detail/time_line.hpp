/// TimeLine: the types of a store's interface that are counted in its ticker's time, and the ways between it and ticks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <variant>

#include "../config.hpp"
#include "../time.hpp"

namespace ttlstore::detail {

template <class Ticker>
struct TimeLine {
    using duration = typename Ticker::duration;
    using time_point = typename Ticker::time_point;

    /// What is left of an entry's life: positive.
    struct Remaining {
        duration left;
        friend constexpr bool operator==(const Remaining&, const Remaining&) noexcept = default;
    };
    using TtlStatus = std::variant<Missing, Persistent, Remaining>;

    struct EntryInfo {
        std::optional<time_point> deadline;  ///< the earlier of its own and the idle one; none: lives for ever
        std::optional<duration> left;
        std::size_t weight = 1;
    };

    struct SweepReport {
        std::size_t removed = 0;
        bool drained = true;                      ///< nothing due is left; LazyExpiry says so a few calls late
        std::optional<time_point> next_deadline;  ///< of what is left
        duration oldest_lag{0};                   ///< how long after its deadline the first one left
    };

    static duration to_duration(Tick ticks) noexcept {
        using Rep = typename duration::rep;
        if constexpr (sizeof(Rep) < sizeof(Tick))
            ticks = std::clamp<Tick>(ticks, duration::min().count(), duration::max().count());
        return duration{static_cast<Rep>(ticks)};
    }
    static Tick in_ticks(std::chrono::nanoseconds time) noexcept {
        return AnyDuration{time}.template ceil_to<duration>();
    }
    static time_point to_time_point(Tick ticks) noexcept { return time_point{to_duration(ticks)}; }

    /// Of an entry that lives at `now()`, which is asked only if there is a deadline.
    template <class Now>
    static TtlStatus status(Tick deadline, Now& now) noexcept {
        if (deadline == kNoDeadline) return Persistent{};
        return Remaining{left(deadline, now())};
    }
    template <class Now>
    static EntryInfo info(Tick deadline, std::size_t weight, Now& now) noexcept {
        EntryInfo info;
        info.weight = weight;
        if (deadline != kNoDeadline) {
            info.deadline = to_time_point(deadline);
            info.left = left(deadline, now());
        }
        return info;
    }

private:
    static duration left(Tick deadline, Tick now) noexcept { return to_duration(saturating_distance(deadline, now)); }
};

}  // namespace ttlstore::detail
