// What every ticker owes a store: now() cannot throw, counts signed whole ticks, and two readings do not go back.
#pragma once

#include <chrono>
#include <concepts>
#include <type_traits>

#include "support/catch.hpp"
#include "ttlstore/concepts.hpp"

namespace contract {

template <class T>
void check_ticker(const T& ticker) {
    STATIC_REQUIRE(ttlstore::Ticker<T>);
    STATIC_REQUIRE(noexcept(ticker.now()));
    STATIC_REQUIRE(std::signed_integral<typename T::duration::rep>);
    STATIC_REQUIRE(std::same_as<decltype(ticker.now()), typename T::time_point>);
    STATIC_REQUIRE(std::same_as<typename T::time_point::duration, typename T::duration>);
    auto before = ticker.now();
    for (int i = 0; i < 1'000; ++i) {
        const auto after = ticker.now();
        REQUIRE(after >= before);
        before = after;
    }
}

}  // namespace contract
