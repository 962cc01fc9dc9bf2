/// ShardedTtlStore: TtlStore for many threads. A lock a shard, bounds on the whole.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "detail/batch.hpp"
#include "detail/key_lookup.hpp"
#include "detail/load_desk.hpp"
#include "detail/shard_set.hpp"
#include "detail/sharded_traits.hpp"
#include "detail/time_line.hpp"
#include "detail/whole.hpp"
#include "mutex/null_mutex.hpp"
#include "mutex/spin_mutex.hpp"
#include "sharded_config.hpp"
#include "ttl_store.hpp"

namespace ttlstore {

/// TtlStore's names and rules, for any number of threads at once; nothing that a member gives out outlives its lock.
///
/// Not promised: an order between listeners of different keys; one moment for calls that go through several shards
/// (for_each, scan, get_many, erase_if, stats), except size, stored, overdue, clear, set_capacity and set_many, which hold
/// all the locks they need at once; a destructor of Key or Value, or an `f` called under a lock (visit, update, for_each,
/// scan, erase_if), that uses the store: it would wait for itself.
///
/// capacity and max_weight bound the whole, are never exceeded, and nobody alive is evicted while there is room
/// anywhere or anybody dead in any shard. The policy chooses within one shard: recency is a shard's, not the whole's.
///
/// A listener runs after the lock is released, in the order in which one key's entries left, before the call that
/// removed them returns. It may use the store; a call made inside a listener may leave its own removals to the thread
/// that is delivering the shard's, and their exceptions to that call. As in TtlStore every call that throws leaves the
/// store as it was, unless it was a listener that threw.
///
/// Options: those of TtlStore, WithMutex and WithMetrics. A ticker with state must be safe to share
/// (is_shareable_ticker). A call reads the clock at most once, again only if it had to let go of its lock to find room.
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
    /// Whether threads may share it: not with NullMutex.
    static constexpr bool kShareable = !std::is_same_v<typename Traits::Mutex, NullMutex>;

    // ---- construction

    /// Unbounded, for ever, and with shards for the machine, unless `config` says otherwise. A bounded store allocates
    /// its tables here.
    /// Complexity: O(shards + capacity).   Throws: std::invalid_argument (config.hpp says for what, and for no shards);
    /// what allocation throws.
    ShardedTtlStore() requires kOwnsTicker : ShardedTtlStore(ShardedConfig{}) {}
    explicit ShardedTtlStore(ShardedConfig config) requires kOwnsTicker
        : ShardedTtlStore(Handle{}, config, Listener{}, Metrics{}, Allocator{}) {}
    ShardedTtlStore(ShardedConfig config, Listener listener) requires kOwnsTicker
        : ShardedTtlStore(Handle{}, config, std::move(listener), Metrics{}, Allocator{}) {}
    ShardedTtlStore(ShardedConfig config, Listener listener, Metrics metrics) requires kOwnsTicker
        : ShardedTtlStore(Handle{}, config, std::move(listener), std::move(metrics), Allocator{}) {}
    /// A ticker with state is held by reference and must outlive the store.
    explicit ShardedTtlStore(const Ticker& ticker, ShardedConfig config = {})
        : ShardedTtlStore(Handle{ticker}, config, Listener{}, Metrics{}, Allocator{}) {}
    ShardedTtlStore(const Ticker& ticker, ShardedConfig config, Listener listener)
        : ShardedTtlStore(Handle{ticker}, config, std::move(listener), Metrics{}, Allocator{}) {}
    ShardedTtlStore(const Ticker& ticker, ShardedConfig config, Listener listener, Metrics metrics)
        : ShardedTtlStore(Handle{ticker}, config, std::move(listener), std::move(metrics), Allocator{}) {}
    ShardedTtlStore(const Ticker& ticker, ShardedConfig config, Listener listener, Metrics metrics, Allocator allocator)
        : ShardedTtlStore(Handle{ticker}, config, std::move(listener), std::move(metrics), allocator) {}
    template <class T, class... Rest>
    requires(std::same_as<T, Ticker> && !kOwnsTicker) explicit ShardedTtlStore(T&&, Rest&&...) {
        static_assert(std::is_void_v<T>,
                      "ShardedTtlStore: a ticker with state must outlive the store; pass a variable, not a temporary");
    }

