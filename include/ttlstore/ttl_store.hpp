/// TtlStore: an in-process key-value store whose entries carry an absolute deadline. The header to include.
#pragma once

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

#include "assert.hpp"
#include "config.hpp"
#include "detail/entry_table.hpp"
#include "detail/key_lookup.hpp"
#include "detail/lazy_now.hpp"
#include "detail/live_iterator.hpp"
#include "detail/reassignable.hpp"
#include "detail/time_line.hpp"
#include "detail/walk_guard.hpp"
#include "eviction/fifo_eviction.hpp"
#include "eviction/lfu_eviction.hpp"
#include "eviction/no_eviction.hpp"
#include "eviction/s3_fifo_eviction.hpp"
#include "eviction/sieve_eviction.hpp"
#include "eviction/soonest_expiry_eviction.hpp"
#include "eviction/tiny_lfu_eviction.hpp"
#include "expiry/fifo_expiry.hpp"
#include "expiry/heap_expiry.hpp"
#include "expiry/lazy_expiry.hpp"
#include "expiry/timing_wheel_expiry.hpp"
#include "options.hpp"
#include "removal.hpp"
#include "stats.hpp"
#include "ticker/boottime_ticker.hpp"
#include "ticker/cached_ticker.hpp"
#include "ticker/coarse_ticker.hpp"
#include "ticker/manual_ticker.hpp"
#include "time.hpp"

namespace ttlstore {

namespace detail {
struct Access;
}  // namespace detail

/// A hash map with a deadline in every entry, an expiry index and an eviction policy.
///
/// Not promised: thread safety (only `const` members may run in several threads at once, with no other beside them);
/// pointers that outlive the next insertion; any order of iteration; a destructor of Key or Value that uses the store.
///
/// An entry is alive while now < deadline; at the deadline itself it is dead, absent to every member, and removed by
/// whichever non-const call meets it, by `sweep`, or to make room. When room is needed the dead go before the living.
///
/// `Options`: a Ticker, an ExpiryIndex, an EvictionPolicy, WithWeigher, WithListener, WithHash, WithKeyEqual,
/// WithAllocator, in any order, at most one of each. `Q` stands for the Key, whatever converts to it, and whatever
/// transparent Hash and KeyEqual accept (for string keys: std::string_view, literals). Key and Value need move
/// construction and destruction only.
///
/// Every modifying call that throws leaves the store as it was, unless it was a listener that threw. A listener runs
/// when the store is consistent again and may use it; if it throws, the rest of the call's events are delivered, then
/// the first exception reaches the caller. Destroying or assigning to a store reports nothing.
///
/// Below, "amortised" counts growth; the index's share is OrderedExpiry's: O(1) for the latest deadline and for the one
/// used last, else O(log d) with d distinct deadlines. With FifoExpiry, calls that give a deadline also throw
/// std::logic_error; with LazyExpiry sweep keeps no order and next_deadline is a lower bound. A call reads the clock at
/// most once, and not for entries without deadline.
template <class Key, class Value, class... Options>
class TtlStore {
    using Traits = detail::StoreTraits<Key, Value, Options...>;
    using Entries = detail::EntryTable<Traits>;
    using Ticker = typename Traits::Ticker;
    using Listener = typename Traits::Listener;
    using Allocator = typename Traits::Allocator;
    using Handle = detail::TickerHandle<Ticker>;
    using Time = detail::TimeLine<Ticker>;
    using Lookup = detail::KeyLookup<Traits>;
    using Now = detail::LazyNow<Ticker>;
    using Queue = detail::RemovalQueue<Key, Value, Listener>;
    using SlotId = ttlstore::SlotId;

    static_assert(detail::count_of<detail::Role::mutex, Options...> == 0 &&
                      detail::count_of<detail::Role::metrics, Options...> == 0 &&
                      detail::count_of<detail::Role::hooks, Options...> == 0,
                  "TtlStore: WithMutex and WithMetrics are options of ShardedTtlStore");

