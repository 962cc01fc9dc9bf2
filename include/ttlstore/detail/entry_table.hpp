/// EntryTable: the rules of life. Entries with deadlines in a bounded space, without clock, listener or lock of their
/// own.
///
/// TtlStore and each shard are thin fronts over it: they bring `now` (a LazyNow, read at most once a call) and `sink`
/// (a RemovalQueue, delivered when the call is through).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "../config.hpp"
#include "../removal.hpp"
#include "../stats.hpp"
#include "linked_slots.hpp"
#include "shared_room.hpp"

namespace ttlstore::detail {

template <class Traits>
class EntryTable {
public:
    using Key = typename Traits::Key;
    using Value = typename Traits::Value;
    using Duration = typename Traits::Duration;
    using Allocator = typename Traits::Allocator;
    using Slots = LinkedSlots<Traits>;
    using RoomToShare = typename Traits::Room;
    static constexpr bool kWeighs = Traits::kWeighs;
    /// Whether this table is a part of a larger whole, whose bounds count.
    static constexpr bool kShares = !std::is_same_v<RoomToShare, NoSharedRoom>;

    /// Throws: std::invalid_argument for a capacity or max_weight of 0 and a jitter outside [0, 1); what allocation
    /// throws.
    EntryTable(const StoreConfig& config, const Allocator& allocator)
        : slots_{allocator, bounds_of(config), config.idle_ttl.has_value(),
                 config.hash_seed ? *config.hash_seed : random_seed(reinterpret_cast<std::uintptr_t>(this))},
          lifetimes_{config} {}

    /// A part of a whole. `config` has the part's share, which the policy is told and the table is made for.
    EntryTable(const StoreConfig& config, const Allocator& allocator, RoomToShare room) requires kShares
        : EntryTable{config, allocator} {
        room_ = room;
        slots_.shrink_to_used();
    }

    const Slots& slots() const noexcept { return slots_; }
    const auto& table() const noexcept { return slots_.table(); }
    const auto& index() const noexcept { return slots_.index(); }
    const auto& policy() const noexcept { return slots_.policy(); }
    auto index_slots() const noexcept { return slots_.index_slots(); }
    auto policy_slots() const noexcept { return slots_.policy_slots(); }
    Stats stats() const noexcept {
        Stats all = stats_;
        all.hits = hits_;
        all.misses = misses_;
        return all;
    }
    Value& value(SlotId id) const noexcept { return slots_.slot(id).value.get(); }
    const Key& key(SlotId id) const noexcept { return slots_.slot(id).key.get(); }
    Tick deadline(SlotId id) const noexcept { return slots_.slot(id).deadline; }

    template <class Now>
    bool alive(SlotId id, Now& now) const noexcept {
        const Tick end = deadline(id);
        return end == kNoDeadline || alive_at(end, now());
    }

    // ---- read

    /// A live entry without any side effect, kNil if there is none.
    template <class Q, class Now>
    SlotId peek(const Q& key, Now& now) const {
        const SlotId id = slots_.find(slots_.hash(key), key);
        return id != kNil && alive(id, now) ? id : kNil;
    }

    /// Whether an entry that is dead lies under the key.
    template <class Q, class Now>
    bool meets_dead(const Q& key, Now& now) const {
        const SlotId id = slots_.find(slots_.hash(key), key);
        return id != kNil && !alive(id, now);
    }

    /// A lookup: counted, an access if it hits, a removal if it meets a dead entry.
    template <class Q, class Now, class Sink>
    TTLSTORE_INLINE SlotId find(const Q& key, Now& now, Sink& sink) {
        return find(slots_.hash(key), unhashed(key), now, sink);
    }

    template <class Keys, class F, class Now, class Sink>
    void find_many(const Keys& keys, F& f, Now& now, Sink& sink) {
        constexpr std::size_t kBatch = 16;
        std::uint64_t hashes[kBatch];
        std::size_t index = 0;
        const auto end = std::end(keys);
        for (auto next = std::begin(keys); next != end;) {
            auto key = next;
            std::size_t count = 0;
            for (; count < kBatch && next != end; ++count, ++next) {
                hashes[count] = slots_.hash(*next);
                table().prefetch_group(hashes[count]);
            }
            for (std::size_t i = 0; i < count; ++i) {
                const SlotId id = table().candidate(hashes[i]);
                if (id != kNil) prefetch_entry(id);
            }
            for (std::size_t i = 0; i < count; ++i, ++key, ++index) {
                const SlotId id = find(hashes[i], *key, now, sink);
                f(index, id == kNil ? nullptr : std::addressof(value(id)));
            }
        }
    }

