// The slots that the contract suites show to a policy or an index: a vector, and every misuse of it is noticed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "ttlstore/concepts.hpp"

namespace contract {

using ttlstore::SlotId;
using ttlstore::Tick;

struct NoMark {};

template <class Hook, class Mark = NoMark>
class PlainSlots {
public:
    explicit PlainSlots(SlotId count) : slots_(count) {}

    // ---- what an index or a policy sees

    Hook& hook(SlotId id) const noexcept { return at(id).hook; }
    Mark& mark(SlotId id) const noexcept { return at(id).mark; }
    Tick deadline(SlotId id) const noexcept { return at(id).deadline; }
    std::size_t weight(SlotId id) const noexcept { return at(id).weight; }
    bool occupied(SlotId id) const noexcept { return at(id).occupied; }
    SlotId slot_count() const noexcept { return static_cast<SlotId>(slots_.size()); }
    std::size_t stored() const noexcept {
        return static_cast<std::size_t>(
            std::count_if(slots_.begin(), slots_.end(), [](auto& s) { return s.occupied; }));
    }

    // ---- what the store does

    /// A free slot for a new entry, with its hook value-initialised. The entry is not in it before `occupy`.
    SlotId free_slot(std::mt19937& random) {
        REQUIRE(stored() < slots_.size());
        SlotId id = static_cast<SlotId>(random()) % slot_count();
        while (occupied(id)) id = (id + 1) % slot_count();
        slots_[id] = Slot{};
        return id;
    }
    void occupy(SlotId id) { slots_[id].occupied = true; }
    /// What a free slot's hook holds is nobody's business, so it holds rubbish.
    void release(SlotId id) {
        slots_[id].occupied = false;
        spoil(id);
    }
    void set_deadline(SlotId id, Tick deadline) { slots_[id].deadline = deadline; }

    /// Doubles the slots and moves every entry somewhere else; answers with the new number of each old one.
    std::vector<SlotId> grow(std::mt19937& random) {
        std::vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        std::vector<SlotId> places(slots_.size());
        for (SlotId id = 0; id < places.size(); ++id) places[id] = id;
        std::shuffle(places.begin(), places.end(), random);
        places.resize(old.size());
        for (SlotId id = 0; id < slots_.size(); ++id) spoil(id);
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (old[i].occupied) slots_[places[i]] = old[i];
        }
        return places;
    }

private:
    struct Slot {
        Hook hook{};
        Mark mark{};
        Tick deadline = ttlstore::kNoDeadline;
        std::size_t weight = 1;
        bool occupied = false;
    };

    Slot& at(SlotId id) const noexcept {
        if (id >= slots_.size()) std::terminate();  // the members are noexcept, so a report cannot be thrown
        return slots_[id];
    }
    void spoil(SlotId id) {
        if constexpr (!std::is_empty_v<Hook>) {
            constexpr int kRubbish = 0x7B;
            std::memset(static_cast<void*>(&slots_[id].hook), kRubbish, sizeof(Hook));
        }
        if constexpr (!std::is_empty_v<Mark>) std::memset(static_cast<void*>(&slots_[id].mark), 1, sizeof(Mark));
    }

    mutable std::vector<Slot> slots_;
};

/// Calls `rehashed` in either of its two forms.
template <class Role, class Slots>
void tell_rehashed(Role& role, Slots& slots, const std::vector<SlotId>& places) {
    const auto translate = [&places](SlotId id) noexcept { return places[id]; };
    if constexpr (requires { role.rehashed(slots, translate); }) {
        role.rehashed(slots, translate);
    } else {
        role.rehashed(translate);
    }
}

}  // namespace contract
