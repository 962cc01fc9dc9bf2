/// What the library is measured against: the bare map, the literal composition of standard containers, the hand-written
/// cache.
///
/// All three are correct, and written as a careful programmer would: iterators are kept, nothing is looked up twice.
/// Where a choice was open, the faster one for the competitor was taken.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace bench {

inline constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

/// std::unordered_map and nothing else: no deadline, no bound. The ttl is taken and ignored.
template <class Key, class Value, template <class> class Allocator = std::allocator>
class BareMap {
public:
    using Map =
        std::unordered_map<Key, Value, std::hash<Key>, std::equal_to<Key>, Allocator<std::pair<const Key, Value>>>;

    void reserve(std::size_t entries) { map_.reserve(entries); }
    template <class Ttl>
    void set(const Key& key, const Value& value, Ttl) {
        map_.insert_or_assign(key, value);
    }
    void emplace(const Key& key, const Value& value) { map_.emplace(key, value); }
    Value* find(const Key& key) {
        const auto found = map_.find(key);
        return found == map_.end() ? nullptr : &found->second;
    }
    bool erase(const Key& key) { return map_.erase(key) != 0; }
    std::size_t size() const { return map_.size(); }
    template <class F>
    void for_each(F f) const {
        for (const auto& [key, value] : map_) f(key, value);
    }

private:
    Map map_;
};

enum class Recency { untracked, lru };

/// The composition read literally: a hash map, a map from deadline to the set of keys due then, a list in order of use.
template <class Key, class Value, class Ticker, Recency kRecency, template <class> class Allocator = std::allocator>
class LiteralComposition {
public:
    using TimePoint = typename Ticker::time_point;
    using Duration = typename Ticker::duration;

    explicit LiteralComposition(const Ticker& ticker, std::size_t capacity = kUnbounded)
        : ticker_{ticker}, capacity_{capacity} {}

    void reserve(std::size_t entries) { entries_.reserve(entries); }

    template <class Ttl>
    void set(const Key& key, const Value& value, Ttl ttl) {
        const TimePoint now = ticker_.now();
        const TimePoint deadline = now + std::chrono::ceil<Duration>(ttl);
        const auto found = entries_.find(key);
        if (found != entries_.end()) {
            if (found->second.deadline != deadline) {
                unschedule(key, found->second.deadline);
                deadlines_[deadline].insert(key);
                found->second.deadline = deadline;
            }
            found->second.value = value;
            touch(found->second);
            return;
        }
        if (entries_.size() >= capacity_) make_room(now);
        const auto added = entries_.emplace(key, Entry{value, deadline, {}}).first;
        deadlines_[deadline].insert(key);
        if constexpr (kRecency == Recency::lru) {
            order_.push_front(key);
            added->second.place = order_.begin();
        }
    }

    Value* find(const Key& key) {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return nullptr;
        if (found->second.deadline <= ticker_.now()) {
            remove(found);
            return nullptr;
        }
        touch(found->second);
        return &found->second.value;
    }

    bool erase(const Key& key) {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return false;
        const bool alive = ticker_.now() < found->second.deadline;
        remove(found);
        return alive;
    }

    /// Removes at most `budget` entries whose deadline has passed, the earliest first; returns how many.
    std::size_t sweep(std::size_t budget) {
        const TimePoint now = ticker_.now();
        std::size_t removed = 0;
        while (removed < budget && !deadlines_.empty() && deadlines_.begin()->first <= now) {
            Due& due = deadlines_.begin()->second;
            for (; removed < budget && !due.empty(); ++removed) {
                const auto found = entries_.find(*due.begin());
                if constexpr (kRecency == Recency::lru) order_.erase(found->second.place);
                entries_.erase(found);
                due.erase(due.begin());
            }
            if (due.empty()) deadlines_.erase(deadlines_.begin());
        }
        return removed;
    }

    std::size_t size() const { return entries_.size(); }

private:
    using Order = std::list<Key, Allocator<Key>>;
    struct NoPlace {};
    struct Entry {
        Value value;
        TimePoint deadline;
        [[no_unique_address]] std::conditional_t<kRecency == Recency::lru, typename Order::iterator, NoPlace> place;
    };
    using Entries =
        std::unordered_map<Key, Entry, std::hash<Key>, std::equal_to<Key>, Allocator<std::pair<const Key, Entry>>>;
    using Due = std::set<Key, std::less<Key>, Allocator<Key>>;
    using Deadlines = std::map<TimePoint, Due, std::less<TimePoint>, Allocator<std::pair<const TimePoint, Due>>>;

    void touch(Entry& entry) {
        if constexpr (kRecency == Recency::lru) order_.splice(order_.begin(), order_, entry.place);
    }

    void unschedule(const Key& key, TimePoint deadline) {
        const auto bucket = deadlines_.find(deadline);
        bucket->second.erase(key);
        if (bucket->second.empty()) deadlines_.erase(bucket);
    }

    void remove(typename Entries::iterator found) {
        unschedule(found->first, found->second.deadline);
        if constexpr (kRecency == Recency::lru) order_.erase(found->second.place);
        entries_.erase(found);
    }

    /// The dead go first; then, if recency is tracked, the least recently used, else the entry closest to its deadline.
    void make_room(TimePoint now) {
        if (!deadlines_.empty() && deadlines_.begin()->first <= now) {
            remove(entries_.find(*deadlines_.begin()->second.begin()));
            return;
        }
        if constexpr (kRecency == Recency::lru) {
            remove(entries_.find(order_.back()));
        } else {
            remove(entries_.find(*deadlines_.begin()->second.begin()));
        }
    }

    const Ticker& ticker_;
    std::size_t capacity_;
    Entries entries_;
    Deadlines deadlines_;
    Order order_;
};

/// The usual cache class of an application: a map, a list, the clock read at each call. The dead leave when met or when
/// unused.
template <class Key, class Value, class Clock = std::chrono::steady_clock>
class HandWritten {
public:
    explicit HandWritten(std::size_t capacity = kUnbounded) : capacity_{capacity} {}

    void reserve(std::size_t entries) { entries_.reserve(entries); }

    template <class Ttl>
    void set(const Key& key, const Value& value, Ttl ttl) {
        const typename Clock::time_point deadline = Clock::now() + ttl;
        const auto found = entries_.find(key);
        if (found != entries_.end()) {
            found->second.value = value;
            found->second.deadline = deadline;
            order_.splice(order_.begin(), order_, found->second.place);
            return;
        }
        if (entries_.size() >= capacity_) {
            entries_.erase(order_.back());
            order_.pop_back();
        }
        order_.push_front(key);
        entries_.emplace(key, Entry{value, deadline, order_.begin()});
    }

    Value* find(const Key& key) {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return nullptr;
        if (found->second.deadline <= Clock::now()) {
            order_.erase(found->second.place);
            entries_.erase(found);
            return nullptr;
        }
        order_.splice(order_.begin(), order_, found->second.place);
        return &found->second.value;
    }

    bool erase(const Key& key) {
        const auto found = entries_.find(key);
        if (found == entries_.end()) return false;
        const bool alive = Clock::now() < found->second.deadline;
        order_.erase(found->second.place);
        entries_.erase(found);
        return alive;
    }

    std::size_t size() const { return entries_.size(); }

private:
    using Order = std::list<Key>;
    struct Entry {
        Value value;
        typename Clock::time_point deadline;
        typename Order::iterator place;
    };

    std::size_t capacity_;
    std::unordered_map<Key, Entry> entries_;
    Order order_;
};

}  // namespace bench