    // ---- write

    struct Outcome {
        SetResult result;
        SlotId id = kNil;  // of the stored entry, if one was
    };

    /// A key that is new takes the short way, which is joined with the caller's code, if a ttl is all its lifetime.
    template <class K, class V, class Now, class Sink>
    TTLSTORE_INLINE Outcome set(K&& key, V&& value, Term term, When when, Now& now, Sink& sink) {
        return set(slots_.hash(key), std::forward<K>(key), std::forward<V>(value), term, when, now, sink);
    }
    /// `hash` is the key's.
    template <class K, class V, class Now, class Sink>
    TTLSTORE_INLINE Outcome set(std::uint64_t hash, K&& key, V&& value, Term term, When when, Now& now, Sink& sink) {
        const SlotId id = slots_.find(hash, key);
        if (id != kNil || when == When::if_present || !lifetimes_.plain()) {
            return now.apart([&](Now& n) {
                return set_over(hash, id, std::forward<K>(key), std::forward<V>(value), term, when, n, sink);
            });
        }
        const Tick own = lifetimes_.plain_deadline(term, now);
        if (own != kNoDeadline && !alive_at(own, now())) [[unlikely]]
            return {SetResult::inserted};
        return insert(hash, kNil, std::forward<K>(key), std::forward<V>(value), Limits{own, kNoDeadline}, now, sink);
    }

    template <class Q, class F, class Now, class Sink>
    bool update(const Q& key, F&& f, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return false;
        try {
            std::forward<F>(f)(value(id));
        } catch (...) {
            try {
                set_weight(id, weigh(id), now, sink);
            } catch (...) {
                // The caller hears of the first failure; the weight stays what it was.
            }
            throw;
        }
        const std::size_t weight = weigh(id);
        access(id, now);
        set_weight(id, weight, now, sink);
        return true;
    }

    // ---- deadline

    template <class Q, class Now, class Sink>
    bool expire(const Q& key, Term term, ExpireIf condition, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return false;
        Limits limits = slots_.limits(id);
        const Tick own = term.kind == Expiry::Kind::keep ? limits.own : own_deadline(term, key, now);
        if (!lifetimes_.allows(condition, limits.own, own)) return false;
        if (term.kind == Expiry::Kind::keep) return true;
        if (own != kNoDeadline && !alive_at(own, now())) {
            ++stats_.lazily_expired;
            sink.push(slots_.extract(id), expired(own, now()));
            return true;
        }
        limits.own = own;
        check_order(limits);
        slots_.set_limits(id, limits);
        return true;
    }

    template <class Q, class Now, class Sink>
    bool persist(const Q& key, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return false;
        Limits limits = slots_.limits(id);
        if (limits.own == kNoDeadline) return false;
        limits.own = kNoDeadline;
        slots_.set_limits(id, limits);
        return true;
    }

    template <class Q, class Now, class Sink>
    bool touch(const Q& key, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return false;
        access(id, now);
        return true;
    }

    // ---- remove

    template <class Q, class Now, class Sink>
    bool erase(const Q& key, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return false;
        ++stats_.erased;
        sink.push(slots_.extract(id), {RemovalCause::erased});
        return true;
    }

    /// Into `taken`, where the caller returns it from: moving it once more might throw when the entry is gone.
    template <class Q, class Now, class Sink>
    void take(const Q& key, std::optional<Value>& taken, Now& now, Sink& sink) {
        const SlotId id = find_live(key, now, sink);
        if (id == kNil) return;
        taken.emplace(std::move(value(id)));
        ++stats_.taken;
        slots_.discard(id);
    }

    /// Asks first and removes then, so that an exception of `pred` or of allocation changes nothing.
    template <class Pred, class Now, class Sink>
    std::size_t erase_if(Pred& pred, Now& now, Sink& sink) {
        std::vector<SlotId> chosen;
        for (SlotId id = 0; id < table().slot_count(); ++id) {
            if (table().occupied(id) && alive(id, now) && pred(key(id), std::as_const(value(id)))) chosen.push_back(id);
        }
        sink.reserve(chosen.size());
        for (const SlotId id : chosen) sink.push(slots_.extract(id), {RemovalCause::erased});
        stats_.erased += chosen.size();
        return chosen.size();
    }

