/// ShardedTtlStore: TtlStore for many threads.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "detail/key_lookup.hpp"
#include "detail/shard_set.hpp"
#include "detail/sharded_traits.hpp"
#include "detail/time_line.hpp"
#include "mutex/null_mutex.hpp"
#include "mutex/spin_mutex.hpp"
#include "sharded_config.hpp"
#include "ttl_store.hpp"

namespace ttlstore {

template <class Key, class Value, class... Options>
class ShardedTtlStore {
    using Traits = detail::ShardedTraits<Key, Value, Options...>;
    using Shards = detail::ShardSet<Traits>;
    using Ticker = typename Traits::Ticker;
    using Listener = typename Traits::Listener;
    using Allocator = typename Traits::Allocator;
    using Metrics = typename Traits::Metrics;
    using Handle = detail::TickerHandle<Ticker>;
    using Time = detail::TimeLine<Ticker>;
    using Lookup = detail::KeyLookup<Traits>;
    using Now = typename Shards::Now;
    using Shard = typename Shards::ShardType;
    using Entries = typename Shards::Entries;
    using Ticket = typename Shards::Ticket;
    template <class Q>
    static constexpr bool kLooksUp = Lookup::template looks_up<Q>;
    static constexpr bool kOwnsTicker = std::is_empty_v<Ticker> && std::default_initializable<Ticker>;

public:
    using key_type = Key;
    using mapped_type = Value;
    using allocator_type = Allocator;
    using duration = typename Ticker::duration;
    using time_point = typename Ticker::time_point;
    using Remaining = typename Time::Remaining;      ///< {left}, positive
    using TtlStatus = typename Time::TtlStatus;      ///< Missing, Persistent or Remaining
    using EntryInfo = typename Time::EntryInfo;      ///< {deadline, left, weight}
    using SweepReport = typename Time::SweepReport;  ///< {removed, drained, next_deadline, oldest_lag}

    // ---- construction

    ShardedTtlStore() requires kOwnsTicker : ShardedTtlStore(ShardedConfig{}) {}
    explicit ShardedTtlStore(ShardedConfig config) requires kOwnsTicker
        : ShardedTtlStore(Handle{}, config, Listener{}, Metrics{}) {}
    ShardedTtlStore(ShardedConfig config, Listener listener) requires kOwnsTicker
        : ShardedTtlStore(Handle{}, config, std::move(listener), Metrics{}) {}
    explicit ShardedTtlStore(const Ticker& ticker, ShardedConfig config = {})
        : ShardedTtlStore(Handle{ticker}, config, Listener{}, Metrics{}) {}
    ShardedTtlStore(const Ticker& ticker, ShardedConfig config, Listener listener)
        : ShardedTtlStore(Handle{ticker}, config, std::move(listener), Metrics{}) {}
    ShardedTtlStore(const Ticker& ticker, ShardedConfig config, Listener listener, Metrics metrics)
        : ShardedTtlStore(Handle{ticker}, config, std::move(listener), std::move(metrics)) {}

    ShardedTtlStore(const ShardedTtlStore&) = delete;
    ShardedTtlStore& operator=(const ShardedTtlStore&) = delete;

    // ---- write

    template <class K = Key, class V = Value>
    SetResult set(K&& key, V&& value, Expiry expiry = Expiry::standard(), When when = When::always) {
        return store(std::forward<K>(key), std::forward<V>(value), detail::Term::of<duration>(expiry), when);
    }

