/// Ticks, ttls and expiries: how a duration of any unit becomes a deadline on the store's time line.
///
/// Nothing is lost before the store rounds up to its own tick: a duration keeps its count and its period until then.
/// Rounding is always up (an entry never dies earlier than asked) and always saturates (it never wraps into the past).
#pragma once

#include <bit>
#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <ratio>
#include <stdexcept>
#include <type_traits>

#include "assert.hpp"

namespace ttlstore {

/// A point on a store's time line, counted in its ticker's `duration` since the ticker's epoch.
using Tick = std::int64_t;

/// Marks an entry that never expires. No stored deadline can equal it: a deadline is later than some reading of the
/// clock, and no reading is earlier than this value.
inline constexpr Tick kNoDeadline = std::numeric_limits<Tick>::min();

namespace detail {

inline constexpr Tick kLastTick = std::numeric_limits<Tick>::max();

constexpr Tick saturating_add(Tick now, Tick positive) noexcept {
    return now > kLastTick - positive ? kLastTick : now + positive;
}

/// now + step, for a step of either sign.
constexpr Tick saturating_offset(Tick now, Tick step) noexcept {
    if (step >= 0) return saturating_add(now, step);
    return now < kNoDeadline - step ? kNoDeadline : now + step;
}

/// later - earlier, for later >= earlier.
constexpr Tick saturating_distance(Tick later, Tick earlier) noexcept {
    const auto wide = static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier);
    return wide > static_cast<std::uint64_t>(kLastTick) ? kLastTick : static_cast<Tick>(wide);
}

/// Nanoseconds in a period, 0 if that is no whole number of them or more than a Tick holds.
template <class Period>
inline constexpr std::int64_t kNanosIn = std::nano::den % Period::den == 0 && Period::num <= kLastTick / std::nano::den
                                             ? Period::num*(std::nano::den / Period::den)
                                             : 0;

/// A duration of any representation and period, kept exactly.
class AnyDuration {
public:
    template <class Rep, class Period>
    constexpr explicit AnyDuration(std::chrono::duration<Rep, Period> duration)
        : numerator_{Period::num}, denominator_{Period::den} {
        if constexpr (std::chrono::treat_as_floating_point_v<Rep>) {
            const auto real = static_cast<double>(duration.count());
            if (real != real) throw std::invalid_argument("ttlstore: a time that is not a number");
            negative_ = real < 0;
            floating_ = true;
            bits_ = std::bit_cast<std::uint64_t>(negative_ ? -real : real);
        } else {
            negative_ = duration.count() < Rep{};
            const auto count = static_cast<std::uint64_t>(duration.count());
            bits_ = negative_ ? 0 - count : count;
            // Units of whole nanoseconds, nearly all there are, agree in their denominator: then ticks need no division.
            if constexpr (kNanosIn<Period> != 0) {
                numerator_ = kNanosIn<Period>;
                denominator_ = std::nano::den;
            }
        }
    }

    constexpr bool positive() const noexcept {
        return !negative_ && (floating_ ? std::bit_cast<double>(bits_) > 0 : bits_ > 0);
    }

    /// Counted in `Duration`, rounded up, saturated to [min + 1, max] of Tick.
    template <class Duration>
    TTLSTORE_INLINE constexpr Tick ceil_to() const noexcept {
        using Period = typename Duration::period;
        if constexpr (kNanosIn<Period> != 0) {
            if (denominator_ == std::nano::den && !floating_) {
                constexpr auto kNanos = static_cast<std::uint64_t>(kNanosIn<Period>);
                const auto unit = static_cast<std::uint64_t>(numerator_);
                if (unit == kNanos) return with_sign(bits_);
                if (std::uint64_t nanos = 0; multiply(bits_, unit, nanos))
                    return with_sign(nanos / kNanos + (!negative_ && nanos % kNanos != 0 ? 1 : 0));
            }
        }
        const AnyDuration copy = *this;  // only its address leaves the short way
        return copy.ceil_any<Duration>();
    }

private:
    constexpr Tick with_sign(std::uint64_t whole) const noexcept {
        const Tick ticks = whole > static_cast<std::uint64_t>(kLastTick) ? kLastTick : static_cast<Tick>(whole);
        return negative_ ? -ticks : ticks;
    }
    /// False if the product does not fit.
    static constexpr bool multiply(std::uint64_t a, std::uint64_t b, std::uint64_t& product) noexcept {
#if defined(__GNUC__)
        return !__builtin_mul_overflow(a, b, &product);
#else
        if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) return false;
        product = a * b;
        return true;
#endif
    }

    /// ceil_to for what is no whole number of nanoseconds, or too many of them.
    template <class Duration>
    constexpr Tick ceil_any() const noexcept {
        using Period = typename Duration::period;
        const std::int64_t common = std::gcd(numerator_, denominator_);
        const std::int64_t numerator = numerator_ / common;
        const std::int64_t denominator = denominator_ / common;
        const bool fits = numerator <= kLastTick / Period::den && denominator <= kLastTick / Period::num;
        const std::uint64_t times = fits ? static_cast<std::uint64_t>(numerator * Period::den) : 1;
        const std::uint64_t parts = fits ? static_cast<std::uint64_t>(denominator * Period::num) : 1;
        if (floating_ || !fits) {
            const double count = floating_ ? std::bit_cast<double>(bits_) : static_cast<double>(bits_);
            return round_real(fits ? scale(count, times, parts)
                                   : count * (static_cast<double>(numerator) / static_cast<double>(Period::num)) *
                                         (static_cast<double>(Period::den) / static_cast<double>(denominator)));
        }
        return round_whole(times, parts);
    }

