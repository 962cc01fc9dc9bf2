// What every expiry index owes a store. Run it on an index of your own:
//     TEST_CASE("MyExpiry keeps the contract") { contract::check_expiry_index<MyExpiry>(); }
// An index that promises less says so:
//     template <> inline constexpr contract::Promises contract::promises<MyExpiry>{.first_come = false};
// What it never promises away: nothing is due early, nothing is lost, next_deadline() is not too late.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "contract/plain_slots.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttl_store.hpp"

namespace contract {

struct Promises {
    bool first_come = true;  // among equal deadlines the one scheduled first is due first
    bool exact_next = true;  // next_deadline() is the earliest deadline, not merely no later than it
    bool any_order = true;   // a deadline may be earlier than the latest one there is; else that is a std::logic_error
    bool earliest_first = true;  // of what is due, pop_due takes out the earliest
    bool finds_all = true;       // pop_due answers nothing only if nothing is due
};
template <class Index>
inline constexpr Promises promises{};
template <>
inline constexpr Promises promises<ttlstore::FifoExpiry>{.any_order = false};
template <>
inline constexpr Promises promises<ttlstore::LazyExpiry>{
    .first_come = false, .exact_next = false, .earliest_first = false, .finds_all = false};

/// An index, its slots, and beside it a list too plain to be wrong.
template <class Index>
class IndexAlone {
    using Slots = PlainSlots<typename Index::Hook>;

public:
    explicit IndexAlone(SlotId slot_count, unsigned seed = 1) : slots_{slot_count}, random_{seed} {}

    SlotId schedule(Tick wanted) {
        const SlotId id = slots_.free_slot(random_);
        const Tick deadline = admissible(id, wanted);
        slots_.set_deadline(id, deadline);
        schedule_again(id, deadline);
        slots_.occupy(id);
        return id;
    }
    void cancel(SlotId id) {
        index_.cancel(slots_, id);
        forget(id);
        slots_.set_deadline(id, ttlstore::kNoDeadline);
        slots_.release(id);
        check();
    }
    /// As the store does it: by `reschedule` where there is one, else by cancel and schedule.
    void reschedule(SlotId id, Tick wanted) {
        const Tick deadline = admissible(id, wanted);
        if constexpr (requires { index_.reschedule(slots_, id, deadline); }) {
            index_.reschedule(slots_, id, deadline);
            forget(id);
            slots_.set_deadline(id, deadline);
            list_.push_back({deadline, id});
            check();
        } else {
            index_.cancel(slots_, id);
            forget(id);
            schedule_again(id, deadline);
        }
    }
    std::optional<SlotId> pop_due(Tick now) {
        const std::optional<SlotId> id = index_.pop_due(slots_, now);
        const auto due = std::min_element(list_.begin(), list_.end(), earlier);
        if (due == list_.end() || due->deadline > now) {
            CHECK(id == std::nullopt);
            return std::nullopt;
        }
        if (!promises<Index>.finds_all && !id) {
            REQUIRE(std::as_const(index_).next_deadline() <= now);
            return std::nullopt;
        }
        REQUIRE(id.has_value());
        if (promises<Index>.first_come) REQUIRE(*id == due->id);
        if (promises<Index>.earliest_first) REQUIRE(slots_.deadline(*id) == due->deadline);
        REQUIRE(slots_.occupied(*id));
        REQUIRE(slots_.deadline(*id) <= now);
        forget(*id);
        slots_.release(*id);
        check();
        return id;
    }
    void grow() {
        const std::vector<SlotId> places = slots_.grow(random_);
        tell_rehashed(index_, slots_, places);
        for (auto& entry : list_) entry.id = places[entry.id];
        check();
    }
    void move_index() {
        Index moved{std::move(index_)};
        index_ = std::move(moved);
        check();
    }

    void check() {
        const auto next = std::as_const(index_).next_deadline();
        const auto earliest = std::min_element(list_.begin(), list_.end(), earlier);
        REQUIRE(next.has_value() == (earliest != list_.end()));
        if (!next) return;
        REQUIRE(*next <= earliest->deadline);
        if (promises<Index>.exact_next) REQUIRE(*next == earliest->deadline);
    }
    /// The optional members, where the index has them.
    void check_questions(Tick now) {
        std::vector<Scheduled> sorted = list_;
        std::stable_sort(sorted.begin(), sorted.end(), earlier);
        std::vector<SlotId> all;
        std::vector<SlotId> due;
        for (const Scheduled& entry : sorted) {
            all.push_back(entry.id);
            if (entry.deadline <= now) due.push_back(entry.id);
        }
        if constexpr (requires(const Index& i, Slots& s) { i.for_each_by_deadline(s, [](SlotId) {}); }) {
            std::vector<SlotId> told;
            std::as_const(index_).for_each_by_deadline(slots_, [&](SlotId id) { told.push_back(id); });
            CHECK(told == all);
        }
        if constexpr (requires(const Index& i, Slots& s) { i.for_each_due(s, Tick{}, [](SlotId) {}); }) {
            std::vector<SlotId> told;
            std::as_const(index_).for_each_due(slots_, now, [&](SlotId id) { told.push_back(id); });
            std::sort(told.begin(), told.end());
            std::sort(due.begin(), due.end());
            CHECK(told == due);
        }
        if constexpr (requires { index_.soonest(slots_); }) {
            CHECK(index_.soonest(slots_) == (all.empty() ? std::nullopt : std::optional<SlotId>{all.front()}));
        }
    }

