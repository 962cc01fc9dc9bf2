/// WalkGuard: notices, where assertions are on, that a callback modifies the store that is calling it.
#pragma once

#include "../assert.hpp"

#if !defined(NDEBUG)
#include <atomic>
#endif

namespace ttlstore::detail {

#if defined(NDEBUG)

class WalkGuard {
public:
    struct Scope {
        explicit Scope(const WalkGuard&) noexcept {}
    };
    bool walking() const noexcept { return false; }
};

#else

/// Counts the walks in progress; several threads may walk at once.
class WalkGuard {
public:
    class Scope {
    public:
        explicit Scope(const WalkGuard& guard) noexcept : guard_{guard} { guard_.walks_.fetch_add(1); }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { guard_.walks_.fetch_sub(1); }

    private:
        const WalkGuard& guard_;
    };

    WalkGuard() = default;
    WalkGuard(WalkGuard&&) noexcept {}
    WalkGuard& operator=(WalkGuard&&) noexcept { return *this; }

    bool walking() const noexcept { return walks_.load() != 0; }

private:
    mutable std::atomic<int> walks_{0};
};

#endif

}  // namespace ttlstore::detail
