/// Outbox: a shard's removals on their way to the listener, after the lock and in the order they were committed.
///
/// Under the shard's lock a call appends what it removes to the shard's queue. Out of it again, it takes the turn and
/// delivers from the front until its own removals are through; whoever finds the turn taken waits, and the holder
/// delivers for him what comes before its own. So a call returns when its removals have been told, and two removals of
/// one key are told in their order, whichever threads they came from. A call made by a listener must not wait (its thread
/// may hold a turn that another waits for): if the turn is its own thread's it delivers at once, otherwise it leaves its
/// removals to the holder of the turn, and an exception they cause to the holder's call.
///
/// A call's first two removals lie on its stack, the others in nodes of their own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <thread>
#include <utility>

#include "../assert.hpp"
#include "../metrics_role.hpp"
#include "../removal.hpp"
#include "../thread_annotations.hpp"
#include "credits.hpp"
#include "listeners_running.hpp"
#include "removal_queue.hpp"

namespace ttlstore::detail {

/// What a call under a shard's lock wants before it can go on, see EntryTable::clear_way.
class Wishes {
public:
    enum class Wish { none, delivery, the_dead, the_living };

    /// Nobody else can give anything: a table is to make do with what it has.
    void be_alone() noexcept { alone_ = true; }
    bool alone() const noexcept { return alone_; }

    /// Others have been found that will make room afterwards: a table may store beyond what it has room for.
    void let_store_first() noexcept { stores_first_ = true; }
    bool stores_first() const noexcept { return stores_first_; }
    void owe(const Credits& credits) noexcept { owed_ = credits; }
    void note_stored(SlotId id) noexcept { stored_ = id; }
    /// Which entry was stored so; from now on the table makes room itself.
    SlotId end_storing() noexcept {
        stores_first_ = false;
        return stored_;
    }
    const Credits& owed() const noexcept { return owed_; }

    /// The call changed nothing that other shards need to know of.
    void note_unchanged() noexcept { unchanged_ = true; }
    bool unchanged() const noexcept { return unchanged_; }

    bool wants() const noexcept { return wish_ != Wish::none; }
    Wish take_wish() noexcept { return std::exchange(wish_, Wish::none); }
    const Credits& wanted() const noexcept { return wanted_; }

    bool want_delivery() noexcept { return want(Wish::delivery, {}); }
    bool want_the_dead(const Credits& credits) noexcept { return want(Wish::the_dead, credits); }
    bool want_the_living(const Credits& credits) noexcept { return alone_ ? false : want(Wish::the_living, credits); }

private:
    bool want(Wish wish, const Credits& credits) noexcept {
        wish_ = wish;
        wanted_ = credits;
        return false;
    }

    Wish wish_ = Wish::none;
    Credits wanted_;
    Credits owed_;
    SlotId stored_ = kNil;
    bool alone_ = false;
    bool stores_first_ = false;
    bool unchanged_ = false;
};

/// Tells a store's metrics of the removals that no call asked for.
template <class Metrics>
class RemovalCounts {
public:
    explicit RemovalCounts(Metrics& metrics) noexcept : metrics_{&metrics} {}
    void count(RemovalCause cause) const noexcept {
        if (cause == RemovalCause::expired || cause == RemovalCause::evicted) metrics_->removed(cause);
    }

private:
    Metrics* metrics_;
};
template <>
class RemovalCounts<NoMetrics> {
public:
    explicit RemovalCounts(NoMetrics&) noexcept {}
    void count(RemovalCause) const noexcept {}
};

/// The shard's lock guards the outbox and what tickets have in it.
template <class Key, class Value, class Listener, class Metrics>
class Outbox {
    struct Event;

public:
    static constexpr bool kListens = true;

    /// One call's removals in one shard: the sink of its EntryTable.
    class Ticket : public Wishes {
    public:
        static constexpr bool kListens = true;

        Ticket() = default;
        Ticket(const Ticket&) = delete;
        Ticket& operator=(const Ticket&) = delete;
        ~Ticket() {
            TTLSTORE_ASSERT(left_ == 0);
            while (spare_ != nullptr) delete std::exchange(spare_, spare_->next);
        }

