/// What a sharded store does to all its shards at once, and one after the other: clear, set_capacity, sweep.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "shard_set.hpp"
#include "time_line.hpp"

namespace ttlstore::detail {

template <class Traits>
class Whole {
    using Shards = ShardSet<Traits>;
    using ShardType = typename Shards::ShardType;
    using Now = typename Shards::Now;
    using Ticket = typename Shards::Ticket;
    using Visits = typename Shards::Visits;
    using Time = TimeLine<typename Traits::Ticker>;
    using Report = typename Time::SweepReport;

public:
    explicit Whole(const Shards& shards) noexcept : shards_{shards} {}

    std::size_t stored() const noexcept {
        AllSections<Traits> all{shards_.all()};
        all.unchanged();
        return stored_locked();
    }
    std::size_t overdue() const noexcept {
        AllSections<Traits> all{shards_.all()};
        all.unchanged();
        return overdue_locked();
    }
    std::size_t live() const noexcept {
        AllSections<Traits> all{shards_.all()};
        all.unchanged();
        return stored_locked() - overdue_locked();
    }

    /// Returns how many entries left.
    std::size_t clear() const {
        return shards_.visiting([&](Visits& visits) {
            AllSections<Traits> all{shards_.all()};
            std::vector<Ticket*> tickets;
            tickets.reserve(shards_.count());
            for (std::size_t i = 0; i < shards_.count(); ++i) {
                ShardType& shard = shards_[i];
                Ticket& ticket = *tickets.emplace_back(&visits.ticket_for(shard));
                shard.attach(ticket);
                ticket.reserve(shard.held_entries().table().stored());
            }
            const std::size_t gone = stored_locked();
            Now now{shards_.ticker()};
            for (std::size_t i = 0; i < shards_.count(); ++i) {
                shards_[i].held_entries().clear(now, *tickets[i]);
                shards_[i].held_loads().overtake_all();
            }
            return gone;
        });
    }

    void set_capacity(std::size_t capacity) const {
        if (capacity == 0) throw std::invalid_argument("ttlstore: capacity must be at least 1");
        bool told = false;
        // Again as long as memory to note removals runs out, which telling them gives back.
        while (shards_.visiting([&](Visits& visits) {
            const Hold gathering{shards_.gathering()};
            AllSections<Traits> all{shards_.all()};
            const Bounds whole{capacity, shards_.room().whole().weight};
            for (std::size_t i = 0; i < shards_.count() && !told; ++i) {
                shards_[i].held_entries().set_share(shards_.room().share_of(whole));
            }
            told = true;
            const std::size_t stored = stored_locked();
            shards_.room().set_capacity(capacity, stored);
            return stored > capacity && shrink(stored - capacity, visits);
        })) {
        }
    }