    /// Delivers as it goes: the store is empty, and consistent, from the first removal on.
    template <class Now, class Sink>
    void clear(Now& now, Sink& sink) {
        const std::size_t dead = overdue(now);
        stats_.lazily_expired += dead;
        stats_.cleared += table().stored() - dead;
        typename Slots::Table taken = slots_.release();
        if constexpr (Sink::kListens) {
            for (SlotId id = 0; id < taken.slot_count(); ++id) {
                if (!taken.occupied(id)) continue;
                auto& slot = taken.slot(id);
                const bool alive = slot.deadline == kNoDeadline || alive_at(slot.deadline, now());
                const Removal removal = alive ? Removal{RemovalCause::cleared} : expired(slot.deadline, now());
                if (!sink.ready()) sink.deliver();
                sink.push({std::move(slot.key), std::move(slot.value)}, removal);
                sink.deliver();
            }
        }
        taken.clear();
        slots_.give_back(taken);
    }

    /// Removes the entry due first; how many ticks late, or nothing if none is due.
    template <class Now, class Sink>
    std::optional<Tick> sweep_one(Now& now, Sink& sink) noexcept {
        const SlotId id = slots_.pop_due(now);
        if (id == kNil) return std::nullopt;
        const Tick end = deadline(id);
        ++stats_.swept;
        sink.push(slots_.extract_unscheduled(id), expired(end, now()));
        return saturating_distance(now(), end);
    }

    // ---- room

    /// The dead go first, earliest deadline first, then whom the policy names, but never `keep`.
    template <class Now, class Sink>
    Room make_room(SlotId keep, Now& now, Sink& sink) noexcept {
        if constexpr (kShares) {
            if (sink.stores_first()) {
                sink.note_stored(keep);
                return Room::made;
            }
        }
        while (slots_.over_bounds()) {
            if (!sink.ready()) {
                sink.starve(keep);
                return Room::interrupted;
            }
            SlotId id = slots_.pop_due(now);
            if (id == kNil) {
                id = slots_.victim_but(keep);
                if (id != kNil) {
                    evict(id, now, sink);
                    continue;
                }
                id = slots_.pop_missed(now);
                if (id == kNil) return Room::stuck;
            }
            const Tick end = deadline(id);
            ++stats_.expired_for_room;
            sink.push(slots_.extract_unscheduled(id), expired(end, now()));
        }
        return Room::made;
    }

    /// Throws: std::invalid_argument if `capacity` is 0; what reserve throws. Call make_room next.
    void set_capacity(std::size_t capacity) {
        if (capacity == 0) throw std::invalid_argument("ttlstore: capacity must be at least 1");
        slots_.set_bounds({capacity, slots_.bounds().weight});
    }
    void reserve(std::size_t entries) { slots_.reserve(entries); }

    // ---- a part of a whole

    /// Before other calls of one hold of the lock: more room, taken from others.
    void take_in(const Credits& credits) noexcept requires kShares { slots_.widen(credits); }
    /// After them: the room that is not used, which belongs to the whole again.
    Credits hand_over() noexcept requires kShares {
        const Credits unused = slots_.spare();
        if (const Credits owed = slots_.missing(0, 0); !owed.none()) room_.room->owe(owed);
        slots_.shrink_to_used();
        return unused;
    }

    /// Room that this table has and does not use goes to another.
    void give_to(EntryTable& other, const Credits& credits) noexcept requires kShares {
        slots_.narrow(credits);
        other.slots_.widen(credits);
    }
    /// Whether the policy would name somebody now.
    bool names_victim() noexcept { return table().stored() != 0 && slots_.victim_but(kNil) != kNil; }

    /// Another share, which the policy is told. Throws as reserve does.
    void set_share(const Bounds& share) requires kShares {
        slots_.set_bounds(share);
        slots_.shrink_to_used();
    }