        /// With the lock held, before anything is pushed.
        void attach(Outbox& outbox) noexcept { outbox_ = &outbox; }

        /// Whether one more removal can be taken.
        bool ready() noexcept {
            if (used_ < 2 || spare_ != nullptr) return true;
            try {
                reserve(1);
                return true;
            } catch (...) {
                return false;
            }
        }
        /// Makes room for `count` more. Throws what allocation throws.
        void reserve(std::size_t count) {
            std::size_t free = 2 - used_;
            for (Event* event = spare_; event != nullptr && free < count; event = event->next) ++free;
            for (; free < count; ++free) {
                auto* const event = new Event;
                event->next = spare_;
                spare_ = event;
                event->own_node = true;
            }
        }
        void push(Extracted<Key, Value>&& entry, Removal removal) noexcept {
            Event* event = nullptr;
            if (used_ < 2) {
                event = used_++ == 0 ? &first_ : &second_;
            } else {
                TTLSTORE_ASSERT(spare_ != nullptr);
                event = std::exchange(spare_, spare_->next);
            }
            event->entry.emplace(std::move(entry));
            event->removal = removal;
            event->owner = this;
            outbox_->counts_.count(removal.cause);
            ++left_;
            outbox_->append(*event);
        }
        /// Making room stopped because ready() failed.
        void starve(SlotId keep) noexcept {
            starved_ = true;
            kept_ = keep;
        }
        std::optional<SlotId> take_starved() noexcept {
            return std::exchange(starved_, false) ? std::optional{kept_} : std::nullopt;
        }

        /// Nothing is told before the lock has been let go of.
        void deliver() noexcept {}
        /// Throws the first exception of a listener called for this ticket.
        void rethrow() {
            if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
        }

    private:
        friend class Outbox;

        Outbox* outbox_ = nullptr;
        Event first_;
        Event second_;
        Event* spare_ = nullptr;
        std::size_t left_ = 0;  // pushed and not told yet
        std::exception_ptr failure_;
        SlotId kept_ = kNil;
        std::uint8_t used_ = 0;
        bool starved_ = false;
    };

    Outbox(Listener& listener, Metrics& metrics) noexcept : listener_{&listener}, counts_{metrics} {}
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;
    ~Outbox() {
        while (Event* const event = take_first()) free(event);
    }

    /// Delivers what the ticket pushed, and what lies before it. `mutex` is not held.
    template <class Mutex>
    void deliver(Mutex& mutex, Ticket& ticket) noexcept TTLSTORE_EXCLUDES(mutex) {
        if (ticket.used_ == 0) return;
        mutex.lock();
        while (ticket.left_ != 0) {
            if (!taken_ || holder_ == std::this_thread::get_id()) {
                take_turn(mutex, ticket);
            } else if (listeners_running != 0) {
                leave_to_holder(mutex, ticket);
            } else {
                const std::uint32_t seen = told_.load(std::memory_order_acquire);
                mutex.unlock();
                told_.wait(seen, std::memory_order_acquire);
                mutex.lock();
            }
        }
        ticket.used_ = 0;
        mutex.unlock();
    }

private:
    struct Event {
        std::optional<Extracted<Key, Value>> entry;
        Removal removal{RemovalCause::expired};
        Ticket* owner = nullptr;  // none: nobody waits for it
        Event* next = nullptr;
        bool own_node = false;
    };

    void append(Event& event) noexcept {
        event.next = nullptr;
        (last_ != nullptr ? last_->next : first_) = &event;
        last_ = &event;
    }
    Event* take_first() noexcept {
        Event* const event = first_;
        if (event == nullptr) return nullptr;
        first_ = event->next;
        if (first_ == nullptr) last_ = nullptr;
        return event;
    }
    static void free(Event* event) noexcept {
        if (event->own_node)
            delete event;
        else
            event->entry.reset();
    }

