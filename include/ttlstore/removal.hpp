/// Why and how late an entry left: what a removal listener is told.
#pragma once

#include <chrono>

namespace ttlstore {

/// `expired` whenever the deadline had passed when the entry left, whatever call removed it.
enum class RemovalCause {
    expired,   ///< its deadline had passed
    evicted,   ///< removed alive, to make room
    erased,    ///< removed alive, by the user
    replaced,  ///< its value gave way to a newer one, or to a set whose deadline was not in the future
    cleared,   ///< removed alive, by clear()
};

struct Removal {
    RemovalCause cause;
    std::chrono::nanoseconds late_by{0};  ///< how long after its deadline an expired entry left, else 0; saturated
};

}  // namespace ttlstore
