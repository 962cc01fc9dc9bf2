/// Stored<T>: a key or value as it lies in a slot, always movable without an exception.
///
/// A T whose move constructor can throw lives in a box of its own. Growing, overwriting and handing a value to a
/// listener then never fail half-way, and the strong guarantee holds for every T.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace ttlstore::detail {

/// Construction of a T from arguments that cannot throw, seen from a Stored<T>.
template <class T, class... Args>
inline constexpr bool stores_nothrow =
    std::is_nothrow_move_constructible_v<T>&& std::is_nothrow_constructible_v<T, Args...>;

template <class T, bool = std::is_nothrow_move_constructible_v<T>>
class Stored {
public:
    template <class Arg>
    explicit Stored(std::in_place_t, Arg&& arg) noexcept(std::is_nothrow_constructible_v<T, Arg>)
        : value_(static_cast<T>(std::forward<Arg>(arg))) {}

    T& get() noexcept { return value_; }
    const T& get() const noexcept { return value_; }

private:
    [[no_unique_address]] T value_;
};

template <class T>
class Stored<T, false> {
public:
    template <class Arg>
    explicit Stored(std::in_place_t, Arg&& arg) : box_{new T(std::forward<Arg>(arg))} {}

    T& get() noexcept { return *box_; }
    const T& get() const noexcept { return *box_; }

private:
    std::unique_ptr<T> box_;
};

}  // namespace ttlstore::detail
