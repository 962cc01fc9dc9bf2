/// The roles a store is put together from: Ticker, ExpiryIndex, EvictionPolicy.
///
/// An index or a policy owns a small `Hook` per entry, kept beside the entry's slot, and is called with slot numbers.
/// An entry keeps its number until the table grows; then `rehashed` says what every old number has become.
/// The shortest valid policy (examples/own_eviction_policy.cpp is a useful one):
///
///     struct AnyEviction {
///         struct Hook {};
///         void on_insert(auto&, SlotId) noexcept {}
///         void on_access(auto&, SlotId) noexcept {}
///         void on_remove(auto&, SlotId) noexcept {}
///         std::optional<SlotId> victim(auto& slots, auto&) noexcept {
///             for (SlotId id = 0; id < slots.slot_count(); ++id)
///                 if (slots.occupied(id)) return id;
///             return std::nullopt;
///         }
///         void rehashed(auto&, auto) noexcept {}
///     };
///
/// The shortest valid index: `std::set<std::pair<Tick, SlotId>>` with `Hook {}`, where schedule inserts
/// {deadline, id}, cancel erases {slots.deadline(id), id}, next_deadline reads and pop_due takes the first pair, and
/// rehashed translates every pair. (Such a set orders equal deadlines by number; the built-in indexes by time of
/// schedule.)
#pragma once

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "time.hpp"