    static constexpr bool kOwnsTicker = std::is_empty_v<Ticker> && std::default_initializable<Ticker>;
    template <class Q>
    static constexpr bool kLooksUp = Lookup::template looks_up<Q>;

public:
    using key_type = Key;
    using mapped_type = Value;
    using allocator_type = Allocator;
    using duration = typename Ticker::duration;
    using time_point = typename Ticker::time_point;
    using iterator = detail::LiveIterator<Entries>;
    using const_iterator = iterator;

    using Remaining = typename Time::Remaining;      ///< {left}, positive
    using TtlStatus = typename Time::TtlStatus;      ///< Missing, Persistent or Remaining
    using EntryInfo = typename Time::EntryInfo;      ///< {deadline, left, weight}
    using SweepReport = typename Time::SweepReport;  ///< {removed, drained, next_deadline, oldest_lag}

    // ---- construction

    /// Unbounded, for ever, unless `config` says otherwise. A bounded store allocates its table here.
    /// Complexity: O(capacity).   Throws: std::invalid_argument (config.hpp says for what); what allocation throws.
    TtlStore() requires kOwnsTicker : TtlStore(StoreConfig{}) {}
    explicit TtlStore(StoreConfig config) requires kOwnsTicker : TtlStore(Handle{}, config, Listener{}, Allocator{}) {}
    TtlStore(StoreConfig config, Listener listener) requires kOwnsTicker
        : TtlStore(Handle{}, config, std::move(listener), Allocator{}) {}
    TtlStore(StoreConfig config, Allocator allocator) requires kOwnsTicker
        : TtlStore(Handle{}, config, Listener{}, allocator) {}
    /// A ticker with state is held by reference and must outlive the store.
    explicit TtlStore(const Ticker& ticker, StoreConfig config = {})
        : TtlStore(Handle{ticker}, config, Listener{}, Allocator{}) {}
    TtlStore(const Ticker& ticker, StoreConfig config, Listener listener)
        : TtlStore(Handle{ticker}, config, std::move(listener), Allocator{}) {}
    TtlStore(const Ticker& ticker, StoreConfig config, Allocator allocator)
        : TtlStore(Handle{ticker}, config, Listener{}, allocator) {}
    TtlStore(const Ticker& ticker, StoreConfig config, Listener listener, Allocator allocator)
        : TtlStore(Handle{ticker}, config, std::move(listener), allocator) {}
    template <class T, class... Rest>
    requires(std::same_as<T, Ticker> && !kOwnsTicker) explicit TtlStore(T&&, Rest&&...) {
        static_assert(std::is_void_v<T>,
                      "TtlStore: a ticker with state must outlive the store; pass a variable, not a temporary");
    }

    /// The store moved from may only be destroyed or assigned to.
    TtlStore(TtlStore&&) noexcept = default;
    TtlStore& operator=(TtlStore&&) noexcept = default;

    // ---- write

    /// Stores `value` under `key`, replacing value and deadline of what is there. Alive in [now, now + ttl).
    /// `key` and `value` are anything Key and Value can be constructed from; they are moved from only if stored. A
    /// deadline that is not in the future stores nothing: a live old value is removed (replaced), and nobody is
    /// evicted. Complexity: O(1) amortised, plus the index's schedule. Throws:     what Hash, KeyEqual, Weigher,
    /// construction and allocation throw, then nothing changed; std::length_error
    ///             beyond 2^31 slots; std::invalid_argument on conversion to Expiry if a ttl is not positive.
    /// Invalidates: all pointers if the table grows, else those to the entries that leave.   Notifies: replaced,
    /// expired, evicted.
    template <class K = Key, class V = Value>
    TTLSTORE_INLINE SetResult set(K&& key, V&& value, Expiry expiry = Expiry::standard(), When when = When::always) {
        return store(std::forward<K>(key), std::forward<V>(value), term(expiry), when);
    }

