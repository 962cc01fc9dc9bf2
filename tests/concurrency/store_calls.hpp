// The calls of a history on a store and its clock, and the model of both: an array, a number and one rule of life.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <optional>
#include <ostream>
#include <vector>

#include "support/linearizability.hpp"
#include "ttlstore/ttl_store.hpp"

namespace concurrency {

inline constexpr int kKeys = 3;

enum class Kind {
    set,
    set_keep,  // Expiry::keep()
    set_if_absent,
    set_if_present,
    get_or_set,
    set_two,  // key and the next one at once
    get,
    contains,
    update,
    expire,
    persist,
    erase,
    take,
    clear,
    size,
    sweep,
    advance
};

inline constexpr std::array<const char*, 17> kNames{
    "set",    "set_keep", "set_if_absent", "set_if_present", "get_or_set", "set_two", "get",   "contains", "update",
    "expire", "persist",  "erase",         "take",           "clear",      "size",    "sweep", "advance"};

/// Values are above 0 and each is written once in a history, so an answer tells which write it comes from.
struct Op {
    Kind kind{};
    int key = 0;
    int value = 0;   ///< what is written; how far the clock moves
    int ttl = 0;     ///< in ticks; 0: none
    int answer = 0;  ///< the value found, or 0; the SetResult; 1 for true
    int thread = 0;
};

using History = std::vector<support::Call<Op>>;

inline std::ostream& operator<<(std::ostream& out, const Op& op) {
    out << 'T' << op.thread << ' ' << kNames[static_cast<std::size_t>(op.kind)];
    if (op.kind == Kind::advance) return out << ' ' << op.value;
    if (op.kind == Kind::sweep || op.kind == Kind::clear) return out;
    if (op.kind == Kind::size) return out << " -> " << op.answer;
    out << " k" << op.key;
    if (op.value != 0) out << " v" << op.value;
    if (op.ttl != 0) out << " ttl " << op.ttl;
    return out << " -> " << op.answer;
}

/// `order` first, then the calls it leaves out.
inline void show(std::ostream& out, const History& history, const std::vector<std::size_t>& order) {
    std::vector<bool> placed(history.size(), false);
    const auto line = [&](std::size_t i) {
        out << "  [" << history[i].began << ',' << history[i].ended << "] " << history[i].op << '\n';
    };
    out << "in this order so far:\n";
    for (const std::size_t i : order) {
        placed[i] = true;
        line(i);
    }
    out << "and no place for one of:\n";
    for (std::size_t i = 0; i < history.size(); ++i) {
        if (!placed[i]) line(i);
    }
}

/// A store of kKeys keys that has room for all of them, with its clock.
class StoreModel {
public:
    friend auto operator<=>(const StoreModel&, const StoreModel&) = default;

    bool step(const Op& op) { return answer(op) == op.answer; }

private:
    struct Entry {
        int value = 0;
        int deadline = 0;  // 0: none
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };

