/// Landing: how a load ends. Its value is stored, or its failure told, under the shard's lock and in one step with the
/// end of its flight; then all who wait are answered.
///
/// If the flight is still in its shard's book the value is stored and the flight taken out: nobody between the load and
/// the store can begin another. If a write or erase took it out before, nothing is stored, and only those who had joined
/// by then are answered. Threads that wait are answered under the lock too, before any removal is told: a listener may
/// be among them, in whose turn ours must wait. Futures are answered last, when the store is not touched any more, as one
/// who waits for a future may destroy it then.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../loading.hpp"
#include "flight.hpp"
#include "loader.hpp"
#include "shard_loads.hpp"
#include "shard_set.hpp"

namespace ttlstore::detail {

/// A value that get_or_load may answer for a while after its deadline, or, without one, the absence of a key.
template <class Key, class Value>
struct Memory : MemoryBase {
    template <class K>
    explicit Memory(const K& k) : key{std::in_place, k} {}

    Stored<Key> key;
    std::optional<Value> value;
    Tick deadline = kNoDeadline;
};

template <class Traits>
class Landing {
public:
    using Key = typename Traits::Key;
    using Value = typename Traits::Value;
    using Duration = typename Traits::Duration;
    using Shards = ShardSet<Traits>;
    using Shard = typename Shards::ShardType;
    using Entries = typename Shards::Entries;
    using Now = typename Shards::Now;
    using Ticket = typename Shards::Ticket;
    using FlightType = Flight<Key, Value>;
    using Outcome = LoadOutcome<Value>;
    using Kind = typename Outcome::Kind;
    using MemoryType = Memory<Key, Value>;

    explicit Landing(const Shards& shards) noexcept : shards_{shards} {}
    Landing(const Landing&) = delete;
    Landing& operator=(const Landing&) = delete;
    ~Landing() { TTLSTORE_ASSERT(under_way_.load(std::memory_order_acquire) == 0 && "a store must outlive its loads"); }

    /// A flight enters its shard's book.
    void begin() const noexcept { under_way_.fetch_add(1, std::memory_order_relaxed); }

    /// Calls the loader and lands. Returns what a listener threw when the value was stored.
    template <class F>
    std::exception_ptr load(FlightType& flight, F& loader, const LoadOptions& options) const noexcept {
        Outcome outcome;
        Expiry expiry = options.expiry;
        std::optional<Stored<Value>> copy;  // made here, where no lock is held
        try {
            call_loader<Key, Value>(loader, std::as_const(flight.key).get(), outcome, expiry);
            if (outcome.value) copy.emplace(std::in_place, std::as_const(*outcome.value).get());
        } catch (...) {
            outcome = Outcome::failed(std::current_exception());
        }
        Traits::Hooks::at(Point::before_store);
        return land(flight, outcome, copy, expiry, options);
    }

    /// The end of a flight that nobody has run.
    void cancel(FlightType& flight) const noexcept {
        Outcome none;
        std::optional<Stored<Value>> nothing;
        land(flight, none, nothing, Expiry::standard(), {});
    }

    /// The executor did not take it.
    void fail(FlightType& flight, std::exception_ptr error) const noexcept {
        Outcome outcome = Outcome::failed(std::move(error));
        std::optional<Stored<Value>> nothing;
        land(flight, outcome, nothing, Expiry::standard(), {});
    }

    // ---- with the shard's lock held

    /// Gives `place` the dead value that a call with this window may be answered. Throws what copying it there throws.
    template <class Q, class Place>
    void recall_stale(ShardLoads& loads, const Hashed<Q>& key, const Ttl& window, Now& now, Place place) const {
        const MemoryType* const memory = recall(loads, key, now);
        if (memory == nullptr || !memory->value) return;
        if (now() >= saturating_offset(memory->deadline, window.template ticks<Duration>())) return;
        place(*memory->value);
        ++loads.count().stale;
    }
    /// What is remembered of the key.
    template <class Q>
    const MemoryType* recall(ShardLoads& loads, const Hashed<Q>& key, Now& now) const {
        const auto is_its = [&](const MemoryBase& memory) {
            return same(static_cast<const MemoryType&>(memory).key, key);
        };
        return static_cast<const MemoryType*>(loads.recall(key.hash, is_its, now));
    }
    template <class Q>
    static bool same(const Stored<Key>& stored, const Hashed<Q>& key) {
        return typename Traits::KeyEqual{}(stored.get(), key.key);
    }

private:
    std::exception_ptr land(FlightType& flight, Outcome& outcome, std::optional<Stored<Value>>& copy, Expiry expiry,
                            const LoadOptions& options) const noexcept {
        bool settled = false;
        std::exception_ptr complaint;
        try {
            if (outcome.kind == Kind::value) store(flight, outcome, *copy, expiry, options, settled);
        } catch (...) {
            complaint = std::current_exception();
        }
        if (complaint && !flight.revealed) outcome = Outcome::failed(std::exchange(complaint, nullptr));
        try {
            if (!settled) store_nothing(flight, outcome, options);
        } catch (...) {
            if (!complaint) complaint = std::current_exception();
        }
        answer_futures(flight, complaint);
        return complaint;
    }

