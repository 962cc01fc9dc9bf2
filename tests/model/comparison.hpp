// Everything a store shows, compared with the model.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/mismatch.hpp"
#include "support/invariants.hpp"
#include "support/model.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttl_store.hpp"

namespace model_test {

using support::Model;
using ttlstore::Tick;

template <class Time>
std::optional<Tick> ticks_of(const std::optional<Time>& time) {
    if (!time) return std::nullopt;
    return time->time_since_epoch().count();
}

template <class Setup>
std::optional<int> number_at(const typename Setup::Value* value) {
    if (value == nullptr) return std::nullopt;
    return Setup::number(*value);
}

// ---- events

inline std::string event_text(int key, int number, ttlstore::RemovalCause cause, std::int64_t late) {
    return std::string{support::name_of(cause)} + '(' + std::to_string(key) + ", " + std::to_string(number) +
           ") late by " + std::to_string(late) + "ns";
}

/// In order, but for the calls that walk through the table.
template <class Setup>
void compare_events(std::vector<support::Event<typename Setup::Key, typename Setup::Value>> seen,
                    std::vector<support::ModelEvent> expected, bool in_order) {
    if (!in_order) {
        std::sort(seen.begin(), seen.end(),
                  [](auto& a, auto& b) { return Setup::key_number(a.key) < Setup::key_number(b.key); });
        std::sort(expected.begin(), expected.end(), [](auto& a, auto& b) { return a.key < b.key; });
    }
    constexpr std::int64_t kTick = std::chrono::nanoseconds{typename Setup::Duration{1}}.count();
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < std::max(seen.size(), expected.size()); ++i) {
        std::string of_store = "none";
        std::string of_model = "none";
        if (i < seen.size()) {
            const auto& event = seen[i];
            of_store = event_text(Setup::key_number(event.key), Setup::number(event.value), event.cause,
                                  event.late_by.count());
        }
        if (i < expected.size()) {
            const auto& event = expected[i];
            const std::int64_t late = event.late_by > kMost / kTick ? kMost : event.late_by * kTick;
            of_model = event_text(event.key, event.number, event.cause, late);
        }
        require_equal("event", of_store, of_model);
    }
}

// ---- state

template <class Setup>
void compare_one(const typename Setup::Store& store, const Model& model, int key, Tick now) {
    const auto real_key = Setup::key(key);
    require_equal("peek", number_at<Setup>(store.peek(real_key)), model.peek(key, now));
    const auto* entry = model.look(key, now);
    require_equal("contains", store.contains(real_key), entry != nullptr);
    const auto ttl = store.ttl(real_key);
    const auto info = store.info(real_key);
    require_equal("info", info.has_value(), entry != nullptr);
    if (entry == nullptr)
        return require(std::holds_alternative<ttlstore::Missing>(ttl), "ttl of nothing is not Missing");
    require_equal("weight", info->weight, entry->value.weight);
    require_equal("deadline", ticks_of(info->deadline), entry->deadline());
    if (!entry->deadline()) {
        require(std::holds_alternative<ttlstore::Persistent>(ttl), "ttl without deadline is not Persistent");
        return require(!info->left, "no deadline, but some time is left");
    }
    const auto* remaining = std::get_if<typename Setup::Store::Remaining>(&ttl);
    require(remaining != nullptr, "ttl with a deadline is not Remaining");
    const Tick left = ttlstore::detail::saturating_distance(*entry->deadline(), now);
    require_equal("ttl", remaining->left.count(), left);
    require(info->left && info->left->count() == left, "info's time left is wrong");
}

inline void compare_statistics(const ttlstore::Stats& stats, const Model::Counts& counts) {
    require_equal("hits", stats.hits, counts.hits);
    require_equal("misses", stats.misses, counts.misses);
    require_equal("inserted", stats.inserted, counts.inserted);
    require_equal("replaced", stats.replaced, counts.replaced);
    require_equal("lazily_expired", stats.lazily_expired, counts.lazily_expired);
    require_equal("swept", stats.swept, counts.swept);
    require_equal("expired_for_room", stats.expired_for_room, counts.expired_for_room);
    require_equal("evicted", stats.evicted, counts.evicted);
    require_equal("erased", stats.erased, counts.erased);
    require_equal("taken", stats.taken, counts.taken);
    require_equal("cleared", stats.cleared, counts.cleared);
    require_equal("rejected", stats.rejected, counts.rejected);
}

template <class Setup>
void compare_walks(const typename Setup::Store& store, const Model& model, Tick now) {
    using Key = typename Setup::Key;
    using Value = typename Setup::Value;
    std::size_t shown = 0;
    store.for_each([&](const Key& key, const Value& value) {
        ++shown;
        const auto* entry = model.look(Setup::key_number(key), now);
        require(entry != nullptr, "for_each shows what the model has not");
        require_equal("value in for_each", Setup::number(value), entry->value.number);
        const auto info = store.info(key);
        require(info.has_value(), "for_each shows what info does not know");
        require_equal("deadline in for_each", ticks_of(info->deadline), entry->deadline());
        require_equal("weight in for_each", info->weight, entry->value.weight);
    });
    require_equal("entries in for_each", shown, model.size(now));
    std::size_t walked = 0;
    for (const auto& [key, value] : store) {
        ++walked;
        const auto expected = model.peek(Setup::key_number(key), now);
        require_equal("value in a walk", std::optional<int>{Setup::number(value)}, expected);
    }
    require_equal("entries in a walk", walked, shown);
    if constexpr (Setup::kOrdered) {
        std::vector<int> order;
        store.for_each_by_deadline([&](const Key& key, const Value&) { order.push_back(Setup::key_number(key)); });
        require(order == model.by_deadline(now), "for_each_by_deadline differs from the model");
    }
}

/// Exact, or for an index that samples no later than that.
template <class Setup>
void compare_next(std::optional<Tick> next, const Model& model) {
    const auto exact = model.next_deadline();
    if (!Setup::kSamples) return require_equal("next_deadline()", next, exact);
    require_equal("whether there is a next_deadline()", next.has_value(), exact.has_value());
    require(!next || *next <= *exact, "next_deadline() is too late");
}

template <class Setup>
void compare_everything(const typename Setup::Store& store, const Model& model, Tick now) {
    support::check_invariants(store);
    require_equal("size()", store.size(), model.size(now));
    require_equal("live()", store.live(), model.size(now));
    require_equal("overdue()", store.overdue(), model.stored() - model.size(now));
    compare_next<Setup>(ticks_of(store.next_deadline()), model);
    compare_statistics(store.stats(), model.counts());
    compare_walks<Setup>(store, model, now);
}

}  // namespace model_test
