/// LazyNow: one public call's reading of the clock, taken when first needed and never again.
#pragma once

#include <concepts>
#include <type_traits>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "../time.hpp"

namespace ttlstore::detail {

/// An empty ticker is held by value at no cost, one with state by reference.
template <class T>
class TickerHandle {
    static constexpr bool kByValue = std::is_empty_v<T> && std::default_initializable<T>;

public:
    TickerHandle() requires kByValue = default;
    explicit TickerHandle(const T& ticker) noexcept : ticker_{hold(ticker)} {}

    Tick read() const noexcept {
        if constexpr (kByValue)
            return static_cast<Tick>(ticker_.now().time_since_epoch().count());
        else
            return static_cast<Tick>(ticker_->now().time_since_epoch().count());
    }

private:
    static auto hold(const T& ticker) noexcept {
        if constexpr (kByValue)
            return T{};
        else
            return &ticker;
    }

    [[no_unique_address]] std::conditional_t<kByValue, T, const T*> ticker_;
};

template <class T>
class LazyNow {
public:
    explicit LazyNow(const TickerHandle<T>& ticker) noexcept : ticker_{&ticker} {}

    TTLSTORE_INLINE Tick operator()() noexcept {  // inlined everywhere, or its address would keep it in memory
        if (!read_) {
            now_ = ticker_->read();
            read_ = true;
        }
        return now_;
    }
    /// Reads again, for calls that may (a timed sweep, get_or_set after its `make`).
    void forget() noexcept { read_ = false; }

    /// f(now) for code off the fast path: only a copy's address leaves it, so that this reading can stay in registers.
    template <class F>
    auto apart(F f) {
        LazyNow copy = *this;
        auto result = f(copy);
        *this = copy;
        return result;
    }

private:
    const TickerHandle<T>* ticker_;
    Tick now_ = 0;
    bool read_ = false;
};

}  // namespace ttlstore::detail
