// Policies and an index as a user would write them: the contract suites and the model run on them as on our own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "ttlstore/ttl_store.hpp"

namespace support {

/// Any entry goes; the choice is reproducible, and a new one is drawn only when the entries change.
class RandomEviction {
public:
    struct Hook {};

    template <class Slots>
    void on_insert(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {
        draw();
    }
    template <class Slots>
    void on_access(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {}
    template <class Slots>
    void on_remove(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {
        draw();
    }

    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& slots, Index& /*index*/) noexcept {
        if (slots.stored() == 0) return std::nullopt;
        const auto count = static_cast<ttlstore::SlotId>(slots.slot_count());
        auto id = static_cast<ttlstore::SlotId>((state_ >> 33U) % count);
        while (!slots.occupied(id)) id = id + 1 == count ? 0 : id + 1;
        return id;
    }

    template <class Slots, class Translate>
    void rehashed(Slots& /*slots*/, Translate /*translate*/) noexcept {}

private:
    // The multiplier is Knuth's for MMIX; the high bits are the random ones.
    void draw() noexcept { state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U; }

    std::uint64_t state_ = 1;
};

/// The entry used last goes: right for a loop over more keys than fit.
class MostRecentlyUsedEviction {
public:
    static constexpr ttlstore::SlotId kNone = static_cast<ttlstore::SlotId>(-1);
    struct Hook {
        ttlstore::SlotId newer = kNone;
        ttlstore::SlotId older = kNone;
    };

    template <class Slots>
    void on_insert(Slots& slots, ttlstore::SlotId id) noexcept {
        slots.hook(id) = Hook{kNone, newest_};
        if (newest_ != kNone) slots.hook(newest_).newer = id;
        newest_ = id;
    }
    template <class Slots>
    void on_access(Slots& slots, ttlstore::SlotId id) noexcept {
        on_remove(slots, id);
        on_insert(slots, id);
    }
    template <class Slots>
    void on_remove(Slots& slots, ttlstore::SlotId id) noexcept {
        const Hook hook = slots.hook(id);
        (hook.newer == kNone ? newest_ : slots.hook(hook.newer).older) = hook.older;
        if (hook.older != kNone) slots.hook(hook.older).newer = hook.newer;
    }

    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& /*slots*/, Index& /*index*/) noexcept {
        if (newest_ == kNone) return std::nullopt;
        return newest_;
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        const auto moved = [&](ttlstore::SlotId id) { return id == kNone ? kNone : translate(id); };
        newest_ = moved(newest_);
        for (auto id = newest_; id != kNone; id = slots.hook(id).older) {
            Hook& hook = slots.hook(id);
            hook = Hook{moved(hook.newer), moved(hook.older)};
        }
    }

    template <class Slots, class F>
    void for_each_in_order(Slots& slots, F f) const {
        for (auto id = newest_; id != kNone; id = slots.hook(id).older) f(id);
    }

private:
    ttlstore::SlotId newest_ = kNone;
};

/// A map from (deadline, order of scheduling) to the entry; SoonestExpiryEviction asks for `soonest`.
class MapExpiry {
public:
    struct Hook {
        ttlstore::Tick deadline = 0;
        std::uint64_t order = 0;
    };

    template <class Slots>
    void schedule(Slots& slots, ttlstore::SlotId id, ttlstore::Tick deadline) {
        const Place place{deadline, order_};
        if (spare_.empty()) {
            places_.emplace(place, id);
        } else {
            spare_.key() = place;
            spare_.mapped() = id;
            places_.insert(std::move(spare_));
        }
        ++order_;
        slots.hook(id) = Hook{place.first, place.second};
    }
    template <class Slots>
    void cancel(Slots& slots, ttlstore::SlotId id) noexcept {
        const Hook hook = slots.hook(id);
        // Kept: to schedule this entry again right away must not fail.
        spare_ = places_.extract(Place{hook.deadline, hook.order});
    }
    [[nodiscard]] std::optional<ttlstore::Tick> next_deadline() const noexcept {
        if (places_.empty()) return std::nullopt;
        return places_.begin()->first.first;
    }
    template <class Slots>
    std::optional<ttlstore::SlotId> pop_due(Slots& /*slots*/, ttlstore::Tick now) noexcept {
        if (places_.empty() || places_.begin()->first.first > now) return std::nullopt;
        const auto id = places_.begin()->second;
        spare_ = places_.extract(places_.begin());
        return id;
    }
    /// Leaves out `but`, so that an overwritten entry keeps its place while others make room for it.
    template <class Slots>
    std::optional<ttlstore::SlotId> soonest(Slots& /*slots*/, ttlstore::SlotId but) const noexcept {
        for (const auto& [place, id] : places_) {
            if (id != but) return id;
        }
        return std::nullopt;
    }
    template <class Slots, class F>
    void for_each_by_deadline(Slots& /*slots*/, F f) const {
        for (const auto& [place, id] : places_) f(id);
    }
    template <class Slots, class Translate>
    void rehashed(Slots& /*slots*/, Translate translate) noexcept {
        for (auto& [place, id] : places_) id = translate(id);
    }

private:
    using Place = std::pair<ttlstore::Tick, std::uint64_t>;
    std::map<Place, ttlstore::SlotId> places_;
    std::map<Place, ttlstore::SlotId>::node_type spare_;
    std::uint64_t order_ = 0;
};

/// Lets entries of weight 2 go and guards all others.
struct OnlyWeightTwoGoes {
    struct Hook {};
    template <class Slots>
    void on_insert(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots>
    void on_access(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& slots, Index&) noexcept {
        for (ttlstore::SlotId id = 0; id < slots.slot_count(); ++id) {
            if (slots.occupied(id) && slots.weight(id) == 2) return id;
        }
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};

}  // namespace support