    [[nodiscard]] std::size_t count() const { return list_.size(); }
    [[nodiscard]] SlotId any() { return list_[random_() % list_.size()].id; }
    [[nodiscard]] SlotId room() const { return slots_.slot_count(); }
    unsigned draw(unsigned below) { return static_cast<unsigned>(random_()) % below; }

private:
    struct Scheduled {
        Tick deadline;
        SlotId id;
    };
    /// The deadline itself, or the next later one that the index takes.
    [[nodiscard]] Tick admissible(SlotId id, Tick deadline) const {
        if (promises<Index>.any_order) return deadline;
        for (const Scheduled& other : list_) {
            if (other.id != id) deadline = std::max(deadline, other.deadline);
        }
        return deadline;
    }
    static bool earlier(const Scheduled& a, const Scheduled& b) { return a.deadline < b.deadline; }

    void schedule_again(SlotId id, Tick deadline) {
        index_.schedule(slots_, id, deadline);
        slots_.set_deadline(id, deadline);
        list_.push_back({deadline, id});
        check();
    }
    void forget(SlotId id) {
        list_.erase(std::find_if(list_.begin(), list_.end(), [id](const Scheduled& s) { return s.id == id; }));
    }

    Slots slots_;
    Index index_;
    std::vector<Scheduled> list_;  // in order of scheduling
    std::mt19937 random_;
};

template <class Index>
void drain(IndexAlone<Index>& alone) {
    constexpr std::size_t kRounds = 100;
    for (std::size_t tries = alone.count() + kRounds; alone.count() > 0 && tries > 0; --tries) {
        alone.pop_due(std::numeric_limits<Tick>::max());
    }
    CHECK(alone.count() == 0);
}

template <class Index>
void check_index_alone() {
    static_assert(ttlstore::ExpiryIndex<Index>);
    constexpr Tick kFirst = std::numeric_limits<Tick>::min() + 1;
    constexpr Tick kLast = std::numeric_limits<Tick>::max();
    {
        INFO("an empty index has nothing due");
        IndexAlone<Index> alone{8};
        alone.check();
        CHECK(alone.pop_due(kLast) == std::nullopt);
    }
    {
        INFO("an entry is due at its deadline, not before");
        IndexAlone<Index> alone{8};
        const SlotId id = alone.schedule(100);
        CHECK(alone.pop_due(99) == std::nullopt);
        CHECK(alone.pop_due(100) == id);
        CHECK(alone.pop_due(100) == std::nullopt);
    }
    {
        INFO("earliest first, first scheduled first among equals");
        IndexAlone<Index> alone{64};
        for (const Tick deadline : {5, 3, 9, 3, 5, 1, 3, 9, 9, 5}) alone.schedule(deadline);
        alone.check_questions(4);
        drain(alone);
    }
    {
        INFO("a cancelled entry is not due");
        IndexAlone<Index> alone{64};
        const SlotId a = alone.schedule(5);
        const SlotId b = alone.schedule(5);
        const SlotId c = alone.schedule(5);
        const SlotId d = alone.schedule(7);
        alone.cancel(b);
        alone.cancel(d);
        alone.check_questions(5);
        const auto first = alone.pop_due(10);
        const auto second = alone.pop_due(10);
        CHECK(std::minmax(first, second) == std::minmax(std::optional{a}, std::optional{c}));
        if (promises<Index>.first_come) CHECK(first == a);
        CHECK(alone.pop_due(10) == std::nullopt);
    }
    {
        INFO("an entry scheduled anew at its deadline goes behind its equals");
        IndexAlone<Index> alone{64};
        const SlotId a = alone.schedule(5);
        const SlotId b = alone.schedule(5);
        alone.reschedule(a, 5);
        if (promises<Index>.first_come) CHECK(alone.pop_due(5) == b);
        drain(alone);
        const SlotId only = alone.schedule(6);
        alone.reschedule(only, 6);
        CHECK(alone.pop_due(6) == only);
    }
    if (promises<Index>.any_order) {
        INFO("the ends of time are deadlines like others");
        IndexAlone<Index> alone{64};
        const SlotId last = alone.schedule(kLast);
        const SlotId first = alone.schedule(kFirst);
        const SlotId middle = alone.schedule(0);
        const SlotId also_last = alone.schedule(kLast);
        alone.check_questions(0);
        CHECK(alone.pop_due(kFirst) == first);
        CHECK(alone.pop_due(kLast - 1) == middle);
        CHECK(alone.pop_due(kLast - 1) == std::nullopt);
        const auto one = alone.pop_due(kLast);
        const auto other = alone.pop_due(kLast);
        CHECK(std::minmax(one, other) == std::minmax(std::optional{last}, std::optional{also_last}));
        if (promises<Index>.first_come) CHECK(one == last);
    }
    if (promises<Index>.any_order) {
        INFO("a clock that steps back finds less due, and a deadline behind the clock is due at once");
        IndexAlone<Index> alone{64};
        alone.schedule(10);
        alone.schedule(1'000'000);
        CHECK(alone.pop_due(500'000).has_value());
        CHECK(alone.pop_due(3) == std::nullopt);
        const SlotId late = alone.schedule(4);
        CHECK(alone.pop_due(3) == std::nullopt);
        CHECK(alone.pop_due(4) == late);
        drain(alone);
    }
    {
        INFO("a thousand entries move along when the slots grow");
        IndexAlone<Index> alone{2};
        for (int i = 0; i < 1'000; ++i) {
            if (alone.count() == alone.room()) alone.grow();
            alone.schedule(i * 7 % 31);
        }
        alone.move_index();
        alone.check_questions(15);
        drain(alone);
    }
    for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO("any order of calls, seed " << seed);
        IndexAlone<Index> alone{64, seed};
        Tick now = seed % 3 == 0 ? kFirst + 1'000 : 0;
        const Tick spread = seed % 2 == 0 ? 10 : 1'000'000;
        const auto later = [&] { return now + static_cast<Tick>(alone.draw(static_cast<unsigned>(spread))); };
        int growths = 0;
        for (int step = 0; step < 1'500; ++step) {
            const unsigned choice = alone.draw(100);
            if (alone.count() == 0 || (choice < 35 && alone.count() < 64)) {
                alone.schedule(later());
            } else if (choice < 55) {
                alone.reschedule(alone.any(), later());
            } else if (choice < 65) {
                alone.cancel(alone.any());
            } else if (choice < 90) {
                alone.pop_due(now);
            } else if (choice < 95) {
                now += static_cast<Tick>(alone.draw(static_cast<unsigned>(spread / 4 + 1)));
            } else if (choice < 96) {
                now -= 3;
            } else if (choice < 97 && growths < 3) {
                alone.grow();
                ++growths;
            } else {
                alone.check_questions(now);
            }
        }
        drain(alone);
    }
}

template <class Index>
void check_index_in_store() {
    INFO("a store sweeps in order, within its budget, and reads what is left right");
    using namespace std::chrono_literals;
    using Recorder = support::Recorder<int, int>;
    ttlstore::ManualTicker clock;
    const Recorder seen;
    ttlstore::TtlStore<int, int, ttlstore::ManualTicker, Index, ttlstore::WithListener<Recorder>> store{
        clock, {}, seen};
    std::mt19937 random{9};
    for (int i = 0; i < 3'000; ++i) {
        const int key = static_cast<int>(random() % 200);
        const auto ttl = std::chrono::milliseconds{promises<Index>.any_order ? 1 + random() % 50 : 20};
        if (i % 3 != 0) store.set(key, i, ttl);
        if (i % 3 == 0) store.expire(key, ttl);
        if (random() % 10 == 0) store.persist(key);
        if (random() % 10 == 0) store.erase(key);
        if (random() % 3 == 0) clock.advance(std::chrono::milliseconds{random() % 4});
        seen.take();
        const std::size_t overdue = store.overdue();
        const std::size_t budget = random() % 4;
        const std::size_t swept = store.sweep(budget);
        CHECK(swept <= std::min(budget, overdue));
        if (promises<Index>.finds_all) CHECK(swept == std::min(budget, overdue));
        CHECK(store.overdue() == overdue - swept);
        std::chrono::nanoseconds lateness = std::chrono::nanoseconds::max();
        for (const auto& event : seen.take()) {
            CHECK(event.cause == ttlstore::RemovalCause::expired);
            if (promises<Index>.earliest_first) CHECK(event.late_by <= lateness);
            lateness = event.late_by;
        }
        if (i % 50 == 0) support::check_invariants(store);
    }
    clock.advance(1min);
    int sweeps = 0;
    while (!store.sweep(ttlstore::SweepBudget{.entries = 10'000}).drained) REQUIRE(++sweeps < 1'000);
    CHECK(store.overdue() == 0);
    CHECK(store.next_deadline() == std::nullopt);
    support::check_invariants(store);
}

template <class Index>
void check_expiry_index() {
    check_index_alone<Index>();
    check_index_in_store<Index>();
}

}  // namespace contract
