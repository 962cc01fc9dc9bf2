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

/// What stores use unless WithAllocator<> says otherwise. From 2 MiB up memory is aligned to 2 MiB and advised with
/// madvise(MADV_HUGEPAGE) where the system has it; smaller blocks, and other systems, get ordinary memory. The advice is a
/// wish: a refusal costs speed, nothing else. A table that is reserved but hardly filled may become resident by 2 MiB at a
/// time; WithAllocator<std::allocator<std::byte>> avoids that.
template <class T>
struct HugePageAllocator {
    using value_type = T;

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kPage && !kOverAligned) return static_cast<T*>(::operator new(bytes));
        void* const memory = ::operator new(bytes, alignment(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (bytes >= kPage) static_cast<void>(::madvise(memory, bytes, MADV_HUGEPAGE));
#endif
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        const std::size_t bytes = count * sizeof(T);
        if (bytes < kPage && !kOverAligned)
            ::operator delete(memory);
        else
            ::operator delete(memory, alignment(bytes));
    }

    template <class U>
    friend bool operator==(const HugePageAllocator&, const HugePageAllocator<U>&) noexcept {
        return true;
    }

private:
    static constexpr std::size_t kPage = std::size_t{2} << 20;

    static constexpr bool kOverAligned = alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;

    static std::align_val_t alignment(std::size_t bytes) noexcept {
        return std::align_val_t{bytes >= kPage && alignof(T) < kPage ? kPage : alignof(T)};
    }
};

}  // namespace ttlstore