    ShardedTtlStore(const ShardedTtlStore&) = delete;
    ShardedTtlStore& operator=(const ShardedTtlStore&) = delete;
    /// Nobody may use the store any more: a BackgroundSweeper that is still at work is asserted against.
    /// Complexity: O(slots).   Throws: nothing.
    ~ShardedTtlStore() { deadline_alarm().check_unused(); }

    // ---- write

    /// As TtlStore::set. A full store makes room in the key's shard if it can, else in others.
    /// Complexity: O(1) amortised, plus the index's schedule; O(shards) when a full store looks for the dead of others.
    /// Throws: as TtlStore::set, then nothing changed.   Notifies: replaced, expired, evicted.
    template <class K = Key, class V = Value>
    SetResult set(K&& key, V&& value, Expiry expiry = Expiry::standard(), When when = When::always) {
        const SetResult result = store(std::forward<K>(key), std::forward<V>(value), term(expiry), when);
        metrics().record(Operation::set, outcome_of(result), 1);
        return result;
    }

    /// Stores all the pairs, or none if one fails: of equal keys the last. An rvalue range is moved from in any case. A
    /// policy takes overwritten entries for new ones. False if they cannot have room together; nothing changed then.
    /// Complexity: O(pairs log pairs); the locks of all shards if room must be made.
    /// Throws: as set, then nothing changed.   Notifies: replaced, expired, evicted.
    template <class Pairs>
    bool set_many(Pairs&& pairs, Expiry expiry = Expiry::standard()) {
        detail::Batch<Traits> batch{shards_, std::forward<Pairs>(pairs)};
        const bool stored = batch.store(term(expiry));
        metrics().record(Operation::set, stored ? Outcome::inserted : Outcome::rejected, batch.size());
        return stored;
    }

    /// Calls `f(Value&)` under the lock on a live entry and keeps its deadline. False if there is none. With a weigher
    /// the value is weighed again: others make room for it, and until they have it counts with its old weight.
    /// Complexity: O(1).   Throws: what `f`, Hash, KeyEqual and Weigher throw; if `f` does, the value is as `f` left it.
    /// Notifies: expired, evicted.
    template <class Q = Key, class F>
    requires std::invocable<F&, Value&>
    bool update(const Q& key, F&& f) {
        const bool found = hashed(key, [&](const auto& q) {
            bool ran = false;
            bool there = false;
            return shards_.act_with_room(shards_.of(q.hash), [&](Entries& entries, Now& now, Ticket& ticket) {
                if (std::exchange(ran, true))
                    entries.reweigh(q, now, ticket);
                else
                    there = entries.update(q, overtaking(f, q.hash), now, ticket);
                return there;
            });
        });
        return noted(Operation::update, found);
    }

    // ---- read

    /// A copy of the live value. Counts as a lookup and as an access; removes the entry if it is dead.
    /// Complexity: O(1).   Throws: what Hash, KeyEqual, copying or a listener throw.   Notifies: expired.
    template <class Q = Key>
    std::optional<Value> get(const Q& key) requires std::copy_constructible<Value> {
        std::optional<Value> copy;
        visit(key, [&](const Value& value) { copy.emplace(value); });
        return copy;
    }

