// Replaces the global operator new of the fault tests: counted, and a fault point.
#include "fault/counted_new.hpp"

#include <cstdlib>
#include <new>

#include "support/faults.hpp"

namespace {

thread_local std::size_t calls = 0;

void* counted(std::size_t size, std::size_t alignment) {
    support::fault_point();
    ++calls;
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* const block = alignment <= alignof(std::max_align_t) ? std::malloc(size == 0 ? 1 : size)
                                                               : std::aligned_alloc(alignment, rounded);
    if (block == nullptr) throw std::bad_alloc{};
    return block;
}

void* counted_nothrow(std::size_t size) noexcept {
    try {
        return counted(size, 1);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

}  // namespace

namespace fault_test {
std::size_t allocations() noexcept { return calls; }
}  // namespace fault_test

// All forms: a sanitizer's runtime brings its own ones, which would not meet ours in pairs.
void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new[](std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept { return counted_nothrow(size); }
void* operator new[](std::size_t size, const std::nothrow_t& /*tag*/) noexcept { return counted_nothrow(size); }
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*size*/) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t /*size*/) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete(void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t /*size*/, std::align_val_t /*alignment*/) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t& /*tag*/) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t& /*tag*/) noexcept { std::free(block); }
