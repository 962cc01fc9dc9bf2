/// ShardLoads: the loads under way in one shard, and what loaders have said that outlives an entry (a value to be served
/// stale, the absence of a key). The shard's lock guards it all.
///
/// Writers tell it of each key they write, by its hash: the flight that loads the key is overtaken, what is remembered of
/// it is forgotten. Two keys with one 64-bit hash at worst load once more. That costs a store that loads nothing at the
/// moment one predicted branch a write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

#include "../assert.hpp"
#include "../loading.hpp"
#include "../time.hpp"
#include "flight.hpp"

namespace ttlstore::detail {

/// What is remembered of a key until some time. The Key and Value of a store are added by Memory.
struct MemoryBase {
    std::uint64_t hash = 0;
    Tick until = 0;

    MemoryBase() = default;
    MemoryBase(const MemoryBase&) = delete;
    MemoryBase& operator=(const MemoryBase&) = delete;
    virtual ~MemoryBase() = default;
};

class ShardLoads {
    using Memories = std::multimap<Tick, std::unique_ptr<MemoryBase>>;  // by their ends
    struct TheHash {                                                    // the store's: seeded and mixed
        std::size_t operator()(std::uint64_t hash) const noexcept { return static_cast<std::size_t>(hash); }
    };
    using Flights = std::unordered_multimap<std::uint64_t, std::shared_ptr<FlightBase>, TheHash>;
    struct Books {
        Flights flights;
        Memories memories;
        std::unordered_multimap<std::uint64_t, Memories::iterator, TheHash> by_hash;
        LoadStats stats;
    };

public:
    static constexpr std::size_t kMostMemories = 1024;

    // ---- for writers

    /// The key with this hash was written or erased.
    void overtake(std::uint64_t hash) noexcept {
        if (active_ != 0) [[unlikely]]
            overtake_now(hash);
    }
    /// All keys may have been.
    void overtake_all() noexcept {
        if (active_ != 0) [[unlikely]]
            overtake_all_now();
    }
    /// Forgets what is over at `now()`.
    template <class Now>
    void purge(Now& now) noexcept {
        if (active_ != 0 && !books_->memories.empty()) [[unlikely]]
            purge_now(now());
    }

    // ---- flights

    /// The flight with this hash for which `is_same(flight)` holds.
    template <class IsSame>
    std::shared_ptr<FlightBase> find(std::uint64_t hash, IsSame is_same) const {
        if (active_ == 0) return nullptr;
        const auto [first, last] = books_->flights.equal_range(hash);
        for (auto it = first; it != last; ++it) {
            if (is_same(*it->second)) return it->second;
        }
        return nullptr;
    }
    /// Throws: what allocation throws, then nothing changed.
    void add(std::shared_ptr<FlightBase> flight) {
        open();
        const std::uint64_t hash = flight->hash();
        books_->flights.emplace(hash, std::move(flight));
        ++active_;
    }
    /// Whether new callers may still join it, that is: it was not overtaken.
    bool holds(const FlightBase& flight) const noexcept { return place_of(flight) != books_->flights.end(); }
    /// False if it had been overtaken.
    bool remove(const FlightBase& flight) noexcept {
        const auto place = place_of(flight);
        if (place == books_->flights.end()) return false;
        books_->flights.erase(place);
        --active_;
        return true;
    }

    // ---- memories

    /// What is remembered under this hash and `is_same(memory)`, unless its time is over.
    template <class IsSame, class Now>
    MemoryBase* recall(std::uint64_t hash, IsSame is_same, Now& now) const {
        if (active_ == 0) return nullptr;
        const auto [first, last] = books_->by_hash.equal_range(hash);
        for (auto it = first; it != last; ++it) {
            MemoryBase& memory = *it->second->second;
            if (is_same(memory)) return now() < memory.until ? &memory : nullptr;
        }
        return nullptr;
    }
    /// In place of all that is remembered under its hash.
    /// Throws: what allocation throws, then nothing is remembered under it.
    void remember(std::unique_ptr<MemoryBase> memory, Tick now) {
        open();
        forget(memory->hash);
        purge_now(now);
        if (books_->memories.size() >= kMostMemories) forget(books_->memories.begin());
        const std::uint64_t hash = memory->hash;
        const auto place = books_->memories.emplace(memory->until, std::move(memory));
        try {
            books_->by_hash.emplace(hash, place);
        } catch (...) {
            books_->memories.erase(place);
            throw;
        }
        ++active_;
    }
    void forget(std::uint64_t hash) noexcept {
        if (active_ == 0) return;
        const auto [first, last] = books_->by_hash.equal_range(hash);
        for (auto it = first; it != last; ++it, --active_) books_->memories.erase(it->second);
        books_->by_hash.erase(first, last);
    }

    LoadStats stats() const noexcept { return books_ == nullptr ? LoadStats{} : books_->stats; }
    /// After the first add or remember.
    LoadStats& count() noexcept { return books_->stats; }

private:
    void open() {
        if (books_ == nullptr) books_ = std::make_unique<Books>();
    }
    Flights::iterator place_of(const FlightBase& flight) const noexcept {
        auto [place, last] = books_->flights.equal_range(flight.hash());
        while (place != last && place->second.get() != &flight) ++place;
        return place == last ? books_->flights.end() : place;
    }
    void forget(Memories::iterator memory) noexcept {
        const auto [first, last] = books_->by_hash.equal_range(memory->second->hash);
        for (auto it = first; it != last; ++it) {
            if (it->second != memory) continue;
            books_->by_hash.erase(it);
            break;
        }
        books_->memories.erase(memory);
        --active_;
    }
    TTLSTORE_COLD void overtake_now(std::uint64_t hash) noexcept {
        active_ -= books_->flights.erase(hash);
        forget(hash);
    }
    TTLSTORE_COLD void overtake_all_now() noexcept {
        books_->flights.clear();
        books_->by_hash.clear();
        books_->memories.clear();
        active_ = 0;
    }
    TTLSTORE_COLD void purge_now(Tick now) noexcept {
        while (!books_->memories.empty() && books_->memories.begin()->first <= now) forget(books_->memories.begin());
    }

    std::size_t active_ = 0;  // flights and memories
    std::unique_ptr<Books> books_;
};

}  // namespace ttlstore::detail
