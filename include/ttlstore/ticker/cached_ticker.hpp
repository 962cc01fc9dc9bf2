/// CachedTicker: a reading of another ticker, taken when somebody calls refresh(). The cheapest time there is.
#pragma once

#include <atomic>
#include <concepts>

#include "../concepts.hpp"
#include "../time.hpp"
#include "steady_ticker.hpp"

namespace ttlstore {

/// Time stands still between refreshes: an event loop refreshes once a turn, a timer thread every millisecond.
/// now() is one relaxed atomic load and may run in any thread beside refresh(). An entry may outlive its deadline by
/// the time between refreshes. A stateful source is held by reference and must outlive this ticker.
template <class Source = SteadyTicker>
class CachedTicker {
    static_assert(Ticker<Source>, "CachedTicker: its source must be a Ticker; concepts.hpp says what that takes");

public:
    using duration = typename Source::duration;
    using time_point = typename Source::time_point;
    static constexpr bool shareable = true;

    /// Takes the first reading.
    CachedTicker() noexcept requires std::default_initializable<Source> && std::is_empty_v<Source>
        : CachedTicker{Source{}, 0} {}
    explicit CachedTicker(const Source& source) noexcept : CachedTicker{source, 0} {}
    CachedTicker(const Source&&) requires(!std::is_empty_v<Source>) = delete;

    CachedTicker(const CachedTicker&) = delete;
    CachedTicker& operator=(const CachedTicker&) = delete;

    time_point now() const noexcept {
        return time_point{duration{static_cast<typename duration::rep>(reading_.load(std::memory_order_relaxed))}};
    }

    /// Reads the source. If several threads refresh at once, the last to store wins.
    void refresh() noexcept { reading_.store(read(), std::memory_order_relaxed); }

private:
    static constexpr bool kByValue = std::is_empty_v<Source>;

    CachedTicker(const Source& source, int) noexcept : source_{hold(source)}, reading_{read()} {}

    static auto hold(const Source& source) noexcept {
        if constexpr (kByValue)
            return source;
        else
            return &source;
    }
    Tick read() const noexcept {
        if constexpr (kByValue)
            return source_.now().time_since_epoch().count();
        else
            return source_->now().time_since_epoch().count();
    }

    [[no_unique_address]] std::conditional_t<kByValue, Source, const Source*> source_;
    std::atomic<Tick> reading_;
};

}  // namespace ttlstore
