// Values that know how many of them live, how often they were copied and moved, and whether anyone used one too late.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace support {

/// What happened to every Tracked made while this object was the newest Ledger of the thread.
class Ledger {
public:
    Ledger() : outer_{current_} { current_ = this; }
    ~Ledger() { current_ = outer_; }
    Ledger(const Ledger&) = delete;
    Ledger& operator=(const Ledger&) = delete;

    long live = 0;     // constructed and not yet destroyed, moved-from ones included
    long made = 0;     // constructed from a number
    long copies = 0;   // constructions and assignments
    long moves = 0;    // constructions and assignments
    long misuses = 0;  // reads of a destroyed or moved-from object, second destructions

    /// Nothing is left and nothing was used too late.
    [[nodiscard]] bool clean() const { return live == 0 && misuses == 0; }

    static Ledger& current() {
        static thread_local Ledger fallback{Fallback{}};
        return current_ != nullptr ? *current_ : fallback;
    }

private:
    struct Fallback {};
    explicit Ledger(Fallback) : outer_{nullptr} {}

    Ledger* outer_;
    static inline thread_local Ledger* current_ = nullptr;
};

/// The counting part; the types below decide which special members exist.
class TrackedCore {
public:
    explicit TrackedCore(int value) : value_{value} {
        ++ledger_->live;
        ++ledger_->made;
    }
    TrackedCore(const TrackedCore& other) : ledger_{other.ledger_}, value_{other.read()} {
        ++ledger_->live;
        ++ledger_->copies;
    }
    TrackedCore(TrackedCore&& other) noexcept : ledger_{other.ledger_}, value_{other.give()} {
        ++ledger_->live;
        ++ledger_->moves;
    }
    TrackedCore& operator=(const TrackedCore& other) {
        check_not_destroyed();
        const int value = other.read();
        value_ = value;
        state_ = kAlive;
        ++ledger_->copies;
        return *this;
    }
    TrackedCore& operator=(TrackedCore&& other) noexcept {
        check_not_destroyed();
        const int value = other.give();
        value_ = value;
        state_ = kAlive;
        ++ledger_->moves;
        return *this;
    }
    ~TrackedCore() {
        check_not_destroyed();
        --ledger_->live;
        state_ = kDestroyed;
    }

    /// The number it was made from; -1 and a misuse if it is gone.
    [[nodiscard]] int value() const { return read(); }
    [[nodiscard]] bool moved_from() const { return state_ == kMovedFrom; }

    friend bool operator==(const TrackedCore& a, const TrackedCore& b) { return a.read() == b.read(); }

private:
    enum State : std::uint32_t { kAlive = 0x600DF00D, kMovedFrom = 0x0E3B71E5, kDestroyed = 0xDEADDEAD };

    int read() const {
        if (state_ == kAlive) return value_;
        ++ledger_->misuses;
        return -1;
    }
    int give() noexcept {
        const int value = read();
        state_ = kMovedFrom;
        return value;
    }
    void check_not_destroyed() noexcept {
        if (state_ != kAlive && state_ != kMovedFrom) ++ledger_->misuses;
    }

    Ledger* ledger_ = &Ledger::current();
    // volatile: otherwise the compiler may drop the destructor's last write, the one that makes late uses visible.
    volatile std::uint32_t state_ = kAlive;
    int value_;
};

/// Copyable, moves cannot throw.
class Tracked : public TrackedCore {
public:
    using TrackedCore::TrackedCore;
};

/// Moves cannot throw, no copies.
class TrackedMoveOnly : public TrackedCore {
public:
    using TrackedCore::TrackedCore;
    TrackedMoveOnly(TrackedMoveOnly&&) noexcept = default;
    TrackedMoveOnly& operator=(TrackedMoveOnly&&) noexcept = default;
    ~TrackedMoveOnly() = default;
};

/// Copyable; its moves could throw as far as the type system knows.
class TrackedThrowingMove : public TrackedCore {
public:
    using TrackedCore::TrackedCore;
    TrackedThrowingMove(const TrackedThrowingMove&) = default;
    TrackedThrowingMove(TrackedThrowingMove&& other) noexcept(false) : TrackedCore{std::move(other)} {}
    TrackedThrowingMove& operator=(const TrackedThrowingMove&) = default;
    TrackedThrowingMove& operator=(TrackedThrowingMove&& other) noexcept(false) {
        TrackedCore::operator=(std::move(other));
        return *this;
    }
    ~TrackedThrowingMove() = default;
};

/// Hashes any of them, so that they serve as keys.
struct TrackedHash {
    std::size_t operator()(const TrackedCore& key) const { return std::hash<int>{}(key.value()); }
};

}  // namespace support

template <>
struct std::hash<support::Tracked> : support::TrackedHash {};
template <>
struct std::hash<support::TrackedMoveOnly> : support::TrackedHash {};
template <>
struct std::hash<support::TrackedThrowingMove> : support::TrackedHash {};
