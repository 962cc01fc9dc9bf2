/// HugePageAllocator: asks the system for huge pages under large arrays, which spares a big store most of its TLB
/// misses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#if defined(MADV_HUGEPAGE)
#define TTLSTORE_MAPS_HUGE_PAGES
#endif
#endif

namespace ttlstore {

/// What stores use unless WithAllocator<> says otherwise. On Linux, blocks from 2 MiB up are mapped for themselves,
/// aligned to 2 MiB and advised with madvise(MADV_HUGEPAGE); smaller blocks, and other systems, get ordinary memory. Not
/// from the heap: what that hands out again has its small pages already, and the advice comes too late for them. The
/// advice is a wish: a refusal costs speed, nothing else. A table that is reserved but hardly filled may become resident
/// by 2 MiB at a time; WithAllocator<std::allocator<std::byte>> avoids that.
template <class T>
struct HugePageAllocator {
    using value_type = T;

    HugePageAllocator() = default;
    template <class U>
    HugePageAllocator(const HugePageAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        if (count > (std::numeric_limits<std::size_t>::max() - 2 * kPage) / sizeof(T))
            throw std::bad_array_new_length();
        const std::size_t bytes = count * sizeof(T);
#if defined(TTLSTORE_MAPS_HUGE_PAGES)
        if (bytes >= kPage) return static_cast<T*>(map(whole_pages(bytes)));
#endif
        if constexpr (kOverAligned) return static_cast<T*>(::operator new (bytes, std::align_val_t{alignof(T)}));
        return static_cast<T*>(::operator new(bytes));
    }
    void deallocate(T* memory, [[maybe_unused]] std::size_t count) noexcept {
#if defined(TTLSTORE_MAPS_HUGE_PAGES)
        if (count * sizeof(T) >= kPage) return void(::munmap(memory, whole_pages(count * sizeof(T))));
#endif
        if constexpr (kOverAligned)
            ::operator delete (memory, std::align_val_t{alignof(T)});
        else
            ::operator delete(memory);
    }

    template <class U>
    friend bool operator==(const HugePageAllocator&, const HugePageAllocator<U>&) noexcept {
        return true;
    }

private:
    static constexpr std::size_t kPage = std::size_t{2} << 20;
    static constexpr bool kOverAligned = alignof(T) > __STDCPP_DEFAULT_NEW_ALIGNMENT__;
    static_assert(alignof(T) <= kPage);

#if defined(TTLSTORE_MAPS_HUGE_PAGES)
    static std::size_t whole_pages(std::size_t bytes) noexcept { return (bytes + kPage - 1) & ~(kPage - 1); }

    /// Maps a page too many and gives back what lies before and behind the aligned block.
    static void* map(std::size_t bytes) {
        void* const all = ::mmap(nullptr, bytes + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (all == MAP_FAILED) throw std::bad_alloc();
        const auto start = reinterpret_cast<std::uintptr_t>(all);
        const std::size_t before = whole_pages(start) - start;
        char* const block = static_cast<char*>(all) + before;
        if (before != 0) static_cast<void>(::munmap(all, before));
        if (before != kPage) static_cast<void>(::munmap(block + bytes, kPage - before));
        static_cast<void>(::madvise(block, bytes, MADV_HUGEPAGE));
        return block;
    }
#endif
};

}  // namespace ttlstore

#undef TTLSTORE_MAPS_HUGE_PAGES
