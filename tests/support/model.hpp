// What a store does, written so plainly that it cannot be wrong: a std::map that every question scans from end to end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "ttlstore/ttl_store.hpp"

namespace support {

using ttlstore::RemovalCause;
using ttlstore::SetResult;
using ttlstore::Tick;
using ttlstore::When;

/// as_told: the store says whom it evicted, and the model checks that it had to evict somebody.
enum class ModelPolicy { none, least_recently_used, soonest_expiry, as_told };

struct ModelConfig {
    ModelPolicy policy = ModelPolicy::least_recently_used;
    bool weighs = false;  // else every entry weighs 1
    std::optional<std::size_t> capacity;
    std::optional<std::size_t> max_weight;
    std::optional<Tick> default_ttl;
    std::optional<Tick> idle_ttl;
};

/// An Expiry in ticks.
struct ModelExpiry {
    enum class Kind { standard, never, keep, after, at };
    Kind kind = Kind::standard;
    Tick ticks = 0;  // of `after` and `at`
};

struct ModelValue {
    int number = 0;
    std::size_t weight = 1;
    friend bool operator==(const ModelValue&, const ModelValue&) = default;
};

struct ModelEvent {
    int key;
    int number;
    RemovalCause cause;
    Tick late_by;
    friend bool operator==(const ModelEvent&, const ModelEvent&) = default;
};

enum class ModelCondition { always, no_deadline, has_deadline, later, sooner };

/// Keys are numbers, times are ticks, the caller says what time it is. Where a store jitters its ttls the model cannot
/// know the outcome: `jittered` is asked for it.
class Model {
public:
    struct Entry {
        ModelValue value;
        std::optional<Tick> own;      // the deadline that was asked for
        std::optional<Tick> idle;     // the deadline that every access moves
        std::uint64_t scheduled = 0;  // place among equal deadlines
        std::uint64_t accessed = 0;   // place in the order of recency

        [[nodiscard]] std::optional<Tick> deadline() const {
            if (own && idle) return std::min(*own, *idle);
            return own ? own : idle;
        }
        [[nodiscard]] bool dead(Tick now) const { return deadline() && *deadline() <= now; }
    };

    struct Counts {
        std::uint64_t hits = 0, misses = 0, inserted = 0, replaced = 0, lazily_expired = 0, swept = 0,
                      expired_for_room = 0, evicted = 0, erased = 0, taken = 0, cleared = 0, rejected = 0;
    };

    explicit Model(ModelConfig config) : config_{config} {}

    /// (key, now, ttl) -> deadline.
    std::function<Tick(int, Tick, Tick)> jittered = [](int, Tick now, Tick ttl) { return later(now, ttl); };

    /// Names the dead entry that goes next, or nothing, where that is not the one due first.
    std::function<std::optional<int>(Tick)> named_dead;

    [[nodiscard]] static Tick later(Tick now, Tick ttl) {
        return now > std::numeric_limits<Tick>::max() - ttl ? std::numeric_limits<Tick>::max() : now + ttl;
    }

    /// Whom the store evicted next in the current call; asked under ModelPolicy::as_told.
    std::function<std::optional<int>()> told_victim;

    // ---- writes

    SetResult set(int key, ModelValue value, ModelExpiry expiry, When when, Tick now) {
        const bool lives = alive(key, now);
        if (when == When::if_absent && lives) return SetResult::condition_not_met;
        if (when == When::if_present && !lives) {
            bury(key, now);
            return SetResult::condition_not_met;
        }
        if (expiry.kind == ModelExpiry::Kind::at &&
            expiry.ticks <= now) {  // nothing is stored, so nothing is counted as inserted
            bury(key, now);
            if (!lives) return SetResult::inserted;
            ++counts_.replaced;
            leave(key, RemovalCause::replaced, now);
            return SetResult::replaced;
        }
        if (!could_fit(key, value.weight, now)) {
            bury(key, now);
            ++counts_.rejected;
            return SetResult::rejected;
        }
        const auto own = deadline_for(key, expiry, now);
        bury(key, now);
        if (!lives) {
            make_room(1, value.weight, std::nullopt, now);
            Entry entry;
            entry.value = value;
            entry.own = own;
            entries_[key] = entry;
            accessed(key, now);
            entries_[key].scheduled = ++scheduled_;
            ++counts_.inserted;
            return SetResult::inserted;
        }
        events_.push_back({key, entries_[key].value.number, RemovalCause::replaced, 0});
        ++counts_.replaced;
        const auto former = entries_[key].deadline();
        entries_[key].value = value;
        entries_[key].own = own;
        accessed(key, now);
        const bool kept = expiry.kind == ModelExpiry::Kind::keep && entries_[key].deadline() == former;
        if (!kept) entries_[key].scheduled = ++scheduled_;
        make_room(0, 0, key, now);
        return SetResult::replaced;
    }

