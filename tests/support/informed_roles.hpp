// An index and a policy that use all they may be told ahead, note what they were told too late, and can fail wherever
// they may.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "support/faults.hpp"
#include "support/user_policies.hpp"
#include "ttlstore/ttl_store.hpp"

namespace support {

/// First in, first out.
class InformedEviction {
public:
    struct Hook : ttlstore::detail::ListHook {
        std::uint64_t hash = 0;
    };
    static constexpr bool evicts = true;

    void reserve(std::size_t entries) {
        fault_point();
        reserved_ = std::max(reserved_, entries);
    }
    void set_bounds(std::size_t max_entries, std::size_t max_weight) {
        fault_point();
        max_entries_ = max_entries;
        max_weight_ = max_weight;
    }
    template <class Slots>
    void on_insert(Slots& slots, ttlstore::SlotId id, std::uint64_t hash) noexcept {
        order_.push_back(slots, id);
        slots.hook(id).hash = hash;
        ++held_;
        weight_ += slots.weight(id);
        if (held_ > reserved_ || !is_bounded()) ++complaints_;
    }
    template <class Slots>
    void on_access(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {}
    template <class Slots>
    void on_remove(Slots& slots, ttlstore::SlotId id) noexcept {
        order_.unlink(slots, id);
        --held_;
        weight_ -= slots.weight(id);
    }
    template <class Slots>
    void on_reweigh(Slots& slots, ttlstore::SlotId id, std::size_t previous) noexcept {
        weight_ = weight_ - previous + slots.weight(id);
    }
    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& slots, Index& /*index*/,
                                           ttlstore::SlotId but = ttlstore::detail::kNil) noexcept {
        ttlstore::SlotId id = order_.front();
        if (id == but && id != ttlstore::detail::kNil) id = slots.hook(id).next;
        if (id == ttlstore::detail::kNil) return std::nullopt;
        return id;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        order_.translate_ends(translate);
        ttlstore::detail::translate_hooks(
            slots, translate, [](ttlstore::SlotId) { return true; },
            [](ttlstore::SlotId id) { return id == ttlstore::detail::kNil; });
    }
    void clear() noexcept {
        order_ = {};
        held_ = 0;
        weight_ = 0;
    }
    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        order_.for_each(slots, f);
    }

    [[nodiscard]] int complaints() const { return complaints_; }
    [[nodiscard]] std::size_t reserved() const { return reserved_; }
    [[nodiscard]] std::size_t weight() const { return weight_; }
    [[nodiscard]] std::size_t max_entries() const { return max_entries_; }
    [[nodiscard]] std::size_t max_weight() const { return max_weight_; }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    [[nodiscard]] bool is_bounded() const { return max_entries_ != kNone || max_weight_ != kNone; }

    ttlstore::detail::SlotList order_;
    std::size_t held_ = 0;
    std::size_t weight_ = 0;
    std::size_t reserved_ = 0;
    std::size_t max_entries_ = kNone;
    std::size_t max_weight_ = kNone;
    int complaints_ = 0;
};

class InformedExpiry : public MapExpiry {
public:
    void reserve(std::size_t entries) {
        fault_point();
        reserved_ = std::max(reserved_, entries);
    }
    template <class Slots>
    void schedule(Slots& slots, ttlstore::SlotId id, ttlstore::Tick deadline) {
        MapExpiry::schedule(slots, id, deadline);
        if (slots.stored() >= reserved_) ++complaints_;
    }
    void clear() noexcept { static_cast<MapExpiry&>(*this) = MapExpiry{}; }

    [[nodiscard]] int complaints() const { return complaints_; }
    [[nodiscard]] std::size_t reserved() const { return reserved_; }

private:
    std::size_t reserved_ = 0;
    int complaints_ = 0;
};

}  // namespace support
