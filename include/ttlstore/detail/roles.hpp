/// How the table shows itself to the roles it works with: the views an index and a policy are called with.
#pragma once

#include <cstddef>
#include <optional>
#include <type_traits>

#include "../concepts.hpp"

namespace ttlstore::detail {

struct NoWeight {};  // the weight column of a store in which every entry weighs 1

/// What an index or a policy sees of the entries (SlotsArchetype in concepts.hpp).
template <class Table, std::size_t HookColumn, std::size_t WeightColumn, class Hook,
          std::size_t MarkColumn = HookColumn>
class SlotsView {
public:
    explicit SlotsView(const Table& table) noexcept : table_{&table} {}

    Hook& hook(SlotId id) const noexcept {
        if constexpr (std::is_empty_v<Hook>)
            return nothing_;
        else
            return table_->template column<HookColumn>(id);
    }
    auto& mark(SlotId id) const noexcept requires(MarkColumn != HookColumn) {
        return table_->template column<MarkColumn>(id);
    }
    Tick deadline(SlotId id) const noexcept { return table_->slot(id).deadline; }
    std::size_t weight(SlotId id) const noexcept {
        using Weight = std::remove_cvref_t<decltype(table_->template column<WeightColumn>(id))>;
        if constexpr (std::is_empty_v<Weight>)
            return 1;
        else
            return table_->template column<WeightColumn>(id);
    }
    bool occupied(SlotId id) const noexcept { return table_->occupied(id); }
    SlotId slot_count() const noexcept { return table_->slot_count(); }
    std::size_t stored() const noexcept { return table_->stored(); }

private:
    const Table* table_;
    [[no_unique_address]] mutable std::conditional_t<std::is_empty_v<Hook>, Hook, NoWeight> nothing_{};
};

/// The index as a policy sees it: soonest(slots), if the index has it, whatever slots are passed; never the entry
/// `keep` if the index can leave one out.
template <class Index, class Slots>
class IndexView {
public:
    static constexpr bool kLeavesOut = requires(const Index& index, Slots& slots, SlotId id) {
        index.soonest(slots, id);
    };
    static constexpr bool kKnowsSoonest = kLeavesOut || requires(const Index& index, Slots& slots) {
        index.soonest(slots);
    };

    IndexView(const Index& index, const Slots& slots, SlotId keep) noexcept
        : index_{&index}, slots_{slots}, keep_{keep} {}

    template <class Any>
    std::optional<SlotId> soonest(Any&) noexcept requires kKnowsSoonest {
        if constexpr (kLeavesOut)
            return index_->soonest(slots_, keep_);
        else
            return index_->soonest(slots_);
    }

private:
    const Index* index_;
    Slots slots_;
    SlotId keep_;
};

template <class Role, class Allocator>
struct RebindRole {
    using type = Role;
    static type make(const Allocator&) { return type{}; }
};
template <class Role, class Allocator>
requires requires { typename Role::template rebind_alloc<Allocator>; }
struct RebindRole<Role, Allocator> {
    using type = typename Role::template rebind_alloc<Allocator>;
    static type make(const Allocator& allocator) { return type{allocator}; }
};

template <class Role, class Slots, class Translate>
void tell_rehashed(Role& role, Slots slots, Translate translate) noexcept {
    if constexpr (requires { role.rehashed(slots, translate); })
        role.rehashed(slots, translate);
    else
        role.rehashed(translate);
}

}  // namespace ttlstore::detail