namespace ttlstore {

/// Number of a slot, below `slots.slot_count()`.
using SlotId = std::uint32_t;

namespace detail {

/// A policy's Mark, or nothing.
template <class P>
struct MarkOf {
    struct type {};
};
template <class P>
requires requires { typename P::Mark; }
struct MarkOf<P> {
    using type = typename P::Mark;
};

/// What every member of an index or policy receives as `slots`: the entries, seen from that role.
template <class H, class M>
struct SlotsArchetype {
    H& hook(SlotId) const noexcept;             // this role's own; value-initialised before schedule or on_insert
    M& mark(SlotId) const noexcept;             // a policy's second hook, if it has a Mark
    Tick deadline(SlotId) const noexcept;       // kNoDeadline if the entry has none
    std::size_t weight(SlotId) const noexcept;  // 1 without a weigher
    bool occupied(SlotId) const noexcept;       // holds an entry, dead ones included
    SlotId slot_count() const noexcept;         // ids are below it
    std::size_t stored() const noexcept;        // occupied slots
};

struct IndexArchetype {
    template <class Slots>
    std::optional<SlotId> soonest(Slots&) const noexcept;
};

struct TranslateArchetype {
    SlotId operator()(SlotId) const noexcept;
};

template <class P>
using SlotsOf = SlotsArchetype<typename P::Hook, typename MarkOf<P>::type>;

}  // namespace detail

template <class T>
concept ReadsTime = requires(const T& ticker) {
    typename T::duration;
    typename T::time_point;
    { ticker.now() }
    noexcept->std::same_as<typename T::time_point>;
};
template <class T>
concept CountsInSignedTicks = std::signed_integral<typename T::duration::rep> &&
                                  sizeof(typename T::duration::rep) <= sizeof(Tick) &&
                              std::same_as<typename T::time_point::duration, typename T::duration>;

/// Tells the time. `now()` is noexcept and rounds down to `duration`; `time_point` is a chrono time_point of that
/// duration, signed and integral. A ticker need not be copyable.
template <class T>
concept Ticker = ReadsTime<T> && CountsInSignedTicks<T>;

/// A default constructible, trivially copyable `Hook`; may be empty.
template <class P>
concept HasHook = requires {
    typename P::Hook;
}
&&std::is_trivially_copyable_v<typename P::Hook>&& std::is_default_constructible_v<typename P::Hook>&&
    std::is_default_constructible_v<P>&& std::movable<P>;

template <class P>
concept HasRehashed = requires(P& p, detail::SlotsOf<P>& slots, detail::TranslateArchetype translate) {
    { p.rehashed(slots, translate) }
    noexcept;
}
|| requires(P& p, detail::TranslateArchetype translate) {
    { p.rehashed(translate) }
    noexcept;
};

template <class I>
concept Schedules = requires(I& index, detail::SlotsOf<I>& slots, SlotId id, Tick deadline) {
    index.schedule(slots, id, deadline);
};
template <class I>
concept Cancels = requires(I& index, detail::SlotsOf<I>& slots, SlotId id) {
    { index.cancel(slots, id) }
    noexcept;
};
template <class I>
concept FindsDue = requires(I& index, const I& same, detail::SlotsOf<I>& slots, Tick now) {
    { same.next_deadline() } -> std::same_as<std::optional<Tick>>;
    { index.pop_due(slots, now) } -> std::same_as<std::optional<SlotId>>;
};

/// Knows which entry is due next.
///   schedule(slots, id, deadline)   may throw, then nothing changed; not for an id that is scheduled
///   cancel(slots, id) noexcept      scheduling the id again at the same deadline, right after, must not throw
///   next_deadline()                 the earliest, or a lower bound of it; nothing if nothing is scheduled
///   pop_due(slots, now)             takes out the entry with the earliest deadline <= now, first scheduled first
///   rehashed(slots, translate)      slot numbers changed; hooks have moved along, what they hold has not been
///   translated
/// Optional: reschedule(slots, id, deadline) (may throw, then nothing changed), soonest(slots) or soonest(slots, but) (with
///   the first, an entry that grows while others make room for it is scheduled anew),
///   for_each_due(slots, now, f(id)), count_due(slots, now), for_each_by_deadline(slots, f(id)), bytes(), clear() (else
///   clearing makes a new one), reserve(entries) (as EvictionPolicy has it), `static constexpr bool initialises_hook`
///   (its schedule writes the whole hook), `template <class A> using rebind_alloc = ...` to take its memory from the
///   store's allocator, `static constexpr bool in_order = true` (its schedule refuses deadlines earlier than one it has;
///   a store then refuses what would spread them), and look_round(slots) noexcept (its pop_due may miss what is due as
///   long as next_deadline() <= now; this makes next_deadline() exact, and is called before a full store refuses an
///   entry).
template <class I>
concept ExpiryIndex = HasHook<I> && Schedules<I> && Cancels<I> && FindsDue<I> && HasRehashed<I>;

/// A policy that remembers keys beyond their entries: it is given each new key's hash.
template <class P>
concept HearsOfHashes = requires(P& policy, detail::SlotsOf<P>& slots, SlotId id, std::uint64_t hash) {
    { policy.on_insert(slots, id, hash) }
    noexcept;
};
template <class P>
concept HearsOfEntries = (HearsOfHashes<P> ||
                          requires(P & policy, detail::SlotsOf<P>& slots, SlotId id) {
                              { policy.on_insert(slots, id) }
                              noexcept;
                          }) &&
                         requires(P& policy, detail::SlotsOf<P>& slots, SlotId id) {
    { policy.on_remove(slots, id) }
    noexcept;
};
template <class P>
concept HearsOfAccesses = requires(P& policy, detail::SlotsOf<P>& slots, SlotId id) {
    { policy.on_access(slots, id) }
    noexcept;
};
template <class P>
concept ChoosesVictim = requires(P& policy, detail::SlotsOf<P>& slots, detail::IndexArchetype& index) {
    { policy.victim(slots, index) }
    noexcept->std::same_as<std::optional<SlotId>>;
};

/// Chooses who goes when room is needed and nobody is dead. An unbounded store does not call it.
///   on_insert(slots, id)      a new entry
///   on_access(slots, id)      it was read or overwritten
///   on_remove(slots, id)      it leaves, for whatever reason; slots still shows it
///   victim(slots, index)      one of the entries, left in place; nothing if none shall go. Asked again, with nothing
///                             changed in between, it answers the same. `index` offers soonest(slots) if the store's
///                             does.
///   rehashed(slots, translate)
/// Optional: bytes(), clear(), for_each_in_order(slots, f(id)) (next victim first), rebind_alloc as an index has it, and
///   `static constexpr bool evicts`: true promises a victim whenever there is an entry, false that there never is one;
///   without it, victim() is asked ahead.
///   reserve(entries)            index or policy: memory for so many entries at once. Called before the table becomes
///                               able to hold them; may throw, then nothing changed. Never asked to shrink.
///   set_bounds(max_entries, max_weight)  the store's bounds, the largest std::size_t where there is none; before
///                               entries are told of, and again when they change. May throw, then nothing changed.
///   on_insert(slots, id, hash)  in place of on_insert(slots, id): the key's hash, other in every store by its seed. A
///                               policy that needs it later keeps (32 bits of) it in its Hook.
///   on_reweigh(slots, id, previous)  noexcept: what weighed `previous` has the weight that slots shows
///   victim(slots, index, but)   never `but`, for whom room is made (a number of no slot: for nobody). Without it, an
///                               entry that the policy names for its own sake leaves the policy for the time of another
///                               question and enters it anew. Required with hashes, which such an entry does not have.
///   Mark                        a second hook in an array of its own, slots.mark(id), for what on_access writes: made
///                               one byte, most of it stays in the processor's cache
/// One that has reserve or set_bounds needs clear(), which keeps what they gave it.
/// The entry that victim() named last and that then leaves was evicted, as far as a policy can know.
template <class P>
concept EvictionPolicy = HasHook<P> && HearsOfEntries<P> && HearsOfAccesses<P> && ChoosesVictim<P> && HasRehashed<P>;

}  // namespace ttlstore