    /// One entry of a batch that is stored as a whole or not at all. All that may throw comes before settle_in.
    struct Newcomer {
        std::uint64_t hash;
        std::size_t order;
        Stored<Key> key;
        Stored<Value> value;
        std::size_t weight = 1;
        Limits limits{};
        bool stays = true;  // its deadline is in the future
        bool old_lives = false;
        SlotId old = kNil;
        SlotId id = kNil;
        std::uint8_t mark = 0;
    };
    /// For so many more entries; grows as inserting does.
    void make_space(std::size_t more) requires kShares {
        const std::size_t stored = table().stored();
        if (stored + more > table().limit()) slots_.reserve(stored + more + stored / 2);
    }
    void weigh(Newcomer& one) const {
        if constexpr (kWeighs) one.weight = weigher_(std::as_const(one.key).get(), std::as_const(one.value).get());
    }
    /// Finds what lies under the key and works out the deadlines. After the last reserve.
    template <class Now>
    void prepare(Newcomer& one, Term term, Now& now) const requires kShares {
        const Key& key = std::as_const(one.key).get();
        one.old = slots_.find(one.hash, key);
        one.old_lives = one.old != kNil && alive(one.old, now);
        const bool keeps = one.old_lives && term.kind == Expiry::Kind::keep;
        const Tick own = keeps ? slots_.limits(one.old).own : own_deadline(term, key, now);
        one.stays = own == kNoDeadline || alive_at(own, now());
        one.limits = {own, lifetimes_.idle_deadline(now)};
        if (one.stays) check_order(one.limits);
    }
    /// Beside the old entry, unseen by the policy. Throws what construction and the index throw; nothing changed then.
    void place(Newcomer& one) requires kShares {
        if (!one.stays) return;
        SlotId none = kNil;
        one.id =
            slots_.insert(one.hash, std::move(one.key.get()), std::move(one.value.get()), one.limits, one.weight, none);
    }
    void take_back(Newcomer& one) noexcept requires kShares {
        if (one.id != kNil) slots_.take_back(std::exchange(one.id, kNil));
    }
    /// When all are in place, since a hidden entry's slot looks free.
    void hide(Newcomer& one) noexcept requires kShares {
        if (one.id != kNil) one.mark = slots_.hide(one.id);
    }
    /// The old entry leaves.
    template <class Now, class Sink>
    void see_off(Newcomer& one, Now& now, Sink& sink) noexcept requires kShares {
        if (one.old == kNil) return;
        if (!one.old_lives) return expire_lazily(one.old, now(), sink);
        ++stats_.replaced;
        sink.push(slots_.extract(one.old), {RemovalCause::replaced});
    }
    void settle_in(Newcomer& one) noexcept requires kShares {
        if (one.id == kNil) return;
        slots_.show(one.id, one.mark);
        slots_.tell_inserted(one.id, one.hash);
        if (!one.old_lives) ++stats_.inserted;
    }
    void give_up(const Credits& credits) noexcept requires kShares { slots_.narrow(credits); }
    template <class Now>
    Credits count_dead(Now& now) const {
        Credits dead;
        if (!index().next_deadline()) return dead;
        slots_.for_each_due(now(), [&](SlotId id) { dead += {1, slots_.weight(id)}; });
        return dead;
    }
    /// Whether an access moves a deadline.
    bool idles() const noexcept { return lifetimes_.idles(); }

    /// Makes room for another table: the dead go, then, if `and_living`, whom the policy names.
    template <class Now, class Sink>
    void make_room_elsewhere(const Credits& wanted, bool and_living, Now& now, Sink& sink) noexcept requires kShares {
        while (!slots_.spare().covers(wanted) && sink.ready()) {
            if (remove_dead_one(now, sink)) continue;
            const SlotId id = and_living ? slots_.victim_but(kNil) : kNil;
            if (id == kNil) return;
            evict(id, now, sink);
        }
    }

    /// Weighs an entry again whose update found no room at once.
    template <class Q, class Now, class Sink>
    void reweigh(const Q& key, Now& now, Sink& sink) requires kShares {
        const SlotId id = peek(key, now);
        if (id != kNil) set_weight(id, weigh(id), now, sink);
    }

    // ---- inspection

    template <class Now>
    std::size_t overdue(Now& now) const {
        if (!index().next_deadline()) return 0;
        return slots_.count_due(now());
    }

    template <class F, class Now>
    void for_each(F& f, Now& now) const {
        for (SlotId id = 0; id < table().slot_count(); ++id) {
            if (table().occupied(id) && alive(id, now)) f(key(id), std::as_const(value(id)));
        }
    }