    /// Spreads over the shards where something is due, a few entries a hold of the lock, beginning after the shard where
    /// the last sweep ended, and passes by those whose lock is held.
    Report sweep(const SweepBudget& budget, std::exception_ptr& failure) const {
        EarliestDeadline& deadlines = shards_.room().deadlines();
        Report report;
        Now now{shards_.ticker()};
        const bool timed = budget.time.has_value() && deadlines.earliest() != kNoDeadline;
        const Tick until = timed ? saturating_offset(now(), Time::in_ticks(*budget.time)) : 0;
        const auto due = [&](std::size_t shard) {
            const Tick deadline = deadlines.of(shard);
            return deadline != kNoDeadline && deadline <= now();
        };
        std::size_t next = next_swept_.load(std::memory_order_relaxed);
        Tick lag = 0;
        for (bool over = false, goes_on = true; goes_on && !over;) {
            goes_on = false;
            std::size_t due_shards = 0;
            for (std::size_t i = 0; i < shards_.count(); ++i) due_shards += due(i) ? 1U : 0U;
            if (due_shards == 0) break;
            const std::size_t slice =
                std::clamp<std::size_t>((budget.entries - report.removed) / due_shards, 1, kMostAtOnce);
            const std::size_t first = next;
            for (std::size_t step = 0; step < shards_.count() && !over; ++step) {
                const std::size_t number = (first + step) & (shards_.count() - 1);
                if (!due(number)) continue;
                if (report.removed == budget.entries) {
                    over = true;
                    break;
                }
                const std::size_t most = std::min(slice, budget.entries - report.removed);
                const auto enough = [&] { return timed && (over = shards_.ticker().read() >= until); };
                const std::size_t removed = sweep_one(shards_[number], most, enough, now, lag, failure);
                next = number + 1;
                report.removed += removed;
                goes_on = goes_on || removed != 0;
            }
        }
        next_swept_.store(next & (shards_.count() - 1), std::memory_order_relaxed);
        if (report.removed != 0) report.oldest_lag = Time::to_duration(lag);
        const Tick earliest = deadlines.earliest();
        if (earliest != kNoDeadline) {
            report.drained = alive_at(earliest, now());
            report.next_deadline = Time::to_time_point(earliest);
        }
        return report;
    }

private:
    static constexpr std::size_t kMostAtOnce = 64;

    std::size_t stored_locked() const noexcept {
        std::size_t stored = 0;
        for (std::size_t i = 0; i < shards_.count(); ++i) stored += shards_[i].held_entries().table().stored();
        return stored;
    }
    std::size_t overdue_locked() const noexcept {
        std::size_t overdue = 0;
        Now now{shards_.ticker()};
        for (std::size_t i = 0; i < shards_.count(); ++i) overdue += shards_[i].held_entries().overdue(now);
        return overdue;
    }

    /// Removes so many entries: the dead of all shards, then the living of those above their share, then of any. Whether
    /// there is more to do than memory allowed for.
    bool shrink(std::size_t excess, Visits& visits) const {
        Now now{shards_.ticker()};
        const std::size_t share = shards_.room().share().entries;
        bool starved = false;
        const auto remove = [&](std::size_t i, std::size_t most, bool living) {
            ShardType& shard = shards_[i];
            if (most == 0) return;
            Ticket& ticket = visits.ticket_for(shard);
            shard.attach(ticket);
            const Credits before = shard.held_entries().slots().spare();
            shard.held_entries().make_room_elsewhere({before.entries + most, 0}, living, now, ticket);
            excess -= shard.held_entries().slots().spare().entries - before.entries;
            starved = starved || !ticket.ready();
        };
        for (std::size_t i = 0; i < shards_.count(); ++i) remove(i, excess, false);
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            const std::size_t stored = shards_[i].held_entries().table().stored();
            remove(i, std::min(excess, stored - std::min(stored, share)), true);
        }
        for (std::size_t i = 0; i < shards_.count(); ++i) remove(i, excess, true);
        return excess != 0 && starved;
    }

    template <class Enough>
    std::size_t sweep_one(ShardType& shard, std::size_t most, Enough enough, Now& now, Tick& lag,
                          std::exception_ptr& failure) const {
        std::size_t removed = 0;
        Ticket ticket;
        {
            Traits::Hooks::at(Point::before_lock);
            if (!shard.mutex.try_lock()) return 0;
            Section<Traits> section{shard, std::adopt_lock};
            ticket.attach(shard.outbox);
            shard.loads.purge(now);
            while (removed < most && ticket.ready()) {
                const std::optional<Tick> late = shard.entries.sweep_one(now, ticket);
                if (!late) break;
                lag = std::max(lag, *late);
                ++removed;
                if (enough()) break;
            }
        }
        shards_.deliver(shard, ticket);
        try {
            ticket.rethrow();
        } catch (...) {
            if (!failure) failure = std::current_exception();
        }
        return removed;
    }

    const Shards& shards_;
    mutable std::atomic<std::size_t> next_swept_{0};
};

}  // namespace ttlstore::detail
