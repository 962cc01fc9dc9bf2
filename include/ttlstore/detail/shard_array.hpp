/// ShardArray: a fixed number of objects that are neither copied nor moved.
#pragma once

#include <cstddef>
#include <memory>

namespace ttlstore::detail {

template <class T>
class ShardArray {
public:
    /// make(place, number) constructs each. If one throws, those before are destroyed.
    template <class Make>
    ShardArray(std::size_t size, Make make) : memory_{std::allocator<T>{}.allocate(size)}, capacity_{size} {
        try {
            for (; size_ < size; ++size_) make(static_cast<void*>(memory_ + size_), size_);
        } catch (...) {
            free();
            throw;
        }
    }
    ShardArray(const ShardArray&) = delete;
    ShardArray& operator=(const ShardArray&) = delete;
    ~ShardArray() { free(); }

    std::size_t size() const noexcept { return size_; }
    T& operator[](std::size_t number) const noexcept { return memory_[number]; }

private:
    void free() noexcept {
        std::destroy_n(memory_, size_);
        std::allocator<T>{}.deallocate(memory_, capacity_);
    }

    T* memory_;
    std::size_t size_ = 0;
    std::size_t capacity_;
};

}  // namespace ttlstore::detail
