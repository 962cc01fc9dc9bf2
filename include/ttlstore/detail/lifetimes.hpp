/// Lifetimes: from what the caller asks for to the deadlines an entry gets; default ttl, idle ttl and jitter live here.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

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

template <class Duration>
class Lifetimes {
public:
    explicit Lifetimes(const StoreConfig& config) noexcept
        : default_ttl_{config.default_ttl},
          idle_ttl_{config.idle_ttl ? config.idle_ttl->ticks<Duration>() : 0},
          jitter_{config.jitter} {}

    bool idles() const noexcept { return idle_ttl_ != 0; }

    /// When an entry accessed now will have idled out.
    template <class Now>
    Tick idle_deadline(Now& now) const noexcept {
        return idles() ? saturating_add(now(), idle_ttl_) : kNoDeadline;
    }

    /// An entry's own deadline; `keep` is taken as `standard`. `plain_hash()` gives the key's hash, the same in every
    /// store.
    template <class PlainHash, class Now>
    Tick own_deadline(const Expiry& expiry, PlainHash plain_hash, Now& now) const {
        switch (expiry.kind()) {
            case Expiry::Kind::never:
                return kNoDeadline;
            case Expiry::Kind::at:
                return expiry.ticks<Duration>();
            case Expiry::Kind::after:
                return after(expiry.ticks<Duration>(), plain_hash, now);
            case Expiry::Kind::standard:
            case Expiry::Kind::keep:
                break;
        }
        return default_ttl_ ? after(default_ttl_->ticks<Duration>(), plain_hash, now) : kNoDeadline;
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
    template <class PlainHash, class Now>
    Tick after(Tick ttl, PlainHash plain_hash, Now& now) const {
        if (jitter_ > 0) {
            const double fraction = static_cast<double>(mix(plain_hash(), kMixC) >> 11) * 0x1p-53;
            const auto off = static_cast<Tick>(static_cast<double>(ttl) * jitter_ * fraction);
            ttl = off < ttl ? ttl - off : 1;
        }
        return saturating_add(now(), ttl);
    }

    std::optional<Ttl> default_ttl_;
    Tick idle_ttl_;  // 0: entries do not idle out
    double jitter_;
};

}  // namespace ttlstore::detail
