/// Ledger: what went into the store and where it went, counted by many threads without a common line.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <ttlstore/removal.hpp>

#include "support/workload.hpp"

namespace soak {

/// How many entries, and a fingerprint of which: the sum of their mixed numbers. An entry that is lost, told twice or
/// swapped for another one changes the fingerprint, but for one chance in 2^64.
struct Tally {
    std::uint64_t count = 0;
    std::uint64_t fingerprint = 0;

    void add(std::uint64_t number) {
        ++count;
        fingerprint += bench::mixed(number);
    }
    Tally& operator+=(const Tally& other) {
        count += other.count;
        fingerprint += other.fingerprint;
        return *this;
    }
    friend bool operator==(const Tally&, const Tally&) = default;
};

/// An entry's value: who made it, and something that updates change.
struct Value {
    std::uint64_t number = 0;  ///< no other entry has it; odd if it was loaded
    std::uint64_t updates = 0;
    bool loaded() const { return number % 2 != 0; }
};

inline constexpr std::size_t kCauses = 5;

/// A tally that many threads add to.
class SharedTally {
public:
    void add(std::uint64_t number) {
        count_.fetch_add(1, std::memory_order_relaxed);
        fingerprint_.fetch_add(bench::mixed(number), std::memory_order_relaxed);
    }
    Tally read() const {
        return {count_.load(std::memory_order_relaxed), fingerprint_.load(std::memory_order_relaxed)};
    }

private:
    std::atomic<std::uint64_t> count_{0};
    std::atomic<std::uint64_t> fingerprint_{0};
};

/// The listener's side: what left, by cause, those that were set and those that were loaded.
struct Departures {
    std::array<SharedTally, kCauses> set;
    std::array<std::atomic<std::uint64_t>, kCauses> loaded{};
};

struct Listener {
    Departures* departures = nullptr;
    void operator()(std::uint64_t /*key*/, Value&& value, const ttlstore::Removal& removal) const {
        const auto cause = static_cast<std::size_t>(removal.cause);
        if (value.loaded())
            departures->loaded[cause].fetch_add(1, std::memory_order_relaxed);
        else
            departures->set[cause].add(value.number);
    }
};

/// One worker's side, and what it did.
struct Work {
    Tally set;
    Tally taken;
    std::uint64_t taken_loaded = 0;
    std::uint64_t operations = 0;
    std::uint64_t hits = 0;
    std::uint64_t wrong = 0;  ///< answers that cannot be
};

}  // namespace soak