    /// As get, but calls `f(const Value&)` under the lock instead of copying. False if there is no live entry.
    /// Complexity: O(1).   Throws: also what `f` throws.   Notifies: expired.
    template <class Q = Key, class F>
    requires std::invocable<F&, const Value&>
    bool visit(const Q& key, F&& f) {
        const bool found = with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            const std::size_t before = entries.table().stored();
            const SlotId id = entries.find(q, now, ticket);
            if (entries.table().stored() == before && !entries.idles()) ticket.note_unchanged();
            if (id == detail::kNil) return false;
            f(std::as_const(entries.value(id)));
            return true;
        });
        return noted(Operation::get, found);
    }

    /// A copy of each key's live value, in the order of the keys. One hold of each shard's lock.
    /// Complexity: O(keys log keys), one clock read.   Throws: as get.   Notifies: expired.
    template <class Keys>
    std::vector<std::optional<Value>> get_many(const Keys& keys) requires std::copy_constructible<Value> {
        using Reference = decltype(*std::begin(keys));
        using Q = std::remove_cvref_t<Reference>;
        static_assert(
            kLooksUp<Q> && std::is_lvalue_reference_v<Reference>,
            "ShardedTtlStore: get_many takes a range of Keys, or of what transparent Hash and KeyEqual accept");
        struct Question {
            const Q* key;
            std::uint64_t hash;
            std::size_t place;
        };
        std::vector<Question> questions;
        for (const Q& key : keys) questions.push_back({std::addressof(key), shards_.hash(key), questions.size()});
        std::sort(questions.begin(), questions.end(), [&](const Question& a, const Question& b) {
            const std::size_t of_a = shards_.number_of(a.hash);
            const std::size_t of_b = shards_.number_of(b.hash);
            return of_a != of_b ? of_a < of_b : a.place < b.place;
        });
        std::vector<std::optional<Value>> values(questions.size());
        std::size_t hits = 0;
        Now now{shards_.ticker()};
        for (auto next = questions.begin(); next != questions.end();) {
            Shard& shard = shards_.of(next->hash);
            shards_.act(shard, [&](Entries& entries, Now&, Ticket& ticket) {
                for (; next != questions.end() && &shards_.of(next->hash) == &shard; ++next) {
                    if (!ticket.ready()) return;  // to be continued when the removals so far have been told
                    const SlotId id = entries.find(next->hash, *next->key, now, ticket);
                    if (id == detail::kNil) continue;
                    values[next->place].emplace(std::as_const(entries.value(id)));
                    ++hits;
                }
            });
        }
        metrics().record(Operation::get, Outcome::hit, hits);
        metrics().record(Operation::get, Outcome::miss, values.size() - hits);
        return values;
    }

    /// Whether a live entry is there. No side effect.
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.
    template <class Q = Key>
    bool contains(const Q& key) const {
        const bool found = ask(key, [](const Entries&, SlotId id, Now&) { return id != detail::kNil; });
        return noted(Operation::ask, found);
    }

    /// Missing, Persistent (no deadline) or Remaining (at least one tick). No side effect.
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.
    template <class Q = Key>
    TtlStatus ttl(const Q& key) const {
        const TtlStatus status = ask(key, [](const Entries& entries, SlotId id, Now& now) -> TtlStatus {
            if (id == detail::kNil) return Missing{};
            return Time::status(entries.deadline(id), now);
        });
        noted(Operation::ask, status.index() != 0);
        return status;
    }

    /// Deadline, life left and weight of a live entry. No side effect.
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.
    template <class Q = Key>
    std::optional<EntryInfo> info(const Q& key) const {
        const auto info = ask(key, [](const Entries& entries, SlotId id, Now& now) -> std::optional<EntryInfo> {
            if (id == detail::kNil) return std::nullopt;
            return Time::info(entries.deadline(id), entries.slots().weight(id), now);
        });
        noted(Operation::ask, info.has_value());
        return info;
    }

    // ---- load (loading.hpp has the words)

    /// The live value under `key`, else what `loader` returns, stored with `expiry` from the moment it is stored. The
    /// loader is called with the key or with nothing, in this thread, with no lock held; it may use the store. It returns
    /// a Value, a Loaded{value, expiry}, or a std::optional of either; then the answer is a std::optional too, empty if
    /// the loader's was.
    /// Calls for a key that is being loaded wait for that load, and get its value or its exception. A write or erase of
    /// the key during the load wins: the value is answered to those who were waiting by then, and not stored. The same
    /// with a value for which there is no room. A listener may load too; but if it waits for another thread's load, that
    /// loader must not remove entries of the listener's shard, as telling of them waits for the listener.
    /// Complexity: as get, and as set if the loader ran.
    /// Throws:     what the loader throws, nothing has changed then; RecursiveLoad if the loader, by itself or through
    ///             loaders of this store in other threads, waits for its own key; what copying the value, allocation,
    ///             get and set throw.
    /// Notifies:   expired, replaced, evicted.
    template <class K = Key, class F>
    auto get_or_load(const K& key, F&& loader, Expiry expiry = Expiry::standard()) {
        return get_or_load(key, loader, LoadOptions{.expiry = expiry});
    }
    template <class K = Key, class F>
    auto get_or_load(const K& key, F&& loader, const LoadOptions& options) {
        detail::NoExecutor nobody;
        return hashed(key, [&](const auto& hashed) { return loads_.get(hashed, loader, options, nobody); });
    }
    /// The same, but a refresh runs on `executor`, which is called with a LoadTask. The loader is kept until the refresh
    /// has ended; what that throws, and what a listener throws then, nobody hears of.
    template <class K = Key, class F, class Executor>
    requires std::invocable<Executor&, LoadTask>
    auto get_or_load(const K& key, F loader, const LoadOptions& options, Executor&& executor) {
        return hashed(key, [&](const auto& hashed) { return loads_.get(hashed, loader, options, executor); });
    }

    /// get_or_load in a future: a load runs on `executor`, which is called with a LoadTask in this call, or in a thread
    /// that waits for the key in get_or_load. The loader is kept until the load has ended; the store must live until then.
    /// A future for the very key whose loader asks for it holds RecursiveLoad.
    /// Complexity: as get.   Throws: what Hash, KeyEqual, allocation or a listener throw; the rest is in the future, what
    /// the executor throws too.   Notifies: expired; the load replaced and evicted.
    template <class K = Key, class F, class Executor>
    requires std::invocable<Executor&, LoadTask>
    auto get_or_load_async(const K& key, F loader, Executor&& executor, const LoadOptions& options = {}) {
        return hashed(key, [&](const auto& hashed) { return loads_.get_later(hashed, loader, options, executor); });
    }

    /// What loads came to so far. Complexity: O(shards).
    LoadStats load_stats() const noexcept { return loads_.stats(); }

    // ---- deadline

    /// As TtlStore::expire.
    /// Complexity: O(1) plus the index's schedule.   Throws: what Hash, KeyEqual and allocation throw, then nothing
    /// changed.   Notifies: expired.
    template <class Q = Key>
    bool expire(const Q& key, Expiry expiry, ExpireIf condition = ExpireIf::always) {
        const bool done = with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return overtake_if(entries.expire(q, term(expiry), condition, now, ticket), q.hash);
        });
        return noted(Operation::expire, done);
    }

    /// Takes the deadline off a live entry. True if it had one. Not an access.
    /// Complexity: O(1).   Throws: what Hash and KeyEqual throw; with idle_ttl also allocation.   Notifies: expired.
    template <class Q = Key>
    bool persist(const Q& key) {
        const bool done = with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return overtake_if(entries.persist(q, now, ticket), q.hash);
        });
        return noted(Operation::persist, done);
    }

    /// Counts as an access but not as a lookup. False if nothing is alive there.
    /// Complexity: O(1).   Throws: what Hash and KeyEqual throw.   Notifies: expired.
    template <class Q = Key>
    bool touch(const Q& key) {
        const bool found = with(key, [](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            return entries.touch(q, now, ticket);
        });
        return noted(Operation::touch, found);
    }

    // ---- remove

    /// True if a live entry was removed.
    /// Complexity: O(1) amortised.   Throws: what Hash, KeyEqual or a listener throw.   Notifies: erased, expired.
    template <class Q = Key>
    bool erase(const Q& key) {
        const bool found = with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            const bool erased = entries.erase(q, now, ticket);
            overtake_if(true, q.hash);
            return erased;
        });
        return noted(Operation::erase, found);
    }

    /// Moves the live value out and removes the entry. No listener is told: the caller has the value.
    /// Complexity: O(1) amortised.   Throws: what Hash, KeyEqual and moving the value throw.   Notifies: expired, of a
    /// dead entry.
    template <class Q = Key>
    std::optional<Value> take(const Q& key) {
        std::optional<Value> taken;
        with(key, [&](const auto& q, Entries& entries, Now& now, Ticket& ticket) {
            entries.take(q, taken, now, ticket);
            overtake_if(true, q.hash);
        });
        noted(Operation::take, taken.has_value());
        return taken;
    }

    /// Removes the live entries for which `pred(const Key&, const Value&)` holds, shard by shard; how many.
    /// Complexity: O(slots).   Throws: what `pred` and allocation throw; then nothing changed in that shard and those
    /// after it.   Notifies: erased.
    template <class Pred>
    requires std::predicate<Pred&, const Key&, const Value&> std::size_t erase_if(Pred pred) {
        std::size_t erased = 0;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            erased += shards_.act(shards_[i], [&](Entries& entries, Now& now, Ticket& ticket) {
                const std::size_t of_shard = entries.erase_if(pred, now, ticket);
                shards_[i].held_loads().overtake_all();
                return of_shard;
            });
        }
        metrics().record(Operation::walk, Outcome::done, erased);
        return erased;
    }

    /// Removes everything at one moment.
    /// Complexity: O(slots), all locks held.   Throws: what a listener throws; with a listener what allocation throws,
    /// then nothing changed.   Notifies: cleared, expired.
    void clear() { metrics().record(Operation::walk, Outcome::done, whole_.clear()); }

    // ---- expiry driven by the user

    /// Removes at most `budget` dead entries; how many. Takes a few from each shard in turn, from where the last sweep
    /// ended, and passes by a shard whose lock is held. Within a shard the earliest deadline comes first. Listeners run
    /// after each hold of a lock.
    /// Complexity: O(removed + shards).   Throws: what a listener throws, when the sweep is through.   Notifies: expired.
    std::size_t sweep(std::size_t budget) { return sweep(SweepBudget{.entries = budget}).removed; }

    /// As above, with a budget of entries and, by the store's ticker, of time; reports what is left. `drained` is false
    /// if a busy shard was passed by where something is due.
    /// Complexity: O(removed + shards); with `time` one clock read a removal.   Throws: what a listener throws, when the
    /// sweep is through.   Notifies: expired.
    SweepReport sweep(SweepBudget budget) {
        std::exception_ptr failure;
        SweepReport report = sweep(budget, failure);
        if (failure) std::rethrow_exception(failure);
        return report;
    }

    /// The same for those who want the report in any case: the first exception of a listener comes in `failure`, unless
    /// that holds one.
    /// Complexity: as above.   Throws: nothing.   Notifies: expired.
    SweepReport sweep(SweepBudget budget, std::exception_ptr& failure) {
        SweepReport report = whole_.sweep(budget, failure);
        metrics().record(Operation::sweep, Outcome::done, report.removed);
        return report;
    }

    /// The earliest deadline of what is stored, which may have passed; with LazyExpiry it may also be earlier than that.
    /// Complexity: O(shards), no lock.
    std::optional<time_point> next_deadline() const noexcept {
        const Tick next = shards_.room().deadlines().earliest();
        return next == kNoDeadline ? std::nullopt : std::optional{Time::to_time_point(next)};
    }
    /// A reading of the store's ticker. Complexity: O(1).
    time_point now() const noexcept { return Time::to_time_point(shards_.ticker().read()); }
    /// Wakes those who sleep until next_deadline() when an earlier one is set. Complexity: O(1).
    detail::DeadlineAlarm& deadline_alarm() noexcept { return shards_.room().deadlines().alarm(); }

    // ---- capacity and inspection

    /// Changes the most entries the store holds. Shrinking removes the dead of all shards, then whom the policies name;
    /// under NoEviction the living stay and new keys are rejected until there is room.
    /// Complexity: O(removed + shards), O(capacity) to grow, all locks held.   Throws: std::invalid_argument for 0; what
    /// allocation, Hash and listeners throw.   Notifies: expired, evicted.
    void set_capacity(std::size_t capacity) { whole_.set_capacity(capacity); }

    /// Makes memory for so many entries, as evenly as hashes spread them.
    /// Complexity: O(slots).   Throws: what allocation and Hash throw; some shards may have more memory then.
    void reserve(std::size_t entries) { shards_.reserve(entries); }

    /// Live entries, exactly, at one moment.
    /// Complexity: O(shards), all locks held, plus the number of the overdue.
    std::size_t size() const noexcept { return whole_.live(); }
    /// The same number. Complexity: as size.
    std::size_t live() const noexcept { return size(); }
    /// Entries in memory, dead ones included. Complexity: O(shards), all locks held.
    std::size_t stored() const noexcept { return whole_.stored(); }
    /// Dead entries not yet removed. Complexity: as size.
    std::size_t overdue() const noexcept { return whole_.overdue(); }
    /// Whether no entry is alive. Complexity: as size.
    bool empty() const noexcept { return size() == 0; }
    /// How many locks there are. Complexity: O(1).
    std::size_t shard_count() const noexcept { return shards_.count(); }
    /// Complexity: O(shards).
    Stats stats() const noexcept {
        return sum<Stats>([](const Entries& entries) { return entries.stats(); });
    }
    /// Bytes in tables, indexes and policies. Complexity: O(shards).
    MemoryReport memory() const noexcept {
        return sum<MemoryReport>([](const Entries& entries) { return entries.memory(); });
    }

    /// Calls `f(const Key&, const Value&)` for every live entry, all judged at one `now`, shard by shard under its lock.
    /// Complexity: O(slots).   Throws: what `f` throws.
    template <class F>
    requires std::invocable<F&, const Key&, const Value&>
    void for_each(F f) const {
        Now now{shards_.ticker()};
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            shards_.ask(shards_[i], [&](const Entries& entries, Now&) { entries.for_each(f, now); });
        }
        metrics().record(Operation::walk, Outcome::done, 1);
    }

    /// Calls `f(const Key&, const Value&)` for at most `n` live entries (at least 1 is meant) from `cursor` on, under the
    /// lock, and returns the cursor to go on from; 0 starts and ends. A call may find fewer, even none, before the end.
    /// Every entry that is there from the first call to the last is seen exactly once, also when shards grow in between;
    /// one that comes or goes meanwhile may be seen or not. Only keys with one and the same 32 upper bits of hash are
    /// seen in one call together, beyond `n` if need be.
    /// Complexity: O(n + shards).   Throws: what `f`, Hash and allocation throw.
    template <class F>
    requires std::invocable<F&, const Key&, const Value&> std::uint64_t scan(std::uint64_t cursor, std::size_t n, F f)
    const {
        constexpr unsigned kPositionBits = 32;
        std::size_t left = std::max<std::size_t>(n, 1);
        Now now{shards_.ticker()};
        std::uint64_t position = cursor & (Entries::kScanned - 1);
        for (std::size_t i = cursor >> kPositionBits; i < shards_.count(); ++i) {
            position = shards_.ask(shards_[i],
                                   [&](const Entries& entries, Now&) { return entries.scan(position, left, f, now); });
            if (position < Entries::kScanned) return std::uint64_t{i} << kPositionBits | position;
            position = 0;
            if (left == 0) return i + 1 < shards_.count() ? std::uint64_t{i + 1} << kPositionBits : 0;
        }
        return 0;
    }