    /// Calls f for live entries in the order of the upper halves of their hashes, from `position` on, until `left` is
    /// used up or some groups have been seen. Returns the position to go on from, kScanned after the last.
    /// That order does not change when the table grows, so nobody is passed over then, and nobody seen twice.
    static constexpr std::uint64_t kScanned = std::uint64_t{1} << 32;
    template <class F, class Now>
    std::uint64_t scan(std::uint64_t position, std::size_t& left, F& f, Now& now) const {
        struct Found {
            std::uint64_t position;
            SlotId id;
        };
        std::vector<Found> found;
        if (table().slot_count() == 0) return kScanned;
        for (std::size_t groups = 16 + left; groups > 0 && position < kScanned; --groups) {
            const std::uint32_t group = table().home(position << 32);
            found.clear();
            table().for_each_near(group, [&](SlotId id) {
                const std::uint64_t hash = slots_.hash(key(id));
                if (table().home(hash) == group && hash >> 32 >= position) found.push_back({hash >> 32, id});
            });
            std::sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.position < b.position; });
            for (const Found& next : found) {
                if (left == 0 && next.position != position) return next.position;
                position = next.position;
                if (!alive(next.id, now)) continue;
                f(key(next.id), std::as_const(value(next.id)));
                if (left > 0) --left;
            }
            position = table().first_in(std::uint64_t{group} + 1);
            if (left == 0) break;
        }
        return position;
    }

    MemoryReport memory() const noexcept {
        const auto& arrays = table().arrays();
        MemoryReport report;
        report.table = arrays.table_bytes() + arrays.template column_bytes<Slots::kWeight>() +
                       arrays.template column_bytes<Slots::kLimits>();
        report.index = arrays.template column_bytes<Slots::kIndexHook>() + bytes_of(index());
        report.policy = arrays.template column_bytes<Slots::kPolicyHook>() +
                        arrays.template column_bytes<Slots::kPolicyMark>() + bytes_of(policy());
        return report;
    }

    void add_pin(Pin& pin) noexcept { slots_.add_pin(pin); }
    void remove_pin() noexcept { slots_.remove_pin(); }

    /// As find, for a hash that the caller worked out.
    template <class Q, class Now, class Sink>
    TTLSTORE_INLINE SlotId find(std::uint64_t hash, const Q& key, Now& now, Sink& sink) {
        const SlotId id = slots_.find(hash, key);
        if (id == kNil) {
            ++misses_;
            return kNil;
        }
        if (!alive(id, now)) [[unlikely]] {
            ++misses_;
            expire_lazily(id, now(), sink);
            return kNil;
        }
        ++hits_;
        access(id, now);
        return id;
    }