    /// What `get_or_set` answers, or nothing where it throws std::length_error. `now_after_make` counts if it is made.
    std::optional<int> get_or_set(int key, ModelValue value, ModelExpiry expiry, Tick now, Tick now_after_make) {
        if (alive(key, now)) {
            ++counts_.hits;
            accessed(key, now);
            return entries_[key].value.number;
        }
        ++counts_.misses;
        bury(key, now);
        set(key, value, expiry, When::always, now_after_make);
        if (!alive(key, now_after_make)) return std::nullopt;
        return value.number;
    }

    bool update(int key, ModelValue value, Tick now) {
        if (!reach(key, now)) return false;
        accessed(key, now);
        entries_[key].value = value;
        if (!config_.weighs) return true;
        if (config_.max_weight && value.weight > *config_.max_weight) {
            ++counts_.evicted;
            leave(key, RemovalCause::evicted, now);
            return true;
        }
        make_room(0, 0, key, now);
        return true;
    }

    // ---- reads

    std::optional<int> find(int key, Tick now) {
        if (!reach(key, now)) {
            ++counts_.misses;
            return std::nullopt;
        }
        ++counts_.hits;
        accessed(key, now);
        return entries_[key].value.number;
    }
    [[nodiscard]] std::optional<int> peek(int key, Tick now) const {
        if (!alive(key, now)) return std::nullopt;
        return entries_.at(key).value.number;
    }
    /// The entry if it is alive.
    [[nodiscard]] const Entry* look(int key, Tick now) const { return alive(key, now) ? &entries_.at(key) : nullptr; }

    // ---- deadlines

    bool expire(int key, ModelExpiry expiry, ModelCondition condition, Tick now) {
        if (!reach(key, now)) return false;
        Entry& entry = entries_[key];
        // Asked for twice, because a jittered deadline that is refused for want of another cannot be known.
        if (!holds(condition, entry.own, [&] { return deadline_for(key, expiry, now); })) return false;
        if (expiry.kind == ModelExpiry::Kind::keep) return true;
        const auto own = deadline_for(key, expiry, now);
        if (own && *own <= now) {
            entry.own = own;
            ++counts_.lazily_expired;
            leave(key, RemovalCause::expired, now);
            return true;
        }
        entry.own = own;
        entry.scheduled = ++scheduled_;
        return true;
    }
    bool persist(int key, Tick now) {
        if (!reach(key, now) || !entries_[key].own) return false;
        entries_[key].own.reset();
        entries_[key].scheduled = ++scheduled_;
        return true;
    }
    bool touch(int key, Tick now) {
        if (!reach(key, now)) return false;
        accessed(key, now);
        return true;
    }

    // ---- removal