    /// Calls `f(Value&)` on a live entry and keeps its deadline. False if there is none. With a weigher the value is
    /// weighed again: others make room for it, and one heavier than max_weight is evicted itself. `f` must not use the
    /// store. Complexity: O(1).   Throws: what `f`, Hash, KeyEqual and Weigher throw; if `f` does, the value is as `f`
    /// left it. Invalidates: pointers to entries that leave.   Notifies: expired, evicted.
    template <class Q = Key, class F>
    requires std::invocable<F&, Value&>
    bool update(const Q& key, F&& f) {
        return with(key, [&](const auto& q, Now& now, Queue& queue) {
            const auto guarded = [&](Value& value) {
                const detail::WalkGuard::Scope scope{guard_};
                f(value);
            };
            return entries_.update(q, guarded, now, queue);
        });
    }

    /// The live value under `key`, else the one that `make()` returns, stored with `expiry` from the moment it was
    /// made. `make` may use the store; if it stores `key` itself, that value is kept. A hit is an access. Complexity:
    /// as find, and as set if `make` ran. Throws:     what set and `make` throw; std::length_error if the value cannot
    /// be kept (too heavy, store full, already dead,
    ///             or removed by a listener).
    /// Invalidates: as set.   Notifies: expired, evicted.
    template <class K = Key, class F>
    requires std::constructible_from<Value, std::invoke_result_t<F&>> Value& get_or_set(
        K&& key, F make, Expiry expiry = Expiry::standard()) {
        check_idle();
        Now now{ticker_};
        if constexpr (kLooksUp<K>) {
            return entries_.value(find_or_make(std::forward<K>(key), make, expiry, now));
        } else {
            detail::Stored<Key> made{std::in_place, std::forward<K>(key)};
            return entries_.value(find_or_make(std::move(made.get()), make, expiry, now));
        }
    }

    // ---- read

    /// The live value, nullptr if there is none. Counts as a lookup and as an access; removes the entry if it is dead.
    /// Complexity: O(1).   Throws: what Hash, KeyEqual or a listener throw.
    /// Invalidates: pointers to a dead entry. The pointer returned is valid until a call that inserts, or removes this
    /// entry. Notifies:    expired.
    template <class Q = Key>
    TTLSTORE_INLINE Value* find(const Q& key) {
        const auto address = [this](SlotId id) {
            return id == detail::kNil ? nullptr : std::addressof(entries_.value(id));
        };
        if constexpr (kLooksUp<Q> && !Queue::kListens) {  // as `with` does, in one function: see store()
            check_idle();
            Now now{ticker_};
            Queue queue{listener_.get()};
            return address(entries_.find(key, now, queue));
        } else {
            return with(key,
                        [&](const auto& q, Now& now, Queue& queue) { return address(entries_.find(q, now, queue)); });
        }
    }

    /// As find, without any side effect: no promotion, no statistics, no removal.
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.   Invalidates: nothing.
    template <class Q = Key>
    const Value* peek(const Q& key) const {
        return ask(key, [&](SlotId id, Now&) {
            return id == detail::kNil ? nullptr : std::addressof(std::as_const(entries_.value(id)));
        });
    }

    /// As find, but a copy of the value.
    /// Complexity: O(1).   Throws: also what copying throws.   Invalidates: pointers to a dead entry.   Notifies:
    /// expired.
    template <class Q = Key>
    std::optional<Value> get(const Q& key) requires std::copy_constructible<Value> {
        const Value* const value = find(key);
        return value == nullptr ? std::nullopt : std::optional<Value>{*value};
    }

    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.   Invalidates: nothing.
    template <class Q = Key>
    bool contains(const Q& key) const {
        return peek(key) != nullptr;
    }

