/// SlotArrays: the memory of a table, one array for the control groups, one for the slots, one for each column beside
/// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>

#include "../concepts.hpp"
#include "group.hpp"

namespace ttlstore::detail {

/// Stands in for the groups of a table without memory: a search in it finds nothing. Never written.
inline constexpr Group kNoGroup{};

template <class Slot, class Allocator, class... Columns>
class SlotArrays {
    template <class T>
    using AllocatorOf = typename std::allocator_traits<Allocator>::template rebind_alloc<T>;

public:
    static constexpr std::size_t kColumns = sizeof...(Columns);
    /// Which columns have memory; one of an empty type never has.
    using Enabled = std::array<bool, kColumns>;

    explicit SlotArrays(const Allocator& allocator) noexcept : allocator_{allocator} {}

    SlotArrays(const Allocator& allocator, std::uint32_t group_count, const Enabled& enabled) : allocator_{allocator} {
        const std::size_t slots = std::size_t{group_count} * kGroupSlots;
        group_count_ = group_count;
        slot_count_ = static_cast<SlotId>(slots);
        try {
            groups_ = allocate<Group>(group_count);
            std::uninitialized_fill_n(groups_, group_count, Group{});
            distances_ = allocate<std::uint8_t>(slots);
            std::uninitialized_fill_n(distances_, slots, std::uint8_t{0});
            slots_ = allocate<Slot>(slots);
            allocate_columns(enabled, std::index_sequence_for<Columns...>{});
        } catch (...) {
            release();
            throw;
        }
    }

    SlotArrays(SlotArrays&& other) noexcept
        : allocator_{other.allocator_},
          groups_{std::exchange(other.groups_, no_group())},
          distances_{std::exchange(other.distances_, nullptr)},
          slots_{std::exchange(other.slots_, nullptr)},
          columns_{std::exchange(other.columns_, {})},
          group_count_{std::exchange(other.group_count_, 1)},
          slot_count_{std::exchange(other.slot_count_, 0)} {}

    SlotArrays& operator=(SlotArrays&& other) noexcept {
        if (this != &other) {
            // The allocator stays with the memory it gave; some (polymorphic_allocator) cannot be assigned.
            std::destroy_at(this);
            std::construct_at(this, std::move(other));
        }
        return *this;
    }

    ~SlotArrays() { release(); }

    std::uint32_t group_count() const noexcept { return group_count_; }
    SlotId slot_count() const noexcept { return slot_count_; }
    Group* groups() const noexcept { return groups_; }
    std::uint8_t* distances() const noexcept { return distances_; }
    Slot* slots() const noexcept { return slots_; }
    const Allocator& allocator() const noexcept { return allocator_; }

    template <std::size_t I>
    auto* column() const noexcept {
        return std::get<I>(columns_);
    }

    std::size_t table_bytes() const noexcept {
        if (slot_count_ == 0) return 0;
        return group_count_ * sizeof(Group) + std::size_t{slot_count_} * (sizeof(Slot) + sizeof(std::uint8_t));
    }
    template <std::size_t I>
    std::size_t column_bytes() const noexcept {
        using Column = std::tuple_element_t<I, std::tuple<Columns...>>;
        return column<I>() == nullptr ? 0 : std::size_t{slot_count_} * sizeof(Column);
    }

    /// Copies what the columns hold of one slot into another's.
    void move_columns(const SlotArrays& from, SlotId old_id, SlotId new_id) noexcept {
        move_columns(from, old_id, new_id, std::index_sequence_for<Columns...>{});
    }

    /// Gives a column memory, with `value` in every slot, if it has none yet.
    template <std::size_t I>
    void enable_column() {
        using Column = std::tuple_element_t<I, std::tuple<Columns...>>;
        if constexpr (!std::is_empty_v<Column>) {
            if (std::get<I>(columns_) == nullptr && slot_count_ != 0) std::get<I>(columns_) = allocate_column<Column>();
        }
    }

private:
    static Group* no_group() noexcept { return const_cast<Group*>(&kNoGroup); }

    template <class T>
    T* allocate(std::size_t count) {
        using Traits = std::allocator_traits<AllocatorOf<T>>;
        static_assert(std::is_same_v<typename Traits::pointer, T*>,
                      "TtlStore: allocators with fancy pointers do not fit");
        AllocatorOf<T> allocator{allocator_};
        return Traits::allocate(allocator, count);
    }
    template <class T>
    void deallocate(T* memory, std::size_t count) noexcept {
        if (memory == nullptr) return;
        AllocatorOf<T> allocator{allocator_};
        std::allocator_traits<AllocatorOf<T>>::deallocate(allocator, memory, count);
    }

    template <class Column>
    Column* allocate_column() {
        Column* const column = allocate<Column>(slot_count_);
        std::uninitialized_default_construct_n(column, slot_count_);
        return column;
    }

    template <std::size_t... I>
    void allocate_columns(const Enabled& enabled, std::index_sequence<I...>) {
        const auto one = [&]<class Column>(Column*& column, bool wanted) {
            if (wanted && !std::is_empty_v<Column>) column = allocate_column<Column>();
        };
        (one(std::get<I>(columns_), enabled[I]), ...);
    }
    template <std::size_t... I>
    void move_columns(const SlotArrays& from, SlotId old_id, SlotId new_id, std::index_sequence<I...>) noexcept {
        const auto one = [&](auto* to, const auto* source) {
            if (to != nullptr && source != nullptr) to[new_id] = source[old_id];
        };
        (one(std::get<I>(columns_), std::get<I>(from.columns_)), ...);
    }

    void release() noexcept {
        if (slot_count_ == 0) return;
        std::apply([&](auto*... column) { (deallocate(column, slot_count_), ...); }, columns_);
        deallocate(slots_, slot_count_);
        deallocate(distances_, slot_count_);
        if (groups_ != no_group()) deallocate(groups_, group_count_);
    }

    [[no_unique_address]] Allocator allocator_;
    Group* groups_ = no_group();
    std::uint8_t* distances_ = nullptr;
    Slot* slots_ = nullptr;
    std::tuple<Columns*...> columns_{};
    std::uint32_t group_count_ = 1;  // 1 also without memory, so that a search needs no branch
    SlotId slot_count_ = 0;
};

}  // namespace ttlstore::detail
