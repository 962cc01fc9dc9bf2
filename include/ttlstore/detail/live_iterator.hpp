/// LiveIterator: walks the live entries of a table, all judged at the moment the walk began.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>

#include "../concepts.hpp"

namespace ttlstore::detail {

template <class Entries>
class LiveIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::pair<const typename Entries::Key&, const typename Entries::Value&>;
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;

    LiveIterator() = default;
    LiveIterator(const Entries& entries, Tick now) noexcept : entries_{&entries}, now_{now} { skip_the_dead(); }

    reference operator*() const noexcept { return {entries_->key(id_), entries_->value(id_)}; }
    LiveIterator& operator++() noexcept {
        ++id_;
        skip_the_dead();
        return *this;
    }
    LiveIterator operator++(int) noexcept {
        LiveIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const LiveIterator& a, const LiveIterator& b) noexcept {
        return a.at_end() ? b.at_end() : !b.at_end() && a.id_ == b.id_;
    }

private:
    bool at_end() const noexcept { return entries_ == nullptr || id_ >= entries_->table().slot_count(); }
    void skip_the_dead() noexcept {
        const auto now = [this] { return now_; };
        while (!at_end() && !(entries_->table().occupied(id_) && entries_->alive(id_, now))) ++id_;
    }

    const Entries* entries_ = nullptr;
    Tick now_ = kNoDeadline;
    SlotId id_ = 0;
};

}  // namespace ttlstore::detail