    void store(FlightType& flight, Outcome& outcome, Stored<Value>& copy, const Expiry& expiry,
               const LoadOptions& options, bool& settled) const {
        Shard& shard = shards_.of(flight.hash());
        shards_.act_with_room(shard, [&](Entries& entries, Now& now, Ticket& ticket) {
            ShardLoads& loads = shard.held_loads();
            if (loads.holds(flight)) {
                const auto stored = entries.set(flight.hash(), std::move(flight.key.get()), std::move(copy.get()),
                                                Term::of<Duration>(expiry), When::always, now, ticket);
                if (ticket.wants()) {  // called again when there is room; until then removals may be told
                    reveal(flight, outcome);
                    return false;
                }
                loads.forget(flight.hash());
                if (options.serve_stale && stored.id != kNil)
                    remember_stale(loads, flight.hash(), value_of(flight, outcome), *options.serve_stale, entries,
                                   stored.id, now);
            }
            settle(loads, flight, outcome, now);
            return settled = true;
        });
    }

    void store_nothing(FlightType& flight, Outcome& outcome, const LoadOptions& options) const {
        Shard& shard = shards_.of(flight.hash());
        shards_.act(shard, [&](Entries& entries, Now& now, Ticket& ticket) {
            ShardLoads& loads = shard.held_loads();
            const bool is_absent = outcome.kind == Kind::absent && loads.holds(flight);
            settle(loads, flight, outcome, now);
            if (!is_absent) return;
            loads.forget(flight.hash());
            if (options.remember_absent) remember_absent(loads, flight, *options.remember_absent, now);
            entries.erase(Hashed<Key>{flight.key.get(), flight.hash()}, now, ticket);
        });
    }

    // Without memory to remember in, nothing is remembered.

    void remember_stale(ShardLoads& loads, std::uint64_t hash, const Value& value, const Ttl& window,
                        const Entries& entries, SlotId id, Now& now) const noexcept {
        const Tick deadline = entries.slots().limits(id).own;
        if (deadline == kNoDeadline) return;
        try {
            auto memory = std::make_unique<MemoryType>(entries.key(id));
            memory->value.emplace(value);
            memory->deadline = deadline;
            memory->until = saturating_offset(deadline, window.template ticks<Duration>());
            memory->hash = hash;
            loads.remember(std::move(memory), now());
        } catch (...) {
        }
    }
    void remember_absent(ShardLoads& loads, const FlightType& flight, const Ttl& window, Now& now) const noexcept {
        try {
            auto memory = std::make_unique<MemoryType>(flight.key.get());
            memory->until = saturating_offset(now(), window.template ticks<Duration>());
            memory->hash = flight.hash();
            loads.remember(std::move(memory), now());
        } catch (...) {
        }
    }

    static const Value& value_of(const FlightType& flight, const Outcome& outcome) noexcept {
        return (flight.revealed ? flight.outcome : outcome).value->get();
    }

    /// Answers the threads that wait, and those still to come.
    void reveal(FlightType& flight, Outcome& outcome) const noexcept {
        if (std::exchange(flight.revealed, true)) return;
        flight.outcome = std::move(outcome);
        flight.land();
    }

    /// With the shard's lock held: from here on nobody joins.
    void settle(ShardLoads& loads, FlightType& flight, Outcome& outcome, Now& now) const noexcept {
        LoadStats& count = loads.count();
        const bool overtaken = !loads.remove(flight);
        reveal(flight, outcome);
        const Kind kind = flight.outcome.kind;
        if (kind == Kind::none) return;
        ++count.loads;
        if (flight.refreshes) ++count.refreshes;
        if (overtaken && kind == Kind::value) ++count.overtaken;
        if (kind == Kind::absent) ++count.absent;
        if (kind != Kind::error) return;
        ++count.failures;
        for (Passenger<Value>& passenger : flight.passengers) {
            if (!passenger.serve_stale) continue;
            try {
                recall_stale(loads, Hashed<Key>{flight.key.get(), flight.hash()}, *passenger.serve_stale, now,
                             [&](const Value& value) { passenger.stale.emplace(std::in_place, value); });
            } catch (...) {  // then it gets the loader's exception
            }
        }
    }

    void answer_futures(FlightType& flight, const std::exception_ptr& complaint) const noexcept {
        record(flight.outcome.kind);
        std::vector<Passenger<Value>> passengers = std::move(flight.passengers);
        under_way_.fetch_sub(1, std::memory_order_release);
        for (Passenger<Value>& passenger : passengers) passenger.answer(flight.outcome, complaint);
    }
    void record(Kind kind) const noexcept {
        if (kind == Kind::none) return;
        const auto what = kind == Kind::value    ? ttlstore::Outcome::inserted
                          : kind == Kind::absent ? ttlstore::Outcome::miss
                                                 : ttlstore::Outcome::failed;
        shards_.metrics().record(Operation::load, what, 1);
    }

    const Shards& shards_;
    mutable std::atomic<std::size_t> under_way_{0};
};

}  // namespace ttlstore::detail