    /// With the lock held at both ends and not while the listener runs. A thread that has the turn already comes here
    /// from inside a listener.
    template <class Mutex>
    void take_turn(Mutex& mutex, Ticket& ticket) noexcept TTLSTORE_REQUIRES(mutex) {
        const bool begins = !std::exchange(taken_, true);
        if (begins) holder_ = std::this_thread::get_id();
        while (ticket.left_ != 0 || (begins && first_ != nullptr && first_->owner == nullptr)) {
            Event* const event = take_first();
            Ticket* const owner = event->owner;
            mutex.unlock();
            std::exception_ptr failure = tell(*event);
            free(event);
            mutex.lock();
            Ticket& blamed = owner != nullptr ? *owner : ticket;
            if (failure && !blamed.failure_) blamed.failure_ = std::move(failure);
            if (owner != nullptr && --owner->left_ == 0 && owner != &ticket) announce();
        }
        if (begins) {
            taken_ = false;
            announce();
        }
    }
    std::exception_ptr tell(Event& event) noexcept {
        std::exception_ptr failure;
        ++listeners_running;
        try {
            (*listener_)(std::as_const(event.entry->key).get(), std::move(event.entry->value.get()),
                         std::as_const(event.removal));
        } catch (...) {
            failure = std::current_exception();
        }
        --listeners_running;
        return failure;
    }
    /// Wakes those who wait for the turn or for the holder to tell their removals.
    void announce() noexcept {
        told_.fetch_add(1, std::memory_order_acq_rel);
        told_.notify_all();
    }

    /// Moves the ticket's removals into nodes that outlive it. Without memory for one it is told out of turn.
    template <class Mutex>
    void leave_to_holder(Mutex& mutex, Ticket& ticket) noexcept TTLSTORE_REQUIRES(mutex) {
        for (Event** link = &first_; *link != nullptr; link = &(*link)->next) {
            if ((*link)->owner != &ticket || !outlive(*link)) continue;
            (*link)->owner = nullptr;
            --ticket.left_;
        }
        if (ticket.left_ == 0) return;
        Event* kept = nullptr;
        Event** end = &kept;
        for (Event** link = &first_; *link != nullptr;) {
            if ((*link)->owner != &ticket) {
                link = &(*link)->next;
                continue;
            }
            *end = *link;
            *link = (*link)->next;
            end = &(*end)->next;
            *end = nullptr;
        }
        last_ = first_;
        while (last_ != nullptr && last_->next != nullptr) last_ = last_->next;
        mutex.unlock();
        while (kept != nullptr) {
            Event* const event = std::exchange(kept, kept->next);
            std::exception_ptr failure = tell(*event);
            free(event);
            if (failure && !ticket.failure_) ticket.failure_ = std::move(failure);
        }
        mutex.lock();
        ticket.left_ = 0;
    }
    bool outlive(Event*& event) noexcept {
        if (event->own_node) return true;
        try {
            auto* const node = new Event;
            node->entry.emplace(std::move(*event->entry));
            node->removal = event->removal;
            node->next = event->next;
            node->own_node = true;
            event->entry.reset();
            if (last_ == event) last_ = node;
            event = node;
            return true;
        } catch (...) {
            return false;
        }
    }

    Listener* listener_;
    [[no_unique_address]] RemovalCounts<Metrics> counts_;
    Event* first_ = nullptr;
    Event* last_ = nullptr;
    std::atomic<std::uint32_t> told_{0};  // changes when a waiting call should look again
    std::thread::id holder_;
    bool taken_ = false;
};

template <class Key, class Value, class Metrics>
class Outbox<Key, Value, NoListener, Metrics> {
public:
    static constexpr bool kListens = false;

    class Ticket : public Wishes {
    public:
        static constexpr bool kListens = false;
        void attach(Outbox& outbox) noexcept { counts_.emplace(outbox.counts_); }
        void reserve(std::size_t) noexcept {}
        bool ready() const noexcept { return true; }
        void starve(SlotId) noexcept {}
        std::optional<SlotId> take_starved() noexcept { return std::nullopt; }
        void push(Extracted<Key, Value>&&, Removal removal) noexcept { counts_->count(removal.cause); }
        void deliver() noexcept {}
        void rethrow() noexcept {}

    private:
        std::optional<RemovalCounts<Metrics>> counts_;
    };

    Outbox(NoListener&, Metrics& metrics) noexcept : counts_{metrics} {}
    template <class Mutex>
    void deliver(Mutex&, Ticket&) noexcept {}

private:
    [[no_unique_address]] RemovalCounts<Metrics> counts_;
};

}  // namespace ttlstore::detail
