/// LruEviction: the least recently used entry goes. Strict, as in the textbook; the default policy.
///
/// FifoEviction's list, kept least recently used first: every access moves its entry to the end: O(1),
/// but up to four cache lines in a store that is larger than the cache. Loses to SIEVE and W-TinyLFU on scans and on
/// skewed loads.
#pragma once

#include "fifo_eviction.hpp"

namespace ttlstore {

class LruEviction : public FifoEviction {
public:
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        order_.move_to_back(slots, id);
    }
};

}  // namespace ttlstore
