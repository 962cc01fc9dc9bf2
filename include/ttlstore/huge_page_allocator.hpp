/// HugePageAllocator: asks the system for huge pages under large arrays, which spares a big store most of its TLB
/// misses.
#pragma once

#include <cstddef>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace ttlstore {

/// For WithAllocator<>. From 2 MiB up memory is aligned to 2 MiB and advised with madvise(MADV_HUGEPAGE) where the
/// system has it; smaller blocks, and other systems, get ordinary memory. The advice is a wish: a refusal costs speed,
/// nothing else.
template <class T>
struct HugePageAllocator {
    using value_type = T;

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        void* const memory = ::operator new(bytes, alignment(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (bytes >= kPage) static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) noexcept { ::operator delete(memory, alignment(count * sizeof(T))); }

    template <class U>
    friend bool operator==(const HugePageAllocator&, const HugePageAllocator<U>&) noexcept {
        return true;
    }

private:
    static constexpr std::size_t kPage = std::size_t{2} << 20;

    static std::align_val_t alignment(std::size_t bytes) noexcept {
        return std::align_val_t{bytes >= kPage                           ? kPage
                                : alignof(T) > alignof(std::max_align_t) ? alignof(T)
                                                                         : alignof(std::max_align_t)};
    }
};

}  // namespace ttlstore
