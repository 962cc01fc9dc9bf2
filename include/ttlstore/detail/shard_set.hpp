/// ShardSet: the shards of a store and the ways to work on them, one lock at a time. ShardedTtlStore is its front.
///
/// A call that finds no room in its shard, and may not or cannot make any there, gathers it from others: it lets go of
/// its lock, takes room out of one shard after another, and tries again with that in hand. One thread at a time gathers,
/// so that two cannot hold what the other needs.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>

#include "../sharded_config.hpp"
#include "lazy_now.hpp"
#include "shard.hpp"
#include "shard_array.hpp"
#include "sharded_traits.hpp"

namespace ttlstore::detail {

template <class Traits>
class ShardSet {
public:
    using Value = typename Traits::Value;
    using Ticker = typename Traits::Ticker;
    using Listener = typename Traits::Listener;
    using Allocator = typename Traits::Allocator;
    using Handle = TickerHandle<Ticker>;
    using Now = LazyNow<Ticker>;
    using ShardType = Shard<Traits>;
    using SectionType = Section<Traits>;
    using Entries = typename ShardType::Entries;
    using Ticket = typename ShardType::Ticket;
    using Wish = Wishes::Wish;
    static constexpr bool kListens = Ticket::kListens;

    /// Throws: std::invalid_argument as EntryTable, and for no shards; what allocation throws.
    ShardSet(const ShardedConfig& config, Handle ticker, Listener listener, const Allocator& allocator)
        : ticker_{ticker},
          listener_{std::move(listener)},
          seed_{config.hash_seed ? *config.hash_seed : random_seed(reinterpret_cast<std::uintptr_t>(this))},
          room_{bounds_of(config), shards_of(config)},
          shards_{shards_of(config), [&](void* place, std::size_t number) {
                      std::construct_at(static_cast<ShardType*>(place), share(config, room_.share(), seed_), allocator,
                                        room_, number, listener_);
                  }} {}

    std::size_t count() const noexcept { return shards_.size(); }
    ShardType& operator[](std::size_t number) const noexcept { return shards_[number]; }
    template <class Q>
    std::uint64_t hash(const Q& key) const {
        return seeded_hash(hash_, key, seed_);
    }
    /// By bits of the hash that a table's groups and control bytes leave out.
    std::size_t number_of(std::uint64_t hash) const noexcept { return (hash >> kFirstBit) & (shards_.size() - 1); }
    ShardType& of(std::uint64_t hash) const noexcept { return shards_[number_of(hash)]; }
    const Handle& ticker() const noexcept { return ticker_; }
    SharedRoom& room() const noexcept { return room_; }

    /// f(entries, now, ticket) with the lock of one shard held; what it removed is told afterwards, even if it throws.
    template <class F>
    auto act(ShardType& shard, F f) const {
        Ticket ticket;
        const auto locked = [&] {
            SectionType section{shard};
            ticket.attach(shard.outbox);
            Now now{ticker_};
            return f(shard.entries, now, ticket);
        };
        if constexpr (!kListens) {
            return locked();
        } else {
            try {
                if constexpr (std::is_void_v<decltype(locked())>) {
                    locked();
                    deliver(shard, ticket);
                    ticket.rethrow();
                } else {
                    auto result = locked();
                    deliver(shard, ticket);
                    ticket.rethrow();
                    return result;
                }
            } catch (...) {
                deliver(shard, ticket);
                throw;
            }
        }
    }

    /// As act, for an `f` that may find no room. It is then called again, and must not have changed anything.
    template <class F>
    auto act_with_room(ShardType& shard, F f) const {
        Wish wish = Wish::none;
        bool starved = false;
        auto result = act(shard, [&](Entries& entries, Now& now, Ticket& ticket) {
            auto attempt = f(entries, now, ticket);
            wish = ticket.take_wish();
            starved = ticket.take_starved().has_value();
            return attempt;
        });
        if (wish != Wish::none) [[unlikely]]
            result = gather_and_act(shard, f);
        while (starved) [[unlikely]] starved = go_on_making_room(shard);
        return result;
    }

    /// f(entries) with the lock held, for what removes and stores nothing.
    template <class F>
    auto ask(ShardType& shard, F f) const {
        SectionType section{shard};
        section.unchanged();
        Now now{ticker_};
        return f(std::as_const(shard.entries), now);
    }

    /// The ticket stays valid until its removals have been told; the lock is taken and let go of in between.
    void deliver(ShardType& shard, Ticket& ticket) const noexcept TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
        if constexpr (kListens) {
            Traits::Hooks::at(Point::before_delivery);
            shard.outbox.deliver(shard.mutex, ticket);
        }
    }

private:
    static constexpr unsigned kFirstBit = 8;  // below are the control byte's bits, from 32 up the group's
    static constexpr std::size_t kMostShards = 65536;
    static constexpr std::size_t kLeastShare = 8;

    /// One shard's part in a call that goes through several.
    struct Visit {
        ShardType* shard;
        Ticket ticket;
    };

