// A timing wheel, slots that count how often they are asked, and beside it a std::multimap, which keeps equal keys in
// the order of their insertion: what the wheel promises.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "ttlstore/expiry/timing_wheel_expiry.hpp"

namespace unit {

using ttlstore::SlotId;
using ttlstore::Tick;

inline constexpr Tick kFirstTick = std::numeric_limits<Tick>::min() + 1;
inline constexpr Tick kLastTick = std::numeric_limits<Tick>::max();

class CountingSlots {
public:
    struct Entry {
        ttlstore::TimingWheelExpiry::Hook hook{7, 7};
        Tick deadline = ttlstore::kNoDeadline;
    };

    explicit CountingSlots(std::size_t count) : entries(count) {}

    ttlstore::TimingWheelExpiry::Hook& hook(SlotId id) const noexcept {
        ++asked;
        return entries[id].hook;
    }
    Tick deadline(SlotId id) const noexcept {
        ++asked;
        return entries[id].deadline;
    }
    bool occupied(SlotId id) const noexcept { return entries[id].deadline != ttlstore::kNoDeadline; }
    SlotId slot_count() const noexcept { return static_cast<SlotId>(entries.size()); }

    mutable std::vector<Entry> entries;
    mutable std::size_t asked = 0;
};

/// Every answer of the wheel is compared. Plain comparisons, reported only if they fail: there are millions.
class WheelBesideMap {
public:
    explicit WheelBesideMap(std::size_t slots) : slots_{slots}, places_(slots) {
        for (SlotId id = slots_.slot_count(); id-- > 0;) free_.push_back(id);
    }

    std::size_t size() const { return map_.size(); }
    bool full() const { return free_.empty(); }
    std::size_t bytes() const { return wheel_.bytes(); }
    SlotId first() const { return map_.begin()->second; }
    Tick first_deadline() const { return map_.begin()->first; }
    bool has(SlotId id) const { return slots_.occupied(id); }

    SlotId schedule(Tick deadline) {
        const SlotId id = free_.back();
        free_.pop_back();
        counted([&] { wheel_.schedule(slots_, id, deadline); });
        slots_.entries[id].deadline = deadline;
        places_[id] = map_.emplace(deadline, id);
        compare_next();
        return id;
    }
    void reschedule(SlotId id, Tick deadline) {
        counted([&] { wheel_.reschedule(slots_, id, deadline); });
        slots_.entries[id].deadline = deadline;
        map_.erase(places_[id]);
        places_[id] = map_.emplace(deadline, id);
        compare_next();
    }
    void cancel(SlotId id) {
        counted([&] { wheel_.cancel(slots_, id); });
        forget(id);
    }
    bool pop_due(Tick now) {
        std::optional<SlotId> id;
        counted([&] { id = wheel_.pop_due(slots_, now); });
        const bool due = !map_.empty() && map_.begin()->first <= now;
        if (id.has_value() != due || (due && *id != map_.begin()->second)) FAIL("another entry was due at " << now);
        if (due) forget(*id);
        return due;
    }
    /// How many were due, each compared.
    std::size_t drain(Tick now) {
        std::size_t popped = 0;
        while (pop_due(now)) ++popped;
        return popped;
    }
    /// Gives every entry another number.
    void rehash(std::mt19937_64& random) {
        std::vector<SlotId> numbers(slots_.entries.size());
        for (SlotId id = 0; id < numbers.size(); ++id) numbers[id] = id;
        std::shuffle(numbers.begin(), numbers.end(), random);
        std::vector<CountingSlots::Entry> moved(numbers.size());
        for (SlotId id = 0; id < numbers.size(); ++id) moved[numbers[id]] = slots_.entries[id];
        slots_.entries.swap(moved);
        wheel_.rehashed(slots_, [&](SlotId id) { return numbers[id]; });
        for (SlotId& id : free_) id = numbers[id];
        for (auto entry = map_.begin(); entry != map_.end(); ++entry) {
            entry->second = numbers[entry->second];
            places_[entry->second] = entry;
        }
    }
    void check_questions(Tick now) {
        std::vector<SlotId> expected;
        for (const auto& [deadline, id] : map_) expected.push_back(id);
        std::vector<SlotId> told;
        wheel_.for_each_by_deadline(slots_, [&](SlotId id) { told.push_back(id); });
        CHECK(told == expected);
        const auto due = static_cast<std::size_t>(std::distance(map_.begin(), map_.upper_bound(now)));
        CHECK(wheel_.count_due(slots_, now) == due);
        std::size_t shown = 0;
        wheel_.for_each_due(slots_, now, [&](SlotId id) { shown += slots_.deadline(id) <= now ? 1U : 0U; });
        CHECK(shown == due);
        if (expected.size() < 2) return;
        CHECK(wheel_.soonest(slots_) == expected[0]);
        CHECK(wheel_.soonest(slots_, expected[0]) == expected[1]);
    }

    /// The most questions that one call has asked of the slots since the last time this was asked.
    std::size_t worst_call() { return std::exchange(worst_, 0); }

private:
    template <class F>
    void counted(F f) {
        const std::size_t before = slots_.asked;
        f();
        worst_ = std::max(worst_, slots_.asked - before);
    }
    void forget(SlotId id) {
        map_.erase(places_[id]);
        slots_.entries[id] = {};
        free_.push_back(id);
        compare_next();
    }
    void compare_next() {
        const std::optional<Tick> next = wheel_.next_deadline();
        if (next.has_value() == map_.empty()) FAIL("next_deadline() is wrong about whether there is one");
        if (next && *next != map_.begin()->first) FAIL("next_deadline() is " << *next);
    }

    CountingSlots slots_;
    ttlstore::TimingWheelExpiry wheel_;
    std::multimap<Tick, SlotId> map_;
    std::vector<std::multimap<Tick, SlotId>::iterator> places_;
    std::vector<SlotId> free_;
    std::size_t worst_ = 0;
};

}  // namespace unit
