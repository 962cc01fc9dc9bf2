/// Reassignable<T>: a T that can be move-assigned if it can be move-constructed, as lambdas with captures need.
#pragma once

#include <memory>
#include <utility>

namespace ttlstore::detail {

template <class T>
class Reassignable {
public:
    explicit Reassignable(T value) : value_(std::move(value)) {}
    Reassignable(Reassignable&&) = default;
    Reassignable& operator=(Reassignable&& other) noexcept {
        if (this != &other) {
            std::destroy_at(&value_);
            std::construct_at(&value_, std::move(other.value_));
        }
        return *this;
    }
    ~Reassignable() = default;

    T& get() noexcept { return value_; }

private:
    T value_;
};

}  // namespace ttlstore::detail