    template <class Q = Key, class F>
    requires std::invocable<F&, Value&>
    bool update(const Q& key, F&& f) {
        return with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.update(q, f, now, ticket);
        });
    }

    // ---- read

    template <class Q = Key>
    std::optional<Value> get(const Q& key) requires std::copy_constructible<Value> {
        std::optional<Value> copy;
        visit(key, [&](const Value& value) { copy.emplace(value); });
        return copy;
    }

    template <class Q = Key, class F>
    requires std::invocable<F&, const Value&>
    bool visit(const Q& key, F&& f) {
        return with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            const SlotId id = entries.find(q, now, ticket);
            if (id == detail::kNil) return false;
            f(std::as_const(entries.value(id)));
            return true;
        });
    }

    template <class Q = Key>
    bool contains(const Q& key) const {
        return ask(key, [](const Entries&, SlotId id, Now&) { return id != detail::kNil; });
    }

    template <class Q = Key>
    TtlStatus ttl(const Q& key) const {
        return ask(key, [](const Entries& entries, SlotId id, Now& now) -> TtlStatus {
            if (id == detail::kNil) return Missing{};
            return Time::status(entries.deadline(id), now);
        });
    }

    template <class Q = Key>
    std::optional<EntryInfo> info(const Q& key) const {
        return ask(key, [](const Entries& entries, SlotId id, Now& now) -> std::optional<EntryInfo> {
            if (id == detail::kNil) return std::nullopt;
            return Time::info(entries.deadline(id), entries.slots().weight(id), now);
        });
    }

    // ---- deadline

    template <class Q = Key>
    bool expire(const Q& key, Expiry expiry, ExpireIf condition = ExpireIf::always) {
        return with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.expire(q, detail::Term::of<duration>(expiry), condition, now, ticket);
        });
    }

    template <class Q = Key>
    bool persist(const Q& key) {
        return with(key, [](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.persist(q, now, ticket);
        });
    }

    template <class Q = Key>
    bool touch(const Q& key) {
        return with(key, [](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.touch(q, now, ticket);
        });
    }

    // ---- remove

    template <class Q = Key>
    bool erase(const Q& key) {
        return with(key, [](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.erase(q, now, ticket);
        });
    }

    template <class Q = Key>
    std::optional<Value> take(const Q& key) {
        std::optional<Value> taken;
        with(key,
             [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) { entries.take(q, taken, now, ticket); });
        return taken;
    }

    // ---- expiry driven by the user

    std::size_t sweep(std::size_t budget) { return sweep(SweepBudget{.entries = budget}).removed; }

    SweepReport sweep(SweepBudget budget) {
        SweepReport report;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            while (report.removed < budget.entries &&
                   shards_.act(shards_[i], [](Entries& entries, Now& now, Ticket& ticket) {
                       return entries.sweep_one(now, ticket).has_value();
                   })) {
                ++report.removed;
            }
        }
        return report;
    }

    std::optional<time_point> next_deadline() const noexcept {
        const Tick next = shards_.room().deadlines().earliest();
        return next == kNoDeadline ? std::nullopt : std::optional{Time::to_time_point(next)};
    }

    // ---- capacity and inspection

    std::size_t shard_count() const noexcept { return shards_.count(); }

    std::size_t size() const {
        std::size_t live = 0;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            live += shards_.ask(shards_[i], [](const Entries& entries, Now& now) {
                return entries.table().stored() - entries.overdue(now);
            });
        }
        return live;
    }

    Stats stats() const {
        Stats sum;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            sum += shards_.ask(shards_[i], [](const Entries& entries, Now&) { return entries.stats(); });
        }
        return sum;
    }

private:
    friend struct detail::Access;

    ShardedTtlStore(Handle ticker, const ShardedConfig& config, Listener listener, Metrics metrics)
        : shards_{config, ticker, std::move(listener), Allocator{}}, metrics_{std::move(metrics)} {}

    template <class K, class V>
    SetResult store(K&& key, V&& value, detail::Term term, When when) {
        if constexpr (!kLooksUp<K>) {
            detail::Stored<Key> made{std::in_place, std::forward<K>(key)};
            return store(std::move(made.get()), std::forward<V>(value), term, when);
        } else {
            const std::uint64_t hash = shards_.hash(key);
            return shards_.act_with_room(shards_.of(hash), [&](Entries& entries, Now& now, Ticket& ticket) {
                return entries.set(hash, std::forward<K>(key), std::forward<V>(value), term, when, now, ticket).result;
            });
        }
    }

    template <class Q, class F>
    auto with(const Q& key, F f) {
        return Lookup::as_key(key, [&](const auto& q) {
            const detail::Hashed<std::remove_cvref_t<decltype(q)>> hashed{q, shards_.hash(q)};
            return shards_.act(shards_.of(hashed.hash), [&](Entries& entries, Now& now, Ticket& ticket) {
                return f(hashed, entries, now, ticket);
            });
        });
    }
    template <class Q, class F>
    auto ask(const Q& key, F f) const {
        return Lookup::as_key(key, [&](const auto& q) {
            const detail::Hashed<std::remove_cvref_t<decltype(q)>> hashed{q, shards_.hash(q)};
            return shards_.ask(shards_.of(hashed.hash), [&](const Entries& entries, Now& now) {
                return f(entries, entries.peek(hashed, now), now);
            });
        });
    }

    Shards shards_;
    [[no_unique_address]] Metrics metrics_;
};

}  // namespace ttlstore