private:
    static Bounds bounds_of(const StoreConfig& config) {
        if (config.capacity == std::size_t{0}) throw std::invalid_argument("ttlstore: capacity must be at least 1");
        if (config.max_weight == std::size_t{0}) throw std::invalid_argument("ttlstore: max_weight must be at least 1");
        if (!(config.jitter >= 0 && config.jitter < 1))
            throw std::invalid_argument("ttlstore: jitter must lie in [0, 1)");
        if constexpr (Slots::kInOrder) {
            if (config.jitter > 0 || (config.default_ttl && config.idle_ttl)) {
                throw std::invalid_argument(
                    "ttlstore: this expiry index takes deadlines in their order only: no jitter, and default_ttl or "
                    "idle_ttl, not both");
            }
        }
        return {config.capacity.value_or(Bounds{}.entries), config.max_weight.value_or(Bounds{}.weight)};
    }

    /// An index that wants deadlines in order: every access must be able to move the entry to the back.
    static void check_order(const Limits& limits) {
        if constexpr (Slots::kInOrder) {
            if (limits.own != kNoDeadline && limits.idle != kNoDeadline && limits.own > limits.idle) {
                throw std::logic_error(
                    "ttlstore: this expiry index takes deadlines in their order only: with idle_ttl no entry may have "
                    "a later deadline of its own");
            }
        }
    }

    template <class Role>
    static std::size_t bytes_of(const Role& role) noexcept {
        if constexpr (requires { role.bytes(); })
            return role.bytes();
        else
            return 0;
    }

    void prefetch_entry(SlotId id) const noexcept {
        prefetch(&slots_.slot(id));
        if (!slots_.is_bounded()) return;
        constexpr std::size_t kHot = std::is_empty_v<typename Slots::Mark> ? Slots::kPolicyHook : Slots::kPolicyMark;
        if (const auto* hooks = table().arrays().template column<kHot>()) prefetch(hooks + id);
    }

    template <class Q, class Now, class Sink>
    SlotId find_live(const Q& key, Now& now, Sink& sink) {
        const SlotId id = slots_.find(slots_.hash(key), key);
        if (id == kNil || alive(id, now)) return id;
        expire_lazily(id, now(), sink);
        return kNil;
    }

    /// Takes `now` by value: its address must not leave the callers' fast path.
    template <class Sink>
    TTLSTORE_COLD void expire_lazily(SlotId id, Tick now, Sink& sink) noexcept {
        const Tick end = deadline(id);
        ++stats_.lazily_expired;
        sink.push(slots_.extract(id), expired(end, now));
    }

    template <class Now, class Sink>
    void evict(SlotId id, Now& now, Sink& sink) noexcept {
        const Tick end = deadline(id);
        if (end == kNoDeadline || alive_at(end, now())) {
            ++stats_.evicted;
            sink.push(slots_.extract(id), {RemovalCause::evicted});
        } else {
            ++stats_.expired_for_room;
            sink.push(slots_.extract(id), expired(end, now()));
        }
    }

    template <class Now>
    TTLSTORE_INLINE void access(SlotId id, Now& now) noexcept {
        if (!slots_.tracks_access()) return;
        slots_.tell_accessed(id);
        if (lifetimes_.idles()) [[unlikely]]
            move_idle_deadline(id, lifetimes_.idle_deadline(now));
    }
    TTLSTORE_COLD void move_idle_deadline(SlotId id, Tick idle) noexcept {
        Limits limits = slots_.limits(id);
        limits.idle = idle;
        // An unmoved deadline keeps its place among equals.
        if (limits.sooner() == deadline(id)) return slots_.note_limits(id, limits);
        try {
            slots_.set_limits(id, limits);
        } catch (...) {
            // No memory for a new deadline: the earlier one stands, and a find does not fail for it.
        }
    }

    template <class Q, class Now>
    Tick own_deadline(Term term, const Q& key, Now& now) const {
        return lifetimes_.own_deadline(
            term, [&] { return slots_.plain_hash(key); }, now);
    }
    static Removal expired(Tick deadline, Tick now) noexcept {
        return {RemovalCause::expired, Lifetimes<Duration>::lateness(deadline, now)};
    }

    template <class Sink>
    TTLSTORE_COLD Outcome store_nothing(SlotId id, bool live, Tick now, Sink& sink) noexcept {
        if (!live) {
            if (id != kNil) expire_lazily(id, now, sink);
            return {SetResult::inserted};
        }
        ++stats_.replaced;
        sink.push(slots_.extract(id), {RemovalCause::replaced});
        return {SetResult::replaced};
    }

    Outcome reject() noexcept {
        ++stats_.rejected;
        return {SetResult::rejected};
    }

    template <class Now>
    bool may_enter(std::size_t weight, Now& now) noexcept {
        if (weight > slots_.bounds().weight) return false;
        return slots_.fits(1, weight) || slots_.can_make_room(1, weight, now);
    }
    /// Takes from the whole's pool what is missing for so much more, then from the dead of this table. If that does not
    /// do, the dead of other tables go before the living of this one: false then, and `sink` knows what is wanted.
    /// What remains is for make_room. `keep` is not to make room for itself.
    template <class Now, class Sink>
    bool clear_way(SlotId keep, std::size_t entries, std::size_t added_weight, Now& now, Sink& sink) requires kShares {
        for (;;) {
            Credits missing = still_missing(entries, added_weight);
            if (missing.none()) return true;
            slots_.widen(room_.room->take(missing));
            missing = still_missing(entries, added_weight);
            if (missing.none()) return true;
            if (!sink.ready()) return sink.want_delivery();
            if (remove_dead_one(now, sink)) continue;
            if (sink.stores_first()) {
                sink.owe(missing);
                return true;
            }
            if (room_.room->deadlines().due_elsewhere(room_.shard, now)) return sink.want_the_dead(missing);
            if (living_give(keep, missing, sink.alone())) return true;
            return kMayEvict && sink.want_the_living(missing);
        }
    }
    /// What the whole owes (more is stored than it may hold) comes before what is new.
    Credits still_missing(std::size_t entries, std::size_t added_weight) noexcept requires kShares {
        Credits missing;
        if (!room_.room->debt().none()) [[unlikely]] {
            pay();
            missing = room_.room->debt();
            if (entries == 0) missing.entries = 0;
        }
        missing += slots_.missing(entries, added_weight);
        return missing;
    }
    void pay() noexcept requires kShares {
        const Credits debt = room_.room->debt();
        const Credits back = shortfall(debt, shortfall(debt, slots_.spare()));
        slots_.narrow(back);
        room_.room->give(back);
    }
    template <class Now, class Sink>
    bool may_grow(SlotId id, std::size_t weight, Now& now, Sink& sink) requires kShares {
        const std::size_t present = slots_.weight(id);
        return weight <= present || clear_way(id, 0, weight - present, now, sink);
    }
    template <class Now, class Sink>
    bool remove_dead_one(Now& now, Sink& sink) noexcept {
        SlotId id = slots_.pop_due(now);
        if (id == kNil) id = slots_.pop_missed(now);
        if (id == kNil) return false;
        const Tick end = deadline(id);
        ++stats_.expired_for_room;
        sink.push(slots_.extract_unscheduled(id), expired(end, now()));
        return true;
    }
    /// Whether the policy can make so much room here. A table far below its share leaves that to the others, unless
    /// they have been asked (`alone`).
    bool living_give(SlotId keep, const Credits& missing, bool alone) noexcept requires kShares {
        if constexpr (requires { Policy::evicts; }) {
            if constexpr (!Policy::evicts) return false;
        } else if (slots_.victim_but(keep) == kNil) {
            return false;
        }
        const std::size_t others = table().stored() - (keep == kNil ? 0 : 1);
        const std::size_t weight = slots_.total_weight() - (keep == kNil ? 0 : slots_.weight(keep));
        if (!Credits{others, weight}.covers(missing)) return false;
        return alone || missing.entries == 0 || others > room_.room->share().entries / 2;
    }
    template <class Sink>
    Outcome refuse(Sink& sink) noexcept {
        return sink.wants() ? Outcome{SetResult::rejected} : reject();
    }

    /// Makes room for a newcomer, which leaves again if there is none.
    template <class Now, class Sink>
    bool has_room(SlotId newcomer, Now& now, Sink& sink) noexcept {
        if (now.apart([&](Now& n) { return make_room(newcomer, n, sink); }) != Room::stuck) return true;
        slots_.discard(newcomer);
        return false;
    }

    /// Any set; of a key that is new it is the long way.
    template <class K, class V, class Now, class Sink>
    Outcome set_over(std::uint64_t hash, SlotId id, K&& key, V&& value, Term term, When when, Now& now, Sink& sink) {
        const bool live = id != kNil && alive(id, now);
        if (when == When::if_absent && live) return {SetResult::condition_not_met};
        if (when == When::if_present && !live) {
            if (id != kNil) expire_lazily(id, now(), sink);
            return {SetResult::condition_not_met};
        }
        const bool keeps = live && term.kind == Expiry::Kind::keep;
        const Tick own = keeps ? slots_.limits(id).own : own_deadline(term, key, now);
        if (own != kNoDeadline && !alive_at(own, now())) return store_nothing(id, live, now(), sink);
        const Limits limits{own, lifetimes_.idle_deadline(now)};
        check_order(limits);
        if (live) return overwrite(id, std::forward<K>(key), std::forward<V>(value), limits, keeps, now, sink);
        return insert(hash, id, std::forward<K>(key), std::forward<V>(value), limits, now, sink);
    }

    template <class K, class V, class Now, class Sink>
    TTLSTORE_INLINE Outcome insert(std::uint64_t hash, SlotId corpse, K&& key, V&& value, Limits limits, Now& now,
                                   Sink& sink) {
        std::size_t weight = 1;
        if constexpr (kWeighs) {
            // The weigher sees a Key and a Value; an argument of another type becomes one first.
            if constexpr (!std::is_same_v<std::remove_cvref_t<K>, Key>) {
                Stored<Key> made{std::in_place, std::forward<K>(key)};
                return insert(hash, corpse, std::move(made.get()), std::forward<V>(value), limits, now, sink);
            } else if constexpr (!std::is_same_v<std::remove_cvref_t<V>, Value>) {
                Stored<Value> made{std::in_place, std::forward<V>(value)};
                return insert(hash, corpse, std::forward<K>(key), std::move(made.get()), limits, now, sink);
            } else {
                weight = weigher_(std::as_const(key), std::as_const(value));
            }
        }
        if constexpr (kShares) {
            if (corpse != kNil) expire_lazily(std::exchange(corpse, kNil), now(), sink);
            if (slots_.is_bounded() && !(weight <= room_.room->heaviest() && clear_way(kNil, 1, weight, now, sink))) {
                return refuse(sink);
            }
        } else if (slots_.is_bounded() && !may_enter(weight, now)) {
            if (corpse != kNil) expire_lazily(corpse, now(), sink);
            return reject();
        }
        const SlotId id = slots_.insert(hash, std::forward<K>(key), std::forward<V>(value), limits, weight, corpse);
        if (corpse != kNil) expire_lazily(corpse, now(), sink);
        slots_.tell_inserted(id, hash);
        if (slots_.is_bounded() && slots_.over_bounds() && !has_room(id, now, sink)) {
            return reject();
        }
        ++stats_.inserted;
        return {SetResult::inserted, id};
    }

    template <class K, class V, class Now, class Sink>
    Outcome overwrite(SlotId id, K&& key, V&& value, Limits limits, bool keeps, Now& now, Sink& sink) {
        std::size_t weight = 1;
        if constexpr (kWeighs) {
            if constexpr (!std::is_same_v<std::remove_cvref_t<V>, Value>) {
                Stored<Value> made{std::in_place, std::forward<V>(value)};
                return overwrite(id, std::forward<K>(key), std::move(made.get()), limits, keeps, now, sink);
            } else {
                weight = weigher_(this->key(id), std::as_const(value));
            }
            const std::size_t present = slots_.weight(id);
            if constexpr (kShares) {
                if (slots_.is_bounded() && !(weight <= room_.room->heaviest() && may_grow(id, weight, now, sink))) {
                    return refuse(sink);
                }
                // The dead that made room may have used up the places for removals.
                if (!sink.ready()) {
                    sink.want_delivery();
                    return refuse(sink);
                }
            } else if (weight > slots_.bounds().weight || (weight > present && !slots_.fits(0, weight - present) &&
                                                           !slots_.can_make_room(0, weight - present, now))) {
                return reject();
            }
        }
        // A listener is given the old key beside the old value; the entry then goes on under the new one.
        constexpr bool kNewKey = Sink::kListens;
        std::optional<Stored<Key>> new_key;
        std::optional<Stored<Value>> new_value;
        if constexpr (kNewKey && !stores_nothrow<Key, K>) new_key.emplace(std::in_place, std::forward<K>(key));
        if constexpr (!stores_nothrow<Value, V>) new_value.emplace(std::in_place, std::forward<V>(value));
        if (keeps && limits.sooner() == deadline(id))
            slots_.note_limits(id, limits);
        else
            slots_.set_limits(id, limits);
        if constexpr (kNewKey && stores_nothrow<Key, K>) new_key.emplace(std::in_place, std::forward<K>(key));
        if constexpr (stores_nothrow<Value, V>) new_value.emplace(std::in_place, std::forward<V>(value));

        auto& slot = slots_.slot(id);
        Stored<Value> old_value = replace(slot.value, std::move(*new_value));
        if constexpr (kNewKey) {
            Stored<Key> old_key = replace(slot.key, std::move(*new_key));
            sink.push({std::move(old_key), std::move(old_value)}, {RemovalCause::replaced});
        }
        slots_.set_weight(id, weight);
        slots_.tell_accessed(id);
        ++stats_.replaced;
        if (slots_.over_bounds()) now.apart([&](Now& n) { return make_room(id, n, sink); });
        return {SetResult::replaced, id};
    }

    template <class T>
    static Stored<T> replace(Stored<T>& place, Stored<T>&& next) noexcept {
        Stored<T> old{std::move(place)};
        std::destroy_at(&place);
        std::construct_at(&place, std::move(next));
        return old;
    }

    std::size_t weigh(SlotId id) const {
        if constexpr (kWeighs)
            return weigher_(key(id), std::as_const(value(id)));
        else
            return 1;
    }
    /// Others make room; an entry too heavy for the store goes itself.
    template <class Now, class Sink>
    void set_weight(SlotId id, std::size_t weight, Now& now, Sink& sink) noexcept {
        if constexpr (kWeighs) {
            if constexpr (kShares) {
                if (weight > room_.room->heaviest()) return evict(id, now, sink);
                if (slots_.is_bounded() && !may_grow(id, weight, now, sink) && sink.wants()) return;
            } else {
                if (weight > slots_.bounds().weight) return evict(id, now, sink);
            }
            slots_.set_weight(id, weight);
            make_room(id, now, sink);
        }
    }

    using Policy = typename Slots::Policy;

    // What a lookup writes lies together (slots_ begins with the policy, which keeps the ends of its lists): beside a
    // shard's lock it is one line that moves between cores, not three.
    std::uint64_t hits_ = 0;
    std::uint64_t misses_ = 0;
    Slots slots_;
    Stats stats_;
    Lifetimes<Duration> lifetimes_;
    [[no_unique_address]] typename Traits::Weigher weigher_{};
    [[no_unique_address]] RoomToShare room_{};

    static constexpr bool promises_nobody() noexcept {
        if constexpr (requires { Policy::evicts; }) return !Policy::evicts;
        return false;
    }

public:
    /// Whether the policy ever names anybody.
    static constexpr bool kMayEvict = !promises_nobody();
};

}  // namespace ttlstore::detail