    static constexpr double scale(double count, std::uint64_t times, std::uint64_t parts) noexcept {
        if (times % parts == 0) return count * static_cast<double>(times / parts);
        if (parts % times == 0) return count / static_cast<double>(parts / times);
        return count * static_cast<double>(times) / static_cast<double>(parts);
    }

    constexpr Tick round_real(double ticks) const noexcept {
        constexpr double kEnd = 9223372036854775808.0;  // 2^63
        if (ticks >= kEnd) return negative_ ? -kLastTick : kLastTick;
        const auto whole = static_cast<Tick>(ticks);
        if (negative_) return -whole;
        return static_cast<double>(whole) < ticks && whole != kLastTick ? whole + 1 : whole;
    }

    constexpr Tick round_whole(std::uint64_t times, std::uint64_t parts) const noexcept {
        constexpr auto kMost = static_cast<std::uint64_t>(kLastTick);
        if (times % parts != 0 && parts % times != 0) {
            const std::uint64_t common = std::gcd(times, parts);
            times /= common;
            parts /= common;
        } else if (times >= parts) {
            times /= parts;
            parts = 1;
        } else {
            parts /= times;
            times = 1;
        }
        const std::uint64_t quotient = bits_ / parts;
        const std::uint64_t rest = bits_ % parts;
        if (rest != 0 && times > std::numeric_limits<std::uint64_t>::max() / rest) {
            return round_real(scale(static_cast<double>(bits_), times, parts));
        }
        std::uint64_t ticks = quotient != 0 && times > kMost / quotient ? kMost : quotient * times;
        const std::uint64_t fraction = rest * times;
        const std::uint64_t add = fraction / parts + (!negative_ && fraction % parts != 0 ? 1 : 0);
        ticks = add > kMost - ticks ? kMost : ticks + add;
        return negative_ ? -static_cast<Tick>(ticks) : static_cast<Tick>(ticks);
    }

    std::uint64_t bits_ = 0;  // magnitude: a count, or the bits of a double
    std::int64_t numerator_;
    std::int64_t denominator_;
    bool negative_ = false;
    bool floating_ = false;
};

}  // namespace detail

/// A positive span of life. Converts implicitly from any chrono duration, integer or floating.
/// Throws: std::invalid_argument if the duration is zero, negative or NaN. Infinity and the largest values saturate.
class Ttl {
public:
    template <class Rep, class Period>
    constexpr Ttl(std::chrono::duration<Rep, Period> duration) : duration_{duration} {
        if (!duration_.positive()) throw std::invalid_argument("ttlstore: a ttl must be positive");
    }

    /// In ticks of `Duration`, rounded up to at least one, saturated.
    template <class Duration>
    TTLSTORE_INLINE constexpr Tick ticks() const noexcept {
        const Tick rounded = duration_.template ceil_to<Duration>();
        return rounded < 1 ? 1 : rounded;
    }

private:
    friend class Expiry;

    detail::AnyDuration duration_;
};

/// When an entry dies: a ttl from now, a point in time, never, the store's standard, or what it was before.
/// Converts implicitly from any chrono duration. Throws: std::invalid_argument if that is not positive.
class Expiry {
public:
    enum class Kind { standard, never, keep, after, at };

    template <class Rep, class Period>
    constexpr Expiry(std::chrono::duration<Rep, Period> ttl) : Expiry{Ttl{ttl}} {}
    constexpr Expiry(Ttl ttl) noexcept : time_{ttl.duration_}, kind_{Kind::after} {}

    /// The store's `default_ttl`, or never if it has none.
    static constexpr Expiry standard() noexcept { return Expiry{kNothing, Kind::standard}; }
    static constexpr Expiry never() noexcept { return Expiry{kNothing, Kind::never}; }
    /// The deadline the live entry has already; `standard()` if there is none alive.
    static constexpr Expiry keep() noexcept { return Expiry{kNothing, Kind::keep}; }
    static constexpr Expiry after(Ttl ttl) noexcept { return Expiry{ttl}; }
    /// The entry is alive before `time` and dead at it. `time` is read as a count since the ticker's own epoch,
    /// whatever clock it names, and rounded up to the ticker's tick. A time that is not in the future stores nothing.
    /// Throws: std::invalid_argument if the time is NaN.
    template <class Clock, class Duration>
    static constexpr Expiry at(std::chrono::time_point<Clock, Duration> time) {
        return Expiry{detail::AnyDuration{time.time_since_epoch()}, Kind::at};
    }

    constexpr Kind kind() const noexcept { return kind_; }
    /// The ttl of an `after`, or the time of an `at`, in ticks of `Duration`, rounded up, saturated.
    template <class Duration>
    TTLSTORE_INLINE constexpr Tick ticks() const noexcept {
        const Tick rounded = time_.template ceil_to<Duration>();
        return kind_ == Kind::after && rounded < 1 ? 1 : rounded;
    }

private:
    static constexpr detail::AnyDuration kNothing{std::chrono::seconds{0}};

    constexpr Expiry(detail::AnyDuration time, Kind kind) noexcept : time_{time}, kind_{kind} {}

    detail::AnyDuration time_;
    Kind kind_;
};

}  // namespace ttlstore
