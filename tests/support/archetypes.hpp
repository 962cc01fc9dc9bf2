// Types with only what the concepts ask for: if the library uses more than it says, a test with these does not compile.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ttlstore/ttl_store.hpp"

namespace support {

/// A key can be moved and destroyed, no more; hash and equality come from outside. Not even `&` works on it.
class MinimalKey {
public:
    explicit MinimalKey(int number) noexcept : number_{number} {}
    MinimalKey(MinimalKey&& other) noexcept : number_{other.number_} {}
    MinimalKey(const MinimalKey&) = delete;
    MinimalKey& operator=(const MinimalKey&) = delete;
    MinimalKey& operator=(MinimalKey&&) = delete;
    ~MinimalKey() = default;
    void operator&() const = delete;

    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

/// A value can be moved and destroyed.
class MinimalValue {
public:
    explicit MinimalValue(int number) noexcept : number_{number} {}
    MinimalValue(MinimalValue&& other) noexcept : number_{other.number_} {}
    MinimalValue(const MinimalValue&) = delete;
    MinimalValue& operator=(const MinimalValue&) = delete;
    MinimalValue& operator=(MinimalValue&&) = delete;
    ~MinimalValue() = default;
    void operator&() const = delete;

    [[nodiscard]] int number() const noexcept { return number_; }

private:
    int number_;
};

/// Final, because stores may want to derive from empty function objects.
struct MinimalHash final {
    std::size_t operator()(const MinimalKey& key) const { return static_cast<std::size_t>(key.number()); }
};

struct MinimalEqual final {
    bool operator()(const MinimalKey& a, const MinimalKey& b) const { return a.number() == b.number(); }
};

/// A stateful ticker that cannot be copied or moved.
class MinimalTicker {
public:
    using duration = std::chrono::duration<std::int64_t, std::centi>;
    using time_point = std::chrono::time_point<MinimalTicker, duration>;

    MinimalTicker() = default;
    MinimalTicker(const MinimalTicker&) = delete;
    MinimalTicker& operator=(const MinimalTicker&) = delete;

    [[nodiscard]] time_point now() const noexcept { return time_point{duration{ticks}}; }

    std::int64_t ticks = 0;
};

/// An index in its shortest form: unsorted, in order of scheduling.
class MinimalExpiry {
public:
    struct Hook {};

    template <class Slots>
    void schedule(Slots& /*slots*/, ttlstore::SlotId id, ttlstore::Tick deadline) {
        entries_.emplace_back(deadline, id);
    }
    template <class Slots>
    void cancel(Slots& /*slots*/, ttlstore::SlotId id) noexcept {
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            if (entries_[i].second == id) return remove(i);
        }
    }
    [[nodiscard]] std::optional<ttlstore::Tick> next_deadline() const noexcept {
        if (entries_.empty()) return std::nullopt;
        return entries_[soonest()].first;
    }
    template <class Slots>
    std::optional<ttlstore::SlotId> pop_due(Slots& /*slots*/, ttlstore::Tick now) noexcept {
        if (entries_.empty()) return std::nullopt;
        const std::size_t i = soonest();
        const auto [deadline, id] = entries_[i];
        if (deadline > now) return std::nullopt;
        remove(i);
        return id;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& /*slots*/, Translate translate) noexcept {
        for (auto& [deadline, id] : entries_) id = translate(id);
    }

private:
    [[nodiscard]] std::size_t soonest() const noexcept {
        std::size_t best = 0;
        for (std::size_t i = 1; i < entries_.size(); ++i) {
            if (entries_[i].first < entries_[best].first) best = i;
        }
        return best;
    }
    void remove(std::size_t i) noexcept { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i)); }

    std::vector<std::pair<ttlstore::Tick, ttlstore::SlotId>> entries_;
};

/// A policy in its shortest form: the first occupied slot goes.
struct MinimalEviction {
    struct Hook {};

    template <class Slots>
    void on_insert(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {}
    template <class Slots>
    void on_access(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {}
    template <class Slots>
    void on_remove(Slots& /*slots*/, ttlstore::SlotId /*id*/) noexcept {}
    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& slots, Index& /*index*/) noexcept {
        for (ttlstore::SlotId id = 0; id < slots.slot_count(); ++id) {
            if (slots.occupied(id)) return id;
        }
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots& /*slots*/, Translate /*translate*/) noexcept {}
};

}  // namespace support
