/// LruEviction: the least recently used entry goes. Strict, as in the textbook; the default policy.
///
/// A doubly linked list through the slots, least recently used first. Every access moves its entry to the end: O(1),
/// but up to four cache lines in a store that is larger than the cache. Loses to SIEVE and W-TinyLFU on scans and on
/// skewed loads.
#pragma once

#include <optional>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

class LruEviction {
public:
    struct Hook : detail::ListHook {};
    static constexpr bool evicts = true;

    template <class Slots>
    void on_insert(Slots& slots, SlotId id) noexcept {
        order_.push_back(slots, id);
    }
    template <class Slots>
    void on_access(Slots& slots, SlotId id) noexcept {
        order_.move_to_back(slots, id);
    }
    template <class Slots>
    void on_remove(Slots& slots, SlotId id) noexcept {
        order_.unlink(slots, id);
    }
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots&, Index&) noexcept {
        if (order_.empty()) return std::nullopt;
        return order_.front();
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

private:
    detail::SlotList order_;
};

}  // namespace ttlstore
