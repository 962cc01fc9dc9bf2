/// StripedTotals: counters that only grow, a stripe for each thread (thread_slot.hpp), summed when asked.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "thread_slot.hpp"

namespace ttlstore::detail {

template <std::size_t Counters>
class StripedTotals {
public:
    void add(std::size_t counter, std::uint64_t n) noexcept { add(thread_slot(), counter, n); }
    void add(std::size_t slot, std::size_t counter, std::uint64_t n) noexcept {
        std::atomic<std::uint64_t>& total = stripes_[slot].totals[counter];
        if (slot == kOwnedSlots) [[unlikely]] {
            total.fetch_add(n, std::memory_order_relaxed);
            return;
        }
        total.store(total.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }

    std::uint64_t sum(std::size_t counter) const noexcept {
        std::uint64_t sum = 0;
        for (const Stripe& stripe : stripes_) sum += stripe.totals[counter].load(std::memory_order_relaxed);
        return sum;
    }

private:
    struct alignas(128) Stripe {
        std::array<std::atomic<std::uint64_t>, Counters> totals{};
    };
    std::array<Stripe, kOwnedSlots + 1> stripes_{};
};

}  // namespace ttlstore::detail