    /// Calls `f(index, Value*)` for each key of a forward range in order, nullptr where none is alive. Keys are hashed
    /// and their slots prefetched sixteen at a time, which overlaps the cache misses of a store larger than the cache.
    /// Complexity: O(keys), one clock read.   Throws: as find, and what `f` throws.
    /// Invalidates: pointers to dead entries. A pointer is good until `f` returns.   Notifies: expired, after the last
    /// key.
    template <class Keys, class F>
    requires std::invocable<F&, std::size_t, Value*>
    void find_many(const Keys& keys, F f) {
        static_assert(kLooksUp<std::remove_cvref_t<decltype(*std::begin(keys))>>,
                      "TtlStore: find_many takes Keys, or what transparent Hash and KeyEqual accept");
        check_idle();
        Now now{ticker_};
        Queue queue{listener_.get()};
        try {
            entries_.find_many(keys, f, now, queue);
        } catch (...) {
            queue.deliver();
            throw;
        }
        queue.finish();
    }

    /// Missing, Persistent (no deadline) or Remaining (at least one tick).
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.   Invalidates: nothing.
    template <class Q = Key>
    TtlStatus ttl(const Q& key) const {
        return ask(key, [&](SlotId id, Now& now) -> TtlStatus {
            if (id == detail::kNil) return Missing{};
            return Time::status(entries_.deadline(id), now);
        });
    }

    /// Deadline, life left and weight of a live entry.
    /// Complexity: O(1).   Throws: what Hash or KeyEqual throw.   Invalidates: nothing.
    template <class Q = Key>
    std::optional<EntryInfo> info(const Q& key) const {
        return ask(key, [&](SlotId id, Now& now) -> std::optional<EntryInfo> {
            if (id == detail::kNil) return std::nullopt;
            return Time::info(entries_.deadline(id), entries_.slots().weight(id), now);
        });
    }

    // ---- deadline

    /// Gives a live entry another deadline if `condition` holds for it. False if it does not or there is no such entry.
    /// A time that is not in the future removes the entry at once (expired) and answers true; Expiry::keep() changes
    /// nothing and answers true. Not an access. With idle_ttl it concerns the entry's own deadline only. Complexity:
    /// O(1) plus the index's schedule.   Throws: what Hash, KeyEqual and allocation throw, then nothing changed.
    /// Invalidates: pointers to an entry that leaves.   Notifies: expired.
    template <class Q = Key>
    bool expire(const Q& key, Expiry expiry, ExpireIf condition = ExpireIf::always) {
        return with(key, [&](const auto& q, Now& now, Queue& queue) {
            return entries_.expire(q, term(expiry), condition, now, queue);
        });
    }

    /// Takes the deadline off a live entry. True if it had one. Not an access.
    /// Complexity: O(1).   Throws: what Hash and KeyEqual throw; with idle_ttl also allocation.
    /// Invalidates: pointers to a dead entry.   Notifies: expired.
    template <class Q = Key>
    bool persist(const Q& key) {
        return with(key, [&](const auto& q, Now& now, Queue& queue) { return entries_.persist(q, now, queue); });
    }

    /// Counts as an access (recency, idle ttl) but not as a lookup. False if nothing is alive there.
    /// Complexity: O(1).   Throws: what Hash and KeyEqual throw.   Invalidates: pointers to a dead entry.   Notifies:
    /// expired.
    template <class Q = Key>
    bool touch(const Q& key) {
        return with(key, [&](const auto& q, Now& now, Queue& queue) { return entries_.touch(q, now, queue); });
    }

    // ---- remove

    /// True if a live entry was removed. `key` may refer into the entry itself.
    /// Complexity: O(1) amortised.   Throws: what Hash, KeyEqual or a listener throw.
    /// Invalidates: pointers to the entry.   Notifies: erased, expired.
    template <class Q = Key>
    bool erase(const Q& key) {
        return with(key, [&](const auto& q, Now& now, Queue& queue) { return entries_.erase(q, now, queue); });
    }