    bool erase(int key, Tick now) {
        if (!reach(key, now)) return false;
        ++counts_.erased;
        leave(key, RemovalCause::erased, now);
        return true;
    }
    std::optional<int> take(int key, Tick now) {
        if (!reach(key, now)) return std::nullopt;
        const int number = entries_[key].value.number;
        ++counts_.taken;
        entries_.erase(key);
        return number;
    }
    /// Events come in no particular order.
    template <class Pred>
    std::size_t erase_if(Pred pred, Tick now) {
        std::size_t count = 0;
        for (const int key : keys()) {
            if (!entries_[key].dead(now) && pred(key, entries_[key].value.number)) {
                ++counts_.erased;
                ++count;
                leave(key, RemovalCause::erased, now);
            }
        }
        return count;
    }
    /// Events come in no particular order.
    void clear(Tick now) {
        for (const int key : keys()) {
            bury(key, now);
            if (entries_.count(key) == 0) continue;
            ++counts_.cleared;
            leave(key, RemovalCause::cleared, now);
        }
    }
    std::size_t sweep(std::size_t budget, Tick now) {
        std::size_t removed = 0;
        for (; removed < budget; ++removed) {
            const auto key = first_dead(std::nullopt, now);
            if (!key) break;
            ++counts_.swept;
            leave(*key, RemovalCause::expired, now);
        }
        return removed;
    }
    void set_capacity(std::size_t capacity, Tick now) {
        config_.capacity = capacity;
        make_room(0, 0, std::nullopt, now);
    }

    // ---- questions

    [[nodiscard]] std::size_t size(Tick now) const {
        return static_cast<std::size_t>(
            std::count_if(entries_.begin(), entries_.end(), [&](const auto& e) { return !e.second.dead(now); }));
    }
    [[nodiscard]] std::size_t stored() const { return entries_.size(); }
    [[nodiscard]] std::size_t weight() const {
        std::size_t sum = 0;
        for (const auto& [key, entry] : entries_) sum += entry.value.weight;
        return sum;
    }
    [[nodiscard]] std::optional<Tick> next_deadline() const {
        std::optional<Tick> next;
        for (const auto& [key, entry] : entries_) {
            const auto deadline = entry.deadline();
            if (deadline && (!next || *deadline < *next)) next = deadline;
        }
        return next;
    }
    /// Live keys with a deadline, earliest first, first scheduled first among equals.
    [[nodiscard]] std::vector<int> by_deadline(Tick now) const {
        std::vector<int> order;
        for (const auto& [key, entry] : entries_) {
            if (entry.deadline() && !entry.dead(now)) order.push_back(key);
        }
        std::sort(order.begin(), order.end(), [&](int a, int b) { return sooner(entries_.at(a), entries_.at(b)); });
        return order;
    }
    [[nodiscard]] const std::map<int, Entry>& entries() const { return entries_; }
    [[nodiscard]] const ModelConfig& config() const { return config_; }
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] const std::vector<ModelEvent>& events() const { return events_; }
    void forget_events() { events_.clear(); }

    /// Gives the entries a new order of recency, the least recently used first: a store that was not bounded kept none.
    void adopt_recency(const std::vector<int>& order) {
        for (const int key : order) entries_.at(key).accessed = ++accessed_;
    }

private:
    [[nodiscard]] bool alive(int key, Tick now) const {
        const auto it = entries_.find(key);
        return it != entries_.end() && !it->second.dead(now);
    }
    [[nodiscard]] std::vector<int> keys() const {
        std::vector<int> all;
        for (const auto& [key, entry] : entries_) all.push_back(key);
        return all;
    }

    /// True if the entry is alive; a dead one leaves now.
    bool reach(int key, Tick now) {
        bury(key, now);
        return entries_.count(key) != 0;
    }
    void bury(int key, Tick now) {
        if (entries_.count(key) == 0 || !entries_[key].dead(now)) return;
        ++counts_.lazily_expired;
        leave(key, RemovalCause::expired, now);
    }
    void leave(int key, RemovalCause cause, Tick now) {
        const Entry& entry = entries_[key];
        const Tick late =
            cause == RemovalCause::expired ? ttlstore::detail::saturating_distance(now, *entry.deadline()) : 0;
        events_.push_back({key, entry.value.number, cause, late});
        entries_.erase(key);
    }

    void accessed(int key, Tick now) {
        Entry& entry = entries_[key];
        entry.accessed = ++accessed_;
        if (!config_.idle_ttl) return;
        const auto former = entry.deadline();
        entry.idle = later(now, *config_.idle_ttl);
        if (entry.deadline() != former) entry.scheduled = ++scheduled_;
    }

