// This program's operator new: it counts, and it is a fault point wherever a FaultPlan is in force.
#pragma once

#include <cstddef>

namespace fault_test {

/// Calls of operator new in this thread so far.
std::size_t allocations() noexcept;

/// Calls of operator new during `act`.
template <class Act>
std::size_t allocations_of(Act act) {
    const std::size_t before = allocations();
    act();
    return allocations() - before;
}

}  // namespace fault_test