    int answer(const Op& op) {
        using ttlstore::SetResult;
        Entry& entry = entries_[static_cast<std::size_t>(op.key)];
        const bool alive = is_alive(entry);
        const int value = alive ? entry.value : 0;
        const int deadline = op.ttl == 0 ? 0 : now_ + op.ttl;
        const int stored = static_cast<int>(alive ? SetResult::replaced : SetResult::inserted);
        constexpr int kRefused = static_cast<int>(SetResult::condition_not_met);
        switch (op.kind) {
            case Kind::set:
                entry = {op.value, deadline};
                return stored;
            case Kind::set_keep:
                entry = {op.value, alive ? entry.deadline : 0};
                return stored;
            case Kind::set_if_absent:
                if (alive) return kRefused;
                entry = {op.value, deadline};
                return stored;
            case Kind::set_if_present:
                if (!alive) return kRefused;
                entry = {op.value, deadline};
                return stored;
            case Kind::get_or_set:
                if (!alive) entry = {op.value, deadline};
                return entry.value;
            case Kind::set_two:
                entry = {op.value, 0};
                entries_[static_cast<std::size_t>((op.key + 1) % kKeys)] = {op.value + 1, 0};
                return 0;
            case Kind::get:
                return value;
            case Kind::contains:
                return alive ? 1 : 0;
            case Kind::update:
                if (alive) entry.value = op.value;
                return value;
            case Kind::expire:
                if (alive) entry.deadline = deadline;
                return alive ? 1 : 0;
            case Kind::persist: {
                const bool had = alive && entry.deadline != 0;
                if (had) entry.deadline = 0;
                return had ? 1 : 0;
            }
            case Kind::erase:
                entry = {};
                return alive ? 1 : 0;
            case Kind::take:
                entry = {};
                return value;
            case Kind::clear:
                entries_ = {};
                return 0;
            case Kind::size:
                return static_cast<int>(
                    std::count_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return is_alive(e); }));
            case Kind::sweep:
                return 0;
            case Kind::advance:
                now_ += op.value;
                return 0;
        }
        return 0;
    }
    bool is_alive(const Entry& entry) const {
        return entry.value != 0 && (entry.deadline == 0 || now_ < entry.deadline);
    }

    std::array<Entry, kKeys> entries_{};
    int now_ = 0;
};

/// Entries of a subject's store that are no part of its histories.
template <class Store>
inline constexpr int other_entries = 0;
template <class Store>
requires requires { Store::kOtherEntries; }
inline constexpr int other_entries<Store> = Store::kOtherEntries;

/// Does on a store what `op` asks and notes the answer.
template <class Store, class Clock>
void perform(Store& store, Clock& clock, Op& op) {
    using std::chrono::milliseconds;
    using ttlstore::Expiry;
    using ttlstore::When;
    const Expiry expiry = op.ttl == 0 ? Expiry::never() : Expiry::after(milliseconds{op.ttl});
    const auto set = [&](Expiry e, When when) { return static_cast<int>(store.set(op.key, op.value, e, when)); };
    switch (op.kind) {
        case Kind::set:
            op.answer = set(expiry, When::always);
            break;
        case Kind::set_keep:
            op.answer = set(Expiry::keep(), When::always);
            break;
        case Kind::set_if_absent:
            op.answer = set(expiry, When::if_absent);
            break;
        case Kind::set_if_present:
            op.answer = set(expiry, When::if_present);
            break;
        case Kind::get_or_set:
            if constexpr (requires { store.get_or_set(op.key, op.value, expiry); })
                op.answer = store.get_or_set(op.key, op.value, expiry);
            break;
        case Kind::set_two:
            if constexpr (requires { store.set_two(op.key, op.value, 0, 0); })
                store.set_two(op.key, op.value, (op.key + 1) % kKeys, op.value + 1);
            break;
        case Kind::get:
            op.answer = store.get(op.key).value_or(0);
            break;
        case Kind::contains:
            op.answer = store.contains(op.key) ? 1 : 0;
            break;
        case Kind::update:
            store.update(op.key, [&](auto& value) {
                op.answer = value;
                value = op.value;
            });
            break;
        case Kind::expire:
            op.answer = store.expire(op.key, expiry) ? 1 : 0;
            break;
        case Kind::persist:
            op.answer = store.persist(op.key) ? 1 : 0;
            break;
        case Kind::erase:
            op.answer = store.erase(op.key) ? 1 : 0;
            break;
        case Kind::take:
            op.answer = store.take(op.key).value_or(0);
            break;
        case Kind::clear:
            store.clear();
            break;
        case Kind::size:
            op.answer = static_cast<int>(store.size()) - other_entries<Store>;
            break;
        case Kind::sweep:
            store.sweep(2);
            break;
        case Kind::advance:
            clock.advance(milliseconds{op.value});
            break;
    }
}

}  // namespace concurrency
