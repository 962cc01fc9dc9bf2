/// NoEviction: a full store refuses what is new. For data that must not be lost before its time.
#pragma once

#include <optional>

#include "../concepts.hpp"

namespace ttlstore {

/// The dead still make room; only then does `set` answer SetResult::rejected.
struct NoEviction {
    struct Hook {};
    static constexpr bool evicts = false;

    template <class Slots>
    void on_insert(Slots&, SlotId) noexcept {}
    template <class Slots>
    void on_access(Slots&, SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots&, SlotId) noexcept {}
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots&, Index&) noexcept {
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};

}  // namespace ttlstore