private:
    friend struct detail::Access;

    ShardedTtlStore(Handle ticker, const ShardedConfig& config, Listener listener, Metrics metrics,
                    const Allocator& allocator)
        : shards_{config, ticker, std::move(listener), std::move(metrics), allocator} {}

    Metrics& metrics() const noexcept { return shards_.metrics(); }
    bool noted(Operation operation, bool hit) const noexcept {
        metrics().record(operation, hit ? Outcome::hit : Outcome::miss, 1);
        return hit;
    }
    static Outcome outcome_of(SetResult result) noexcept {
        switch (result) {
            case SetResult::inserted:
                return Outcome::inserted;
            case SetResult::replaced:
                return Outcome::replaced;
            case SetResult::rejected:
                return Outcome::rejected;
            case SetResult::condition_not_met:
                break;
        }
        return Outcome::miss;
    }
    static constexpr detail::Term term(const Expiry& expiry) noexcept { return detail::Term::of<duration>(expiry); }

    template <class K, class V>
    SetResult store(K&& key, V&& value, detail::Term term, When when) {
        if constexpr (!kLooksUp<K>) {
            detail::Stored<Key> made{std::in_place, std::forward<K>(key)};
            return store(std::move(made.get()), std::forward<V>(value), term, when);
        } else {
            const std::uint64_t hash = shards_.hash(key);
            return shards_.act_with_room(shards_.of(hash), [&](Entries& entries, Now& now, Ticket& ticket) {
                const SetResult result =
                    entries.set(hash, std::forward<K>(key), std::forward<V>(value), term, when, now, ticket).result;
                overtake_if(result != SetResult::condition_not_met, hash);
                return result;
            });
        }
    }

    /// f(the key and its hash).
    template <class Q, class F>
    auto hashed(const Q& key, F f) const {
        return Lookup::as_key(key, [&](const auto& q) {
            return f(detail::Hashed<std::remove_cvref_t<decltype(q)>>{q, shards_.hash(q)});
        });
    }
    template <class Q, class F>
    auto with(const Q& key, F f) {
        return hashed(key, [&](const auto& q) {
            return shards_.act(shards_.of(q.hash),
                               [&](Entries& entries, Now& now, Ticket& ticket) { return f(q, entries, now, ticket); });
        });
    }
    /// f, which may throw when it has written.
    template <class F>
    auto overtaking(F& f, std::uint64_t hash) noexcept {
        return [this, &f, hash](Value& value) {
            overtake_if(true, hash);
            f(value);
        };
    }
    /// With the shard's lock held: what was written or erased wins over a load of that key under way.
    bool overtake_if(bool written, std::uint64_t hash) noexcept {
        if (written) shards_.of(hash).held_loads().overtake(hash);
        return written;
    }
    template <class Q, class F>
    auto ask(const Q& key, F f) const {
        return hashed(key, [&](const auto& q) {
            return shards_.ask(shards_.of(q.hash),
                               [&](const Entries& entries, Now& now) { return f(entries, entries.peek(q, now), now); });
        });
    }
    template <class Sum, class F>
    Sum sum(F f) const noexcept {
        Sum sum;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            sum += shards_.ask(shards_[i], [&](const Entries& entries, Now&) { return f(entries); });
        }
        return sum;
    }

    Shards shards_;
    detail::Whole<Traits> whole_{shards_};
    detail::LoadDesk<Traits> loads_{shards_};
};

}  // namespace ttlstore
