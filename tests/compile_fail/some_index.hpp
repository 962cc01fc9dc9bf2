// An expiry index with only what the concept asks for, so without an order to walk in.
#pragma once

#include <optional>

#include <ttlstore/concepts.hpp>

struct SomeIndex {
    struct Hook {};
    template <class Slots>
    void schedule(Slots&, ttlstore::SlotId, ttlstore::Tick) {}
    template <class Slots>
    void cancel(Slots&, ttlstore::SlotId) noexcept {}
    std::optional<ttlstore::Tick> next_deadline() const noexcept { return std::nullopt; }
    template <class Slots>
    std::optional<ttlstore::SlotId> pop_due(Slots&, ttlstore::Tick) noexcept {
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};