    static Bounds bounds_of(const ShardedConfig& config) {
        return {config.capacity.value_or(Bounds{}.entries), config.max_weight.value_or(Bounds{}.weight)};
    }
    static std::size_t shards_of(const ShardedConfig& config) {
        if (config.shards == std::size_t{0}) throw std::invalid_argument("ttlstore: shards must be at least 1");
        const std::size_t threads = std::thread::hardware_concurrency();
        std::size_t wanted = config.shards.value_or(4 * (threads != 0 ? threads : 4));
        if (wanted > kMostShards) wanted = kMostShards;
        std::size_t shards = std::bit_ceil(wanted);
        const std::size_t most = config.capacity.value_or(Bounds{}.entries) / kLeastShare;
        while (shards > 1 && shards > most) shards /= 2;
        return shards;
    }
    static StoreConfig share(const ShardedConfig& config, const Bounds& share, std::uint64_t seed) {
        StoreConfig one{.capacity = config.capacity,
                        .max_weight = config.max_weight,
                        .default_ttl = config.default_ttl,
                        .idle_ttl = config.idle_ttl,
                        .jitter = config.jitter,
                        .hash_seed = seed};
        if (config.capacity && *config.capacity != 0) one.capacity = share.entries;
        if (config.max_weight && *config.max_weight != 0) one.max_weight = share.weight;
        return one;
    }

    template <class F>
    TTLSTORE_COLD auto gather_and_act(ShardType& shard, F& f) const {
        for (;;) {
            std::list<Visit> visits;
            const auto attempt = gather_once(shard, f, visits);
            std::exception_ptr failure;
            for (Visit& visit : visits) {
                deliver(*visit.shard, visit.ticket);
                try {
                    visit.ticket.rethrow();
                } catch (...) {
                    if (!failure) failure = std::current_exception();
                }
            }
            if (attempt.failure) std::rethrow_exception(attempt.failure);
            if (failure) std::rethrow_exception(failure);
            if (attempt.result) return *attempt.result;
        }
    }

    /// What an attempt came to: neither if the removals must be delivered before another.
    template <class Result>
    struct Attempt {
        std::optional<Result> result;
        std::exception_ptr failure;
    };

    template <class F>
    auto gather_once(ShardType& shard, F& f, std::list<Visit>& visits) const {
        using Result = decltype(f(std::declval<Entries&>(), std::declval<Now&>(), std::declval<Ticket&>()));
        Attempt<Result> attempt;
        const std::lock_guard gathering{gathering_};
        Credits hand;
        bool alone = false;
        try {
            for (;;) {
                Visit& own = visits.emplace_back();
                own.shard = &shard;
                if (alone) own.ticket.be_alone();
                {
                    SectionType section{shard};
                    own.ticket.attach(shard.outbox);
                    shard.entries.take_in(std::exchange(hand, {}));
                    Now now{ticker_};
                    auto result = f(shard.entries, now, own.ticket);
                    if (!own.ticket.wants()) {
                        attempt.result = std::move(result);
                        break;
                    }
                    hand = shard.settle();
                }
                const Wish wish = own.ticket.take_wish();
                if (wish == Wish::delivery) break;
                Traits::Hooks::at(Point::before_gather);
                if (wish == Wish::the_dead)
                    gather_dead(shard, own.ticket.wanted(), hand, visits);
                else
                    alone = !gather_living(shard, own.ticket.wanted(), hand, visits);
            }
        } catch (...) {
            attempt.failure = std::current_exception();
        }
        room_.give(hand);
        return attempt;
    }

    /// Takes room from one other shard. Returns what it gave.
    Credits take_from(ShardType& giver, const Credits& wanted, bool and_living, std::list<Visit>& visits) const {
        Visit& visit = visits.emplace_back();
        visit.shard = &giver;
        SectionType section{giver};
        visit.ticket.attach(giver.outbox);
        Now now{ticker_};
        giver.entries.make_room_elsewhere(wanted, and_living, now, visit.ticket);
        return giver.settle();
    }

    void gather_dead(ShardType& shard, const Credits& wanted, Credits& hand, std::list<Visit>& visits) const {
        constexpr std::size_t kBatch = 16;  // who comes next finds room in the pool
        Now now{ticker_};
        if (const auto due = room_.deadlines().due_elsewhere(shard.number, now)) {
            hand += take_from(shards_[*due], {wanted.entries + kBatch, wanted.weight}, false, visits);
        }
    }

    /// From shards that have their share first, then from any. False if nobody gave anything.
    bool gather_living(ShardType& shard, const Credits& wanted, Credits& hand, std::list<Visit>& visits) const {
        const std::size_t share = room_.share().entries;
        Credits gathered;
        for (const std::size_t at_least : {share == Bounds{}.entries ? 1 : share, std::size_t{1}}) {
            for (std::size_t step = 0; step < count() && !gathered.covers(wanted); ++step) {
                ShardType& giver = shards_[next_giver_++ & (count() - 1)];
                if (&giver == &shard || stored(giver) < at_least) continue;
                gathered += take_from(giver, shortfall(wanted, gathered), true, visits);
            }
        }
        hand += gathered;
        return !gathered.none();
    }
    static std::size_t stored(ShardType& shard) {
        SectionType section{shard};
        section.unchanged();
        return shard.entries.table().stored();
    }

    /// There was no memory to note another removal while the store was over its bounds; those before have been told.
    TTLSTORE_COLD bool go_on_making_room(ShardType& shard) const {
        return act(shard, [](Entries& entries, Now& now, Ticket& ticket) {
            entries.make_room(kNil, now, ticket);
            return ticket.take_starved().has_value();
        });
    }

    [[no_unique_address]] Handle ticker_;
    [[no_unique_address]] mutable Listener listener_;
    [[no_unique_address]] typename Traits::Hash hash_{};
    std::uint64_t seed_;
    mutable SharedRoom room_;
    ShardArray<ShardType> shards_;
    mutable typename Traits::Mutex gathering_;
    mutable std::size_t next_giver_ = 0;  // guarded by gathering_
};

}  // namespace ttlstore::detail
