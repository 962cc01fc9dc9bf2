/// An allocator that counts the bytes asked for: what a structure costs per entry.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

namespace bench {

/// Bytes requested and not given back. What malloc adds to each block is not in it, which flatters structures of many
/// nodes.
struct Bytes {
    std::size_t live = 0;
    std::size_t peak = 0;  ///< the most that was ever live since `restart_peak`

    void restart_peak() { peak = live; }
};

/// One tally for the program, which measures one structure at a time.
inline Bytes& counted_bytes() {
    static Bytes bytes;
    return bytes;
}

template <class T>
class CountingAllocator {
public:
    using value_type = T;

    CountingAllocator() = default;
    template <class U>
    CountingAllocator(const CountingAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        T* const memory = std::allocator<T>{}.allocate(count);
        Bytes& bytes = counted_bytes();
        bytes.live += count * sizeof(T);
        bytes.peak = std::max(bytes.peak, bytes.live);
        return memory;
    }

    void deallocate(T* memory, std::size_t count) noexcept {
        counted_bytes().live -= count * sizeof(T);
        std::allocator<T>{}.deallocate(memory, count);
    }

    template <class U>
    bool operator==(const CountingAllocator<U>&) const noexcept {
        return true;
    }
};

}  // namespace bench
