/// ShardSet: the shards of a store and the ways to work on them, one lock at a time. ShardedTtlStore is its front.
///
/// A call that finds no room in its shard, and may not or cannot make any there, gathers it from others: it lets go of
/// its lock, takes room out of one shard after another, and tries again with that in hand. One thread at a time gathers,
/// so that two cannot hold what the other needs.
#pragma once

#include <algorithm>
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
#include <vector>

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
    using Metrics = typename Traits::Metrics;
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
    ShardSet(const ShardedConfig& config, Handle ticker, Listener listener, Metrics metrics, const Allocator& allocator)
        : ticker_{ticker},
          listener_{std::move(listener)},
          seed_{config.hash_seed ? *config.hash_seed : random_seed(reinterpret_cast<std::uintptr_t>(this))},
          metrics_{std::move(metrics)},
          room_{bounds_of(config), shards_of(config)},
          shards_{shards_of(config), [&](void* place, std::size_t number) {
                      std::construct_at(static_cast<ShardType*>(place), config_of_shard(config, room_.share(), seed_),
                                        allocator_of_shard(allocator), room_, number, listener_, metrics_);
                  }} {
        if (config.capacity) reserve(*config.capacity);
    }

    std::size_t count() const noexcept { return shards_.size(); }
    ShardType& operator[](std::size_t number) const noexcept { return shards_[number]; }
    /// Makes memory for so many entries, as evenly as hashes spread them: how many of them meet in one shard varies by a
    /// few times the square root. Throws as EntryTable::reserve.
    void reserve(std::size_t entries) const {
        const std::size_t share = entries / count();
        std::size_t spread = 4;
        while (spread * spread < 16 * share) spread += spread / 4;
        for (std::size_t i = 0; i < count(); ++i) {
            SectionType section{shards_[i]};
            shards_[i].entries.reserve(std::min(entries, share + spread) + 1);
        }
    }
    template <class Q>
    std::uint64_t hash(const Q& key) const {
        return seeded_hash(hash_, key, seed_);
    }
    bool equal(const typename Traits::Key& a, const typename Traits::Key& b) const { return equal_(a, b); }
    /// By bits of the hash that a table's groups and control bytes leave out.
    std::size_t number_of(std::uint64_t hash) const noexcept { return (hash >> kFirstBit) & (shards_.size() - 1); }
    ShardType& of(std::uint64_t hash) const noexcept { return shards_[number_of(hash)]; }
    const Handle& ticker() const noexcept { return ticker_; }
    SharedRoom& room() const noexcept { return room_; }
    Metrics& metrics() const noexcept { return metrics_; }
    const ShardArray<ShardType>& all() const noexcept { return shards_; }
    /// Held while room is under way from one shard to another.
    ShardMutex<typename Traits::Mutex>& gathering() const noexcept { return gathering_; }

    /// f(entries, now, ticket) with the lock of one shard held; what it removed is told afterwards, even if it throws.
    template <class F>
    auto act(ShardType& shard, F f) const {
        Ticket ticket;
        const auto locked = [&] {
            SectionType section{shard};
            ticket.attach(shard.outbox);
            Now now{ticker_};
            const auto unchanged = [&] {
                if (ticket.unchanged()) section.unchanged();
            };
            if constexpr (std::is_void_v<decltype(f(shard.entries, now, ticket))>) {
                f(shard.entries, now, ticket);
                unchanged();
            } else {
                auto result = f(shard.entries, now, ticket);
                unchanged();
                return result;
            }
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

    /// One call's tickets, in as many shards as it goes through.
    class Visits {
    public:
        explicit Visits(const ShardSet& shards) noexcept : shards_{shards} {}

        Ticket& ticket_for(ShardType& shard) { return visits_.emplace_back(&shard).ticket; }
        /// Returns the first exception of a listener.
        std::exception_ptr deliver() noexcept {
            std::exception_ptr failure;
            for (Visit& visit : visits_) {
                shards_.deliver(*visit.shard, visit.ticket);
                try {
                    visit.ticket.rethrow();
                } catch (...) {
                    if (!failure) failure = std::current_exception();
                }
            }
            return failure;
        }

    private:
        struct Visit {
            explicit Visit(ShardType* at) noexcept : shard{at} {}
            ShardType* shard;
            Ticket ticket;
        };

        const ShardSet& shards_;
        std::list<Visit> visits_;
    };

    /// f(visits) takes locks as it needs them and lets go of all; what was removed is told afterwards, even if it throws.
    template <class F>
    auto visiting(F f) const {
        Visits visits{*this};
        const auto finish = [&] {
            if (const std::exception_ptr failure = visits.deliver()) std::rethrow_exception(failure);
        };
        try {
            if constexpr (std::is_void_v<decltype(f(visits))>) {
                f(visits);
                finish();
            } else {
                auto result = f(visits);
                finish();
                return result;
            }
        } catch (...) {
            visits.deliver();
            throw;
        }
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
    static constexpr std::size_t kMostUnasked = 1024;
    static constexpr std::size_t kLeastShareUnasked = 64;

    struct NoChunks {};

    Allocator allocator_of_shard(const Allocator& given) {
        if constexpr (Traits::kChunks) {
            if (given.chunks == nullptr) return Allocator{chunks_};
        }
        return given;
    }
    static Bounds bounds_of(const ShardedConfig& config) {
        return {config.capacity.value_or(Bounds{}.entries), config.max_weight.value_or(Bounds{}.weight)};
    }
    static std::size_t shards_of(const ShardedConfig& config) {
        if (config.shards == std::size_t{0}) throw std::invalid_argument("ttlstore: shards must be at least 1");
        const std::size_t threads = std::thread::hardware_concurrency();
        const std::size_t wanted = config.shards.value_or(std::min(128 * (threads != 0 ? threads : 4), kMostUnasked));
        std::size_t shards = std::bit_ceil(std::min(wanted, kMostShards));
        const std::size_t least_share = config.shards ? kLeastShare : kLeastShareUnasked;
        const std::size_t most = config.capacity.value_or(Bounds{}.entries) / least_share;
        while (shards > 1 && shards > most) shards /= 2;
        return shards;
    }
    static StoreConfig config_of_shard(const ShardedConfig& config, const Bounds& share, std::uint64_t seed) {
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

    /// Room in nobody's shard; what is left goes back to the pool.
    struct Hand {
        explicit Hand(SharedRoom& room) noexcept : pool{room} {}
        Hand(const Hand&) = delete;
        Hand& operator=(const Hand&) = delete;
        ~Hand() { pool.give(credits); }
        SharedRoom& pool;
        Credits credits;
    };

    template <class F>
    TTLSTORE_COLD auto gather_and_act(ShardType& shard, F& f) const {
        for (;;) {
            auto result = visiting([&](Visits& visits) { return gather_once(shard, f, visits); });
            if (result) return *std::move(result);
        }
    }

    /// Nothing if the removals must be delivered before another attempt.
    template <class F>
    auto gather_once(ShardType& shard, F& f, Visits& visits) const {
        using Result = decltype(f(std::declval<Entries&>(), std::declval<Now&>(), std::declval<Ticket&>()));
        const Hold gathering{gathering_};
        Hand hand{room_};
        for (;;) {
            Ticket& ticket = visits.ticket_for(shard);
            {
                SectionType section{shard};
                ticket.attach(shard.outbox);
                shard.entries.take_in(std::exchange(hand.credits, {}));
                Now now{ticker_};
                auto result = f(shard.entries, now, ticket);
                if (!ticket.wants()) return std::optional<Result>{std::move(result)};
                hand.credits = shard.settle();
            }
            const Wish wish = ticket.take_wish();
            if (wish == Wish::delivery) return std::optional<Result>{};
            Traits::Hooks::at(Point::before_gather);
            if (wish == Wish::the_living) {
                auto attempt = store_before_room(shard, f, ticket.wanted(), hand, visits);
                if (attempt) return attempt;
                continue;
            }
            gather_dead(shard, ticket.wanted(), hand.credits, visits);
        }
    }

    void gather_dead(ShardType& shard, const Credits& wanted, Credits& hand, Visits& visits) const {
        constexpr std::size_t kBatch = 16;  // who comes next finds room in the pool
        Now now{ticker_};
        const auto due = room_.deadlines().due_elsewhere(shard.number, now);
        if (!due) return;
        ShardType& giver = shards_[*due];
        Ticket& ticket = visits.ticket_for(giver);
        SectionType section{giver};
        ticket.attach(giver.outbox);
        giver.entries.make_room_elsewhere({wanted.entries + kBatch, wanted.weight}, false, now, ticket);
        hand += giver.settle();
    }

    /// A shard that is to make room, and whether by its living.
    struct Giver {
        ShardType* shard;
        Ticket* ticket;
        bool living;
    };

    /// With all locks held, so that nobody alive leaves before what it leaves for is safely stored. Nothing if the attempt
    /// still wants something else.
    template <class F>
    auto store_before_room(ShardType& shard, F& f, const Credits& wanted, Hand& hand, Visits& visits) const
        TTLSTORE_REQUIRES(gathering_) {
        using Result = decltype(f(std::declval<Entries&>(), std::declval<Now&>(), std::declval<Ticket&>()));
        const AllSections<Traits> all{shards_};
        Now now{ticker_};
        std::vector<Giver> givers;
        const bool found = find_givers(shard, wanted, now, givers, visits);
        Ticket& ticket = visits.ticket_for(shard);
        shard.attach(ticket);
        if (Traits::kWeighs && wanted.weight != 0) ticket.reserve(shard.held_entries().table().stored() + 2);
        if (found)
            ticket.let_store_first();
        else
            ticket.be_alone();
        Entries& entries = shard.held_entries();
        entries.take_in(std::exchange(hand.credits, {}));
        auto result = f(entries, now, ticket);
        if (ticket.wants()) return std::optional<Result>{};
        Credits owed = ticket.owed();
        for (const Giver& giver : givers) {
            if (owed.none()) break;
            Entries& others = giver.shard->held_entries();
            others.make_room_elsewhere(owed, giver.living, now, *giver.ticket);
            const Credits given = shortfall(owed, shortfall(owed, others.slots().spare()));
            others.give_to(entries, given);
            owed = shortfall(owed, given);
        }
        if (const SlotId stored = ticket.end_storing(); stored != kNil) entries.make_room(stored, now, ticket);
        return std::optional<Result>{std::move(result)};
    }

    /// Who will do: shards with dead entries, then those that have their share, then any. Memory to note their removals is
    /// got here.
    bool find_givers(ShardType& shard, const Credits& wanted, Now& now, std::vector<Giver>& givers,
                     Visits& visits) const TTLSTORE_REQUIRES(gathering_) {
        const auto add = [&](ShardType& giver, bool living) {
            Ticket& ticket = visits.ticket_for(giver);
            giver.attach(ticket);
            const std::size_t stored = giver.held_entries().table().stored();
            ticket.reserve(wanted.weight != 0 && Traits::kWeighs ? stored
                                                                 : std::min(stored, wanted.entries + wanted.weight));
            givers.push_back({&giver, &ticket, living});
        };
        for (std::size_t i = 0; i < count(); ++i) {
            const Tick deadline = room_.deadlines().of(i);
            if (i != shard.number && deadline != kNoDeadline && deadline <= now()) add(shards_[i], false);
        }
        const std::size_t share = room_.share().entries;
        Credits found;
        for (const bool with_share : {true, false}) {
            for (std::size_t step = 0; step < count() && !found.covers(wanted); ++step) {
                ShardType& giver = shards_[next_giver_++ & (count() - 1)];
                Entries& entries = giver.held_entries();
                const bool has_share = share == Bounds{}.entries || entries.table().stored() >= share;
                if (&giver == &shard || has_share != with_share || !entries.names_victim()) continue;
                if (wanted.entries == 0 && entries.slots().total_weight() == 0) continue;
                add(giver, true);
                found += {entries.table().stored(), entries.slots().total_weight()};
            }
        }
        found += {0, shard.held_entries().slots().total_weight()};  // the table itself gives what is missing then
        return found.covers(wanted) || always_evicts();
    }
    static constexpr bool always_evicts() noexcept {
        if constexpr (requires { Entries::Slots::Policy::evicts; }) return Entries::Slots::Policy::evicts;
        return false;
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
    [[no_unique_address]] typename Traits::KeyEqual equal_{};
    std::uint64_t seed_;
    [[no_unique_address]] mutable Metrics metrics_;
    mutable SharedRoom room_;
    [[no_unique_address]] std::conditional_t<Traits::kChunks, Chunks, NoChunks> chunks_;  // outlives the shards
    ShardArray<ShardType> shards_;
    mutable ShardMutex<typename Traits::Mutex> gathering_;
    mutable std::size_t next_giver_ TTLSTORE_GUARDED_BY(gathering_) = 0;
};

}  // namespace ttlstore::detail
