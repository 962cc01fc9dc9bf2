/// SoonestExpiryEviction: the entry closest to its deadline goes, as it has the least life to lose (Redis:
/// volatile-ttl).
///
/// Among equal deadlines the one scheduled first goes. Entries without deadline go last, the least recently used first,
/// for which the recency list of LruEviction is kept.
#pragma once

#include <optional>

#include "../concepts.hpp"
#include "lru_eviction.hpp"

namespace ttlstore {

class SoonestExpiryEviction : public LruEviction {
public:
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index& index) noexcept {
        constexpr bool kKnowsSoonest = requires { index.soonest(slots); };
        static_assert(kKnowsSoonest, "SoonestExpiryEviction: this expiry index cannot tell which entry is due soonest");
        if constexpr (kKnowsSoonest) {
            if (const std::optional<SlotId> soonest = index.soonest(slots)) return soonest;
        }
        return LruEviction::victim(slots, index);
    }
};

}  // namespace ttlstore