    [[nodiscard]] std::optional<Tick> deadline_for(int key, ModelExpiry expiry, Tick now) const {
        switch (expiry.kind) {
            case ModelExpiry::Kind::never:
                return std::nullopt;
            case ModelExpiry::Kind::at:
                return expiry.ticks;
            case ModelExpiry::Kind::after:
                return jittered(key, now, expiry.ticks);
            case ModelExpiry::Kind::keep:
                if (alive(key, now)) return entries_.at(key).own;
                [[fallthrough]];
            case ModelExpiry::Kind::standard:
                if (config_.default_ttl) return jittered(key, now, *config_.default_ttl);
                return std::nullopt;
        }
        return std::nullopt;
    }

    template <class Wanted>
    static bool holds(ModelCondition condition, std::optional<Tick> old, Wanted wanted) {
        switch (condition) {
            case ModelCondition::always:
                return true;
            case ModelCondition::no_deadline:
                return !old;
            case ModelCondition::has_deadline:
                return old.has_value();
            case ModelCondition::later:
                return old && (!wanted() || *wanted() > *old);
            case ModelCondition::sooner:
                return wanted() && (!old || *wanted() < *old);
        }
        return false;
    }

    // ---- room

    [[nodiscard]] bool fits(std::size_t count, std::size_t weight) const {
        return (!config_.capacity || count <= *config_.capacity) &&
               (!config_.max_weight || weight <= *config_.max_weight);
    }
    /// Whether `key` could hold something of this weight once everything that may go for it is gone.
    [[nodiscard]] bool could_fit(int key, std::size_t weight, Tick now) const {
        if (config_.max_weight && weight > *config_.max_weight) return false;
        if (config_.policy != ModelPolicy::none) return true;
        const bool replaces = alive(key, now);
        if (replaces && weight <= entries_.at(key).value.weight) return true;
        std::size_t count = 1;
        for (const auto& [other, entry] : entries_) {
            if (other == key || entry.dead(now)) continue;
            ++count;
            weight += entry.value.weight;
        }
        return replaces ? fits(0, weight) : fits(count, weight);
    }
    void make_room(std::size_t more_entries, std::size_t more_weight, std::optional<int> spared, Tick now) {
        while (!fits(stored() + more_entries, weight() + more_weight)) {
            if (const auto key = first_dead(spared, now)) {
                ++counts_.expired_for_room;
                leave(*key, RemovalCause::expired, now);
            } else if (const auto victim = next_victim(spared)) {
                ++counts_.evicted;
                leave(*victim, RemovalCause::evicted, now);
            } else {
                return;
            }
        }
    }
    static bool sooner(const Entry& a, const Entry& b) {
        if (*a.deadline() != *b.deadline()) return *a.deadline() < *b.deadline();
        return a.scheduled < b.scheduled;
    }
    [[nodiscard]] std::optional<int> first_dead(std::optional<int> spared, Tick now) const {
        if (named_dead) return named_dead(now);
        std::optional<int> first;
        for (const auto& [key, entry] : entries_) {
            if (key == spared || !entry.dead(now)) continue;
            if (!first || sooner(entry, entries_.at(*first))) first = key;
        }
        return first;
    }
    [[nodiscard]] std::optional<int> next_victim(std::optional<int> spared) const {
        if (config_.policy == ModelPolicy::none) return std::nullopt;
        std::optional<int> victim;
        if (config_.policy == ModelPolicy::as_told) {
            victim = told_victim();
            return victim && victim != spared && entries_.count(*victim) == 1 ? victim : std::nullopt;
        }
        for (const auto& [key, entry] : entries_) {
            if (key == spared) continue;
            if (!victim || goes_before(entry, entries_.at(*victim))) victim = key;
        }
        return victim;
    }
    [[nodiscard]] bool goes_before(const Entry& a, const Entry& b) const {
        if (config_.policy == ModelPolicy::soonest_expiry) {
            if (a.deadline() && b.deadline()) return sooner(a, b);
            if (a.deadline() || b.deadline()) return a.deadline().has_value();
        }
        return a.accessed < b.accessed;
    }

    ModelConfig config_;
    std::map<int, Entry> entries_;
    std::uint64_t scheduled_ = 0;
    std::uint64_t accessed_ = 0;
    Counts counts_;
    std::vector<ModelEvent> events_;
};

}  // namespace support
