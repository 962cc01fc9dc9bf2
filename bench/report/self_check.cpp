/// Before anything is timed: each contestant answers random calls as a plain list does that is searched from end to
/// end.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>
#include <vector>

#include "report/passes.hpp"

namespace bench {
namespace {

using Manual = ttlstore::ManualTicker;
using Milliseconds = std::chrono::milliseconds;

constexpr std::size_t kCapacity = 40;
constexpr Number kKeys = 60;
constexpr std::size_t kCalls = 200'000;

enum class Room { dead_first, least_recent };

/// Too simple to be wrong.
class Model {
public:
    Model(std::size_t capacity, Room room) : capacity_{capacity}, room_{room} {}

    void advance(Milliseconds step) { now_ += step; }

    void set(Number key, Number value, Milliseconds ttl) {
        remove(key);
        if (entries_.size() >= capacity_) make_room();
        entries_.push_back({key, value, now_ + ttl});
    }
    /// The entries stand in the order of their last use.
    std::optional<Number> find(Number key) {
        const auto entry =
            std::find_if(entries_.begin(), entries_.end(), [key](const Entry& e) { return e.key == key; });
        if (entry == entries_.end()) return std::nullopt;
        if (entry->deadline <= now_) {
            entries_.erase(entry);
            return std::nullopt;
        }
        std::rotate(entry, entry + 1, entries_.end());
        return entries_.back().value;
    }
    bool erase(Number key) {
        const bool alive = find(key).has_value();
        remove(key);
        return alive;
    }

private:
    struct Entry {
        Number key;
        Number value;
        Milliseconds deadline;
    };

    void remove(Number key) {
        std::erase_if(entries_, [key](const Entry& entry) { return entry.key == key; });
    }
    void make_room() {
        const auto dead =
            std::find_if(entries_.begin(), entries_.end(), [this](const Entry& e) { return e.deadline <= now_; });
        entries_.erase(room_ == Room::dead_first && dead != entries_.end() ? dead : entries_.begin());
    }

    std::size_t capacity_;
    Room room_;
    Milliseconds now_{0};
    std::vector<Entry> entries_;
};

/// The hand-written cache reads its clock by type, so its manual clock is a global one.
struct HandClock {
    using duration = Milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<HandClock>;
    static time_point now() { return time_point{since_start()}; }
    static duration& since_start() {
        static duration value{0};
        return value;
    }
};

template <class Store, class Advance, class Sweep>
void compare(Store& store, Model model, Advance advance, Sweep sweep, const char* name) {
    Rng rng{4};
    for (std::size_t call = 0; call < kCalls; ++call) {
        const Number key = rng.below(kKeys);
        const Number choice = rng.below(100);
        if (choice < 35) {
            const Milliseconds ttl{1 + static_cast<std::int64_t>(rng.below(80))};
            store.set(key, call, ttl);
            model.set(key, call, ttl);
        } else if (choice < 80) {
            const Number* found = store.find(key);
            const std::optional<Number> wanted = model.find(key);
            expect((found != nullptr) == wanted.has_value() && (found == nullptr || *found == *wanted), name);
        } else if (choice < 88) {
            expect(store.erase(key) == model.erase(key), name);
        } else if (choice < 92) {
            sweep(store);
        } else {
            const Milliseconds step{static_cast<std::int64_t>(rng.below(8))};
            advance(store, step);
            model.advance(step);
        }
    }
}

}  // namespace

void check_contestants() {
    const auto advance = [](auto& store, Milliseconds step) { store.clock.advance(step); };
    const auto sweep = [](auto& store) { store.sweep(3); };

    Ours<Number, Manual> ours_bounded{kCapacity};
    compare(ours_bounded, {kCapacity, Room::dead_first}, advance, sweep, "TtlStore with LRU disagrees with the model");
    Ours<Number, Manual> ours;
    compare(ours, {kUnbounded, Room::dead_first}, advance, sweep, "TtlStore disagrees with the model");
    Literal<Number, Manual, Recency::lru> literal_bounded{kCapacity};
    compare(literal_bounded, {kCapacity, Room::dead_first}, advance, sweep,
            "the literal composition with LRU disagrees with the model");
    Literal<Number, Manual, Recency::untracked> literal;
    compare(literal, {kUnbounded, Room::dead_first}, advance, sweep,
            "the literal composition disagrees with the model");
    HandWritten<Number, Number, HandClock> by_hand{kCapacity};
    compare(
        by_hand, {kCapacity, Room::least_recent}, [](auto&, Milliseconds step) { HandClock::since_start() += step; },
        [](auto&) {}, "the hand-written cache disagrees with the model");
}

}  // namespace bench
