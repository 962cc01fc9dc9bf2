/// RemovalQueue: what one call has removed, kept until the store is consistent again and the listener may run.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "../removal.hpp"
#include "slot_list.hpp"
#include "stored.hpp"

namespace ttlstore::detail {

/// Follows one entry through whatever listeners do to the store meanwhile.
struct Pin {
    SlotId id;
    Pin* next;
};

template <class Key, class Value>
struct Extracted {
    Stored<Key> key;
    Stored<Value> value;
};

/// The default of WithListener: nobody listens, and nothing is queued.
struct NoListener {};

/// The first two removals of a call lie on the stack (all there are without weights), the others in a vector.
template <class Key, class Value, class Listener>
class RemovalQueue {
    struct Event {
        Extracted<Key, Value> entry;
        Removal removal;
    };

public:
    static constexpr bool kListens = true;

    explicit RemovalQueue(Listener& listener) noexcept : listener_{listener} {}
    RemovalQueue(const RemovalQueue&) = delete;
    RemovalQueue& operator=(const RemovalQueue&) = delete;

    /// Makes room for `count` more. Throws what allocation throws.
    void reserve(std::size_t count) { more_.reserve(more_.size() + count); }
    /// Whether one more can be taken. False (no memory) means: make the store consistent, deliver, go on.
    bool ready() noexcept {
        if (!first_ || !second_ || more_.size() < more_.capacity()) return true;
        try {
            more_.reserve(2 * more_.size() + 4);
            return true;
        } catch (...) {
            return false;
        }
    }
    /// Notes that making room stopped because ready() failed, and for which entry it was made.
    void starve(SlotId keep) noexcept {
        starved_ = true;
        kept_.id = keep;
    }
    bool take_starved() noexcept { return std::exchange(starved_, false); }
    Pin& kept() noexcept { return kept_; }

    void push(Extracted<Key, Value>&& entry, Removal removal) noexcept {
        if (more_.empty() && !first_)
            first_.emplace(Event{std::move(entry), removal});
        else if (more_.empty() && !second_)
            second_.emplace(Event{std::move(entry), removal});
        else
            more_.push_back(Event{std::move(entry), removal});
    }

    /// Calls the listener for all that is queued, oldest first. An exception is kept for rethrow(), the rest goes on.
    void deliver() noexcept {
        tell(first_);
        tell(second_);
        for (Event& event : more_) tell(event);
        more_.clear();
    }
    /// Delivers, then throws the first exception of any delivery of this call.
    void finish() {
        deliver();
        if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    }

private:
    void tell(std::optional<Event>& event) noexcept {
        if (!event) return;
        tell(*event);
        event.reset();
    }
    void tell(Event& event) noexcept {
        try {
            listener_(std::as_const(event.entry.key).get(), std::move(event.entry.value.get()),
                      std::as_const(event.removal));
        } catch (...) {
            if (!failure_) failure_ = std::current_exception();
        }
    }

    Listener& listener_;
    std::optional<Event> first_;
    std::optional<Event> second_;
    std::vector<Event> more_;
    std::exception_ptr failure_;
    Pin kept_{kNil, nullptr};
    bool starved_ = false;
};

template <class Key, class Value>
class RemovalQueue<Key, Value, NoListener> {
public:
    static constexpr bool kListens = false;

    explicit RemovalQueue(NoListener&) noexcept {}
    void reserve(std::size_t) noexcept {}
    bool ready() const noexcept { return true; }
    void starve(SlotId) noexcept {}
    void push(Extracted<Key, Value>&&, Removal) noexcept {}
    void deliver() noexcept {}
    void finish() noexcept {}
};

}  // namespace ttlstore::detail