    /// Moves the live value out and removes the entry. No listener is told: the caller has the value.
    /// Complexity: O(1) amortised.   Throws: what Hash, KeyEqual and moving the value throw.
    /// Invalidates: pointers to the entry.   Notifies: expired, of a dead entry.
    template <class Q = Key>
    std::optional<Value> take(const Q& key) {
        std::optional<Value> taken;
        with(key, [&](const auto& q, Now& now, Queue& queue) { entries_.take(q, taken, now, queue); });
        return taken;
    }

    /// Removes the live entries for which `pred(const Key&, const Value&)` holds; how many. `pred` must not modify the
    /// store. Complexity: O(slots).   Throws: what `pred` and allocation throw, then nothing changed. Invalidates:
    /// pointers to the entries removed.   Notifies: erased.
    template <class Pred>
    requires std::predicate<Pred&, const Key&, const Value&> std::size_t erase_if(Pred pred) {
        return act([&](Now& now, Queue& queue) {
            const auto guarded = [&](const Key& key, const Value& value) {
                const detail::WalkGuard::Scope scope{guard_};
                return static_cast<bool>(pred(key, value));
            };
            return entries_.erase_if(guarded, now, queue);
        });
    }

    /// Removes everything; the table's memory is kept.
    /// Complexity: O(slots).   Throws: what a listener throws.   Invalidates: all pointers.   Notifies: cleared,
    /// expired.
    void clear() {
        act([&](Now& now, Queue& queue) { entries_.clear(now, queue); });
    }

    // ---- expiry driven by the user

    /// Removes at most `budget` dead entries, earliest deadline first, first scheduled first among equals; how many.
    /// Listeners run between removals. What they store is not swept by the same call.
    /// Complexity: O(removed).   Throws: what a listener throws.   Invalidates: pointers to dead entries.   Notifies:
    /// expired.
    std::size_t sweep(std::size_t budget) { return sweep(SweepBudget{.entries = budget}).removed; }

    /// As above, with a budget of entries and, by the store's ticker, of time; reports what is left.
    /// Complexity: O(removed); with `time` one clock read a removal.   Throws: what a listener throws.
    /// Invalidates: pointers to dead entries.   Notifies: expired.
    SweepReport sweep(SweepBudget budget) {
        return act([&](Now& now, Queue& queue) {
            SweepReport report;
            const bool timed = budget.time.has_value() && entries_.index().next_deadline().has_value();
            const Tick until = timed ? detail::saturating_offset(now(), Time::in_ticks(*budget.time)) : 0;
            while (report.removed < budget.entries) {
                const std::optional<Tick> lag = entries_.sweep_one(now, queue);
                if (!lag) break;
                if (report.removed++ == 0) report.oldest_lag = Time::to_duration(*lag);
                queue.deliver();
                if (timed && ticker_.read() >= until) break;
            }
            const std::optional<Tick> next = entries_.index().next_deadline();
            report.drained = !next || detail::alive_at(*next, now());
            report.next_deadline = next ? std::optional{Time::to_time_point(*next)} : std::nullopt;
            return report;
        });
    }

    /// The earliest deadline of what is stored, which may have passed; with LazyExpiry it may also be earlier than that.
    /// Arm a timer with it.
    /// Complexity: O(1).
    std::optional<time_point> next_deadline() const noexcept {
        const std::optional<Tick> next = entries_.index().next_deadline();
        return next ? std::optional{Time::to_time_point(*next)} : std::nullopt;
    }

    // ---- capacity and inspection

    /// Changes the most entries the store holds. Shrinking removes the dead, then whom the policy names; under
    /// NoEviction the living stay and new keys are rejected until there is room. Complexity: O(removed), O(capacity) to
    /// grow.   Throws: std::invalid_argument for 0; what allocation and Hash throw. Invalidates: all pointers.
    /// Notifies: expired, evicted.
    void set_capacity(std::size_t capacity) {
        act([&](Now& now, Queue& queue) {
            entries_.set_capacity(capacity);
            entries_.make_room(detail::kNil, now, queue);
        });
    }

