/// Loading: what ShardedTtlStore::get_or_load takes, returns, counts and throws besides values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "time.hpp"

namespace ttlstore {

/// What a loader may return in place of the value, if the value comes with an expiry of its own.
template <class Value>
struct Loaded {
    Value value;
    Expiry expiry;
};
template <class Value>
Loaded(Value, Expiry) -> Loaded<Value>;

/// How get_or_load loads and what it may answer. Each field but the first is a permission that is not given by default.
struct LoadOptions {
    Expiry expiry =
        Expiry::standard();  ///< of a value that the loader returns without one; counts from when it is stored
    /// A live value with no more than this left of its own ttl is answered and loaded anew: by this call before it
    /// returns, or by the executor if one is given. While that load runs, and if it fails, everybody is answered the live
    /// value.
    std::optional<Ttl> refresh_ahead = {};
    /// If the loader fails, the last value loaded by a call with this option is answered, until so long after its
    /// deadline. This is the only way in which a dead value is ever answered: get, visit and all others miss it. The copy
    /// that it takes is kept beside the store (1024 a shard, those that end first give way) and is forgotten with the next
    /// write or erase of the key.
    std::optional<Ttl> serve_stale = {};
    /// A loader that returns an empty optional is believed for so long: nobody loads the key again. Ends early with a
    /// write or erase of the key; kept as the stale values are.
    std::optional<Ttl> remember_absent = {};
};

/// What a store's loads came to. A load is one call of a loader.
struct LoadStats {
    std::uint64_t loads = 0;         ///< ended, whatever they came to
    std::uint64_t failures = 0;      ///< of them, threw or could not be stored
    std::uint64_t absent = 0;        ///< of them, found nothing
    std::uint64_t refreshes = 0;     ///< of them, began while a value was alive
    std::uint64_t overtaken = 0;     ///< of them, values not stored because the key was written or erased meanwhile
    std::uint64_t joined = 0;        ///< calls that waited for another call's load
    std::uint64_t stale = 0;         ///< calls that were answered a dead value
    std::uint64_t known_absent = 0;  ///< calls answered from what a loader had said before

    LoadStats& operator+=(const LoadStats& other) noexcept {
        loads += other.loads;
        failures += other.failures;
        absent += other.absent;
        refreshes += other.refreshes;
        overtaken += other.overtaken;
        joined += other.joined;
        stale += other.stale;
        known_absent += other.known_absent;
        return *this;
    }
    friend bool operator==(const LoadStats&, const LoadStats&) noexcept = default;
};

/// A loader asked for a key that cannot be there before this very loader has returned.
class RecursiveLoad : public std::logic_error {
public:
    RecursiveLoad() : std::logic_error{"ttlstore: a loader waits for its own key"} {}
};

/// In a future: the executor dropped the task, or the load that was joined found nothing and this call has no empty
/// answer.
class LoadAbandoned : public std::runtime_error {
public:
    LoadAbandoned() : std::runtime_error{"ttlstore: the load never took place"} {}
};

namespace detail {

/// Lands a load in case nobody runs it.
class LoadTicket {
public:
    LoadTicket() = default;
    LoadTicket(const LoadTicket&) = delete;
    LoadTicket& operator=(const LoadTicket&) = delete;
    virtual ~LoadTicket() = default;
    virtual void run() noexcept = 0;
};

}  // namespace detail

/// What an executor is given: to be called once, on any thread, while the store lives. Throws nothing. Copies are one
/// task; when the last copy is gone and none was called, the load ends with LoadAbandoned.
class LoadTask {
public:
    explicit LoadTask(std::shared_ptr<detail::LoadTicket> ticket) noexcept : ticket_{std::move(ticket)} {}
    void operator()() const noexcept { ticket_->run(); }

private:
    std::shared_ptr<detail::LoadTicket> ticket_;
};

}  // namespace ttlstore
