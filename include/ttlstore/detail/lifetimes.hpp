/// Lifetimes: from what the caller asks for to the deadlines an entry gets; default ttl, idle ttl and jitter live here.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "../assert.hpp"
#include "../config.hpp"
#include "../time.hpp"
#include "hash.hpp"

namespace ttlstore::detail {

/// The one rule: alive before the deadline, dead at it.
constexpr bool alive_at(Tick deadline, Tick now) noexcept { return now < deadline; }

/// The two ends of an entry's life in a store with idle_ttl; the earlier one is the deadline that counts.
struct Limits {
    Tick own = kNoDeadline;
    Tick idle = kNoDeadline;

    Tick sooner() const noexcept {
        if (own == kNoDeadline) return idle;
        return idle == kNoDeadline || own < idle ? own : idle;
    }
};

/// An Expiry in a store's ticks. Two words, so that it travels in registers; a ttl the compiler knows costs nothing.
struct Term {
    Expiry::Kind kind;
    Tick ticks;  // the ttl of an `after`, the time of an `at`

    template <class Duration>
    TTLSTORE_INLINE static constexpr Term of(const Expiry& expiry) noexcept {
        const bool timed = expiry.kind() == Expiry::Kind::after || expiry.kind() == Expiry::Kind::at;
        return {expiry.kind(), timed ? expiry.ticks<Duration>() : 0};
    }
};

template <class Duration>
class Lifetimes {
public:
    explicit Lifetimes(const StoreConfig& config) noexcept
        : default_ttl_{config.default_ttl ? config.default_ttl->ticks<Duration>() : 0},
          idle_ttl_{config.idle_ttl ? config.idle_ttl->ticks<Duration>() : 0},
          jitter_{config.jitter},
          plain_{idle_ttl_ == 0 && !(jitter_ > 0)} {}

    bool idles() const noexcept { return idle_ttl_ != 0; }
    /// Whether a deadline is now and a ttl: no idle ttl, no jitter.
    bool plain() const noexcept { return plain_; }

    /// When an entry accessed now will have idled out.
    template <class Now>
    TTLSTORE_INLINE Tick idle_deadline(Now& now) const noexcept {
        return idles() ? saturating_add(now(), idle_ttl_) : kNoDeadline;
    }

    /// An entry's own deadline; `keep` is taken as `standard`. `plain_hash()` gives the key's hash, the same in every
    /// store.
    template <class PlainHash, class Now>
    Tick own_deadline(Term term, PlainHash plain_hash, Now& now) const {
        const Tick ttl = ttl_of(term);
        if (ttl == 0 || term.kind == Expiry::Kind::at || !(jitter_ > 0)) return plain_deadline(term, now);
        return saturating_add(now(), jittered(ttl, plain_hash()));
    }
    /// The same without jitter.
    template <class Now>
    TTLSTORE_INLINE Tick plain_deadline(Term term, Now& now) const noexcept {
        if (term.kind == Expiry::Kind::at) return term.ticks;
        const Tick ttl = ttl_of(term);
        return ttl != 0 ? saturating_add(now(), ttl) : kNoDeadline;
    }

    /// How long after `deadline` it is, for now >= deadline.
    static std::chrono::nanoseconds lateness(Tick deadline, Tick now) noexcept {
        const std::chrono::duration<Tick, typename Duration::period> late{saturating_distance(now, deadline)};
        return std::chrono::nanoseconds{AnyDuration{late}.ceil_to<std::chrono::nanoseconds>()};
    }

    /// ExpireIf, with no deadline as infinitely late.
    static bool allows(ExpireIf condition, Tick present, Tick next) noexcept {
        const auto later = [](Tick a, Tick b) { return b != kNoDeadline && (a == kNoDeadline || a > b); };
        switch (condition) {
            case ExpireIf::always:
                return true;
            case ExpireIf::no_deadline:
                return present == kNoDeadline;
            case ExpireIf::has_deadline:
                return present != kNoDeadline;
            case ExpireIf::later:
                return later(next, present);
            case ExpireIf::sooner:
                return later(present, next);
        }
        return false;
    }

private:
    /// 0: for ever.
    TTLSTORE_INLINE Tick ttl_of(Term term) const noexcept {
        if (term.kind == Expiry::Kind::after) return term.ticks;
        return term.kind == Expiry::Kind::never ? 0 : default_ttl_;
    }
    TTLSTORE_COLD Tick jittered(Tick ttl, std::uint64_t plain_hash) const noexcept {
        const double fraction = static_cast<double>(mix(plain_hash, kMixC) >> 11) * 0x1p-53;
        const auto off = static_cast<Tick>(static_cast<double>(ttl) * jitter_ * fraction);
        return off < ttl ? ttl - off : 1;
    }

    Tick default_ttl_;  // 0: none
    Tick idle_ttl_;     // 0: entries do not idle out
    double jitter_;
    bool plain_;
};

}  // namespace ttlstore::detail
