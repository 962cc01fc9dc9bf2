/// FifoEviction: the entry stored first goes, however often it was read. An overwrite keeps the entry's place.
///
/// A doubly linked list through the slots, oldest first; a hit costs nothing at all. Wins where reads do not tell what
/// will be read next, loses to every other policy where they do.
#pragma once

#include <optional>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class FifoEviction {
public:
    struct Hook : detail::ListHook {};
    static constexpr bool evicts = true;

    template <class Slots>
    void on_insert(Slots& slots, SlotId id) noexcept {
        order_.push_back(slots, id);
    }
    template <class Slots>
    void on_access(Slots&, SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        order_.unlink(slots, id);
    }
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots& slots, Index&, SlotId but = detail::kNil) noexcept {
        const SlotId id = order_.front_but(slots, but);
        if (id == detail::kNil) return std::nullopt;
        return id;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        order_.translate_ends(translate);
        detail::translate_hooks(
            slots, translate, [](SlotId) { return true; }, [](SlotId id) { return id == detail::kNil; });
    }
    void clear() noexcept { order_ = {}; }
    /// Next victim first.
    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        order_.for_each(slots, f);
    }

protected:
    detail::SlotList order_;  // next victim first
};

}  // namespace ttlstore