    /// Makes memory for so many entries at once.
    /// Complexity: O(slots).   Throws: what allocation and Hash throw, then nothing changed.   Invalidates: all
    /// pointers.
    void reserve(std::size_t entries) {
        check_idle();
        entries_.reserve(entries);
    }

    /// Live entries, exactly.
    /// Complexity: O(1) if nothing is overdue, plus the number of the overdue (O(slots) with an index that cannot list them).
    std::size_t size() const noexcept { return stored() - overdue(); }
    /// The same number. Complexity: as size.
    std::size_t live() const noexcept { return size(); }
    /// Entries in memory, dead ones included. Complexity: O(1).
    std::size_t stored() const noexcept { return entries_.table().stored(); }
    /// Dead entries not yet removed. Complexity: as size.
    std::size_t overdue() const noexcept {
        Now now{ticker_};
        return entries_.overdue(now);
    }
    /// Whether no entry is alive. Complexity: as size.
    bool empty() const noexcept { return size() == 0; }
    /// Complexity: O(1).
    Stats stats() const noexcept { return entries_.stats(); }
    /// Bytes in table, index and policy. Complexity: O(1).
    MemoryReport memory() const noexcept { return entries_.memory(); }

    /// Calls `f(const Key&, const Value&)` for every live entry, all judged at one `now`, in no particular order.
    /// `f` must not modify the store (asserted); use erase_if.
    /// Complexity: O(slots).   Throws: what `f` throws.   Invalidates: nothing.
    template <class F>
    requires std::invocable<F&, const Key&, const Value&>
    void for_each(F f) const {
        const detail::WalkGuard::Scope scope{guard_};
        Now now{ticker_};
        entries_.for_each(f, now);
    }

    /// The same in order of deadline, earliest first, without the entries that have none.
    /// Complexity: O(entries with a deadline); HeapExpiry sorts a copy.   Throws: what `f` throws; with HeapExpiry also
    /// what allocation throws.   Invalidates: nothing.
    template <class F>
    requires std::invocable<F&, const Key&, const Value&>
    void for_each_by_deadline(F f) const {
        auto slots = entries_.index_slots();
        const auto visit = [&, now = Now{ticker_}](SlotId id) mutable {
            if (entries_.alive(id, now)) f(entries_.key(id), std::as_const(entries_.value(id)));
        };
        constexpr bool kOrdered = requires { entries_.index().for_each_by_deadline(slots, visit); };
        static_assert(kOrdered, "TtlStore: this expiry index keeps no order to walk in; OrderedExpiry does");
        const detail::WalkGuard::Scope scope{guard_};
        if constexpr (kOrdered) entries_.index().for_each_by_deadline(slots, visit);
    }

    /// Input iterators over std::pair<const Key&, const Value&>, live entries only, judged at the `now` of begin().
    /// Invalidated by every call that may insert or remove. Complexity: O(slots) for the whole walk.
    iterator begin() const noexcept {
        Now now{ticker_};
        return iterator{entries_, entries_.index().next_deadline() ? now() : kNoDeadline};
    }
    iterator end() const noexcept { return iterator{}; }

private:
    friend struct detail::Access;

    TtlStore(Handle ticker, const StoreConfig& config, Listener listener, const Allocator& allocator)
        : ticker_{ticker}, listener_{std::move(listener)}, entries_{config, allocator} {}

    void check_idle() const {
        TTLSTORE_ASSERT(!guard_.walking() && "a callback of for_each, erase_if or update must not modify the store");
    }

