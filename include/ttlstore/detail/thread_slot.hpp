/// A small number that only the calling thread holds while it lives: which stripe of a counter is its own.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace ttlstore::detail {

/// Threads beyond these share the stripe of this number.
inline constexpr std::size_t kOwnedSlots = 16;

inline constinit std::atomic<std::uint32_t> slots_taken{0};
inline constexpr std::size_t kNoSlotYet = kOwnedSlots + 1;
inline constinit thread_local std::size_t thread_slot_number = kNoSlotYet;

/// Gives the slot back when its thread ends; what the thread still records after that goes to the shared stripe.
struct SlotReturn {
    ~SlotReturn() {
        const std::size_t slot = thread_slot_number;
        thread_slot_number = kOwnedSlots;
        if (slot < kOwnedSlots) slots_taken.fetch_and(~(std::uint32_t{1} << slot), std::memory_order_release);
    }
};

inline std::size_t take_thread_slot() noexcept {
    std::uint32_t taken = slots_taken.load(std::memory_order_relaxed);
    for (;;) {
        const auto slot = static_cast<std::size_t>(std::countr_one(taken));
        if (slot >= kOwnedSlots) return thread_slot_number = kOwnedSlots;
        // Acquire: the thread that had the slot before has written its stripes.
        if (slots_taken.compare_exchange_weak(taken, taken | (std::uint32_t{1} << slot), std::memory_order_acquire,
                                              std::memory_order_relaxed)) {
            static thread_local SlotReturn at_end;
            static_cast<void>(at_end);
            return thread_slot_number = slot;
        }
    }
}

/// 0 to kOwnedSlots - 1: the thread's alone. kOwnedSlots: shared.
inline std::size_t thread_slot() noexcept {
    const std::size_t slot = thread_slot_number;
    if (slot == kNoSlotYet) [[unlikely]]
        return take_thread_slot();
    return slot;
}

}  // namespace ttlstore::detail