    /// One modifying call: one reading of the clock, and what it removed is delivered when it is through, even if it
    /// throws.
    template <class F>
    auto act(F f) {
        check_idle();
        Now now{ticker_};
        Queue queue{listener_.get()};
        if constexpr (!Queue::kListens) {
            return f(now, queue);
        } else {
            try {
                if constexpr (std::is_void_v<decltype(f(now, queue))>) {
                    f(now, queue);
                    resume(now, queue);
                    queue.finish();
                } else {
                    auto result = f(now, queue);
                    resume(now, queue);
                    queue.finish();
                    return result;
                }
            } catch (...) {
                queue.deliver();
                throw;
            }
        }
    }
    /// Goes on where making room stopped because there was no memory to queue another removal.
    void resume(Now& now, Queue& queue) noexcept {
        if constexpr (Queue::kListens) {
            while (queue.take_starved()) {
                entries_.add_pin(queue.kept());
                queue.deliver();
                entries_.remove_pin();
                entries_.make_room(queue.kept().id, now, queue);
            }
        }
    }

    template <class Q, class F>
    auto with(const Q& key, F f) {
        return Lookup::as_key(
            key, [&](const auto& q) { return act([&](Now& now, Queue& queue) { return f(q, now, queue); }); });
    }
    template <class Q, class F>
    auto ask(const Q& key, F f) const {
        return Lookup::as_key(key, [&](const auto& q) {
            Now now{ticker_};
            const SlotId id = entries_.peek(q, now);
            return f(id, now);
        });
    }
    static constexpr detail::Term term(const Expiry& expiry) noexcept { return detail::Term::of<duration>(expiry); }
    template <class K, class V>
    TTLSTORE_INLINE SetResult store(K&& key, V&& value, detail::Term term, When when) {
        if constexpr (!kLooksUp<K>) {
            detail::Stored<Key> made{std::in_place, std::forward<K>(key)};
            return store(std::move(made.get()), std::forward<V>(value), term, when);
        } else if constexpr (!Queue::kListens) {  // as act does, without a function between: the fewer words pass
            check_idle();                         // through memory, the more sets overlap their cache misses
            Now now{ticker_};
            Queue queue{listener_.get()};
            return entries_.set(std::forward<K>(key), std::forward<V>(value), term, when, now, queue).result;
        } else {
            return act([&](Now& now, Queue& queue) {
                return entries_.set(std::forward<K>(key), std::forward<V>(value), term, when, now, queue).result;
            });
        }
    }

    template <class K, class F>
    SlotId find_or_make(K&& key, F& make, const Expiry& expiry, Now& now) {
        // The key may refer into the dead entry that the lookup is about to remove.
        if constexpr (std::is_lvalue_reference_v<K>) {
            if (entries_.meets_dead(key, now)) {
                detail::Stored<Key> copy{std::in_place, key};
                return find_or_make(std::move(copy.get()), make, expiry, now);
            }
        }
        {
            Queue queue{listener_.get()};
            const SlotId id = entries_.find(key, now, queue);
            queue.finish();
            if (id != detail::kNil) return id;
        }
        auto&& made = make();
        check_idle();
        now.forget();
        Queue queue{listener_.get()};
        detail::Pin pin{entries_.peek(key, now), nullptr};
        if (pin.id != detail::kNil) return pin.id;
        try {
            pin.id = entries_
                         .set(std::forward<K>(key), std::forward<decltype(made)>(made), term(expiry), When::always, now,
                              queue)
                         .id;
        } catch (...) {
            queue.deliver();
            throw;
        }
        entries_.add_pin(pin);
        resume(now, queue);
        queue.deliver();
        entries_.remove_pin();
        queue.finish();
        if (pin.id == detail::kNil) throw std::length_error("ttlstore: get_or_set cannot keep the value it made");
        return pin.id;
    }

    [[no_unique_address]] Handle ticker_;
    [[no_unique_address]] detail::Reassignable<Listener> listener_;
    [[no_unique_address]] detail::WalkGuard guard_;
    Entries entries_;
};

namespace detail {

/// For tests and tools that check the whole structure.
struct Access {
    template <class Store>
    static const auto& entries(const Store& store) noexcept {
        return store.entries_;
    }
    template <class Store>
    static const auto& shards(const Store& store) noexcept {
        return store.shards_;
    }
};

}  // namespace detail
}  // namespace ttlstore
