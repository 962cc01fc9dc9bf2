/// The store that is soaked, and a worker that does everything to it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>
#include <ttlstore/sharded_ttl_store.hpp>
#include <utility>
#include <vector>

#include "soak/ledger.hpp"
#include "support/workload.hpp"

namespace soak {

using bench::Rng;
using ttlstore::Expiry;
using ttlstore::SetResult;

inline constexpr std::size_t kCapacity = 50'000;
inline constexpr std::uint64_t kMaxWeight = 400'000;
inline constexpr std::uint64_t kKeys = 80'000;

/// One to sixteen, so that sets of another weight make and need room.
struct Weigher {
    std::size_t operator()(std::uint64_t /*key*/, const Value& value) const { return 1 + value.number / 2 % 16; }
};

/// Counts the operations that the store tells of, in stripes.
class Operations {
public:
    void record(ttlstore::Operation, ttlstore::Outcome outcome, std::size_t count = 1) noexcept {
        mine().fetch_add(outcome == ttlstore::Outcome::done ? 1 : count, std::memory_order_relaxed);
    }
    void removed(ttlstore::RemovalCause) noexcept { gone_.fetch_add(1, std::memory_order_relaxed); }
    Operations() = default;
    Operations(Operations&& other) noexcept { (void)other; }  // before anybody records
    std::uint64_t recorded() const {
        std::uint64_t sum = 0;
        for (const Stripe& stripe : stripes_) sum += stripe.count;
        return sum;
    }

private:
    struct alignas(64) Stripe {
        std::atomic<std::uint64_t> count{0};
    };
    std::atomic<std::uint64_t>& mine() noexcept {
        static std::atomic<std::size_t> next{0};
        thread_local const std::size_t stripe = next.fetch_add(1);
        return stripes_[stripe % stripes_.size()].count;
    }
    std::array<Stripe, 16> stripes_;
    std::atomic<std::uint64_t> gone_{0};
};

using Clock = ttlstore::CachedTicker<>;
using Store = ttlstore::ShardedTtlStore<std::uint64_t, Value, Clock, ttlstore::TimingWheelExpiry,
                                        ttlstore::WithListener<Listener>, ttlstore::WithWeigher<Weigher>,
                                        ttlstore::WithMetrics<Operations>>;

class Worker {
public:
    Worker(Store& store, std::size_t me, const std::atomic<bool>& over)
        : store_{store}, random_{me + 1}, next_{(me + 1) << 40}, over_{over} {}

    Work run() {
        while (!over_.load(std::memory_order_relaxed)) {
            for (int i = 0; i < 1'000; ++i) one();
            work_.operations += 1'000;
        }
        return work_;
    }

private:
    Value new_value() { return {next_ += 2, 0}; }
    Expiry new_expiry() {
        const std::uint64_t kind = random_.below(100);
        if (kind < 5) return Expiry::never();
        if (kind < 10) return Expiry::keep();
        return Expiry::after(std::chrono::milliseconds{1 + random_.below(kind < 60 ? 200 : 20'000)});
    }
    /// Half of the calls go to a tenth of the keys.
    std::uint64_t new_key() {
        return bench::make_key<std::uint64_t>(random_.below(random_.below(2) ? kKeys : kKeys / 10));
    }

    void one() {
        const std::uint64_t key = new_key();
        const std::uint64_t what = random_.below(1'000);
        if (what < 300) return set(key);
        if (what < 600) return get(key);
        if (what < 750) return load(key);
        if (what < 800) return erase_or_take(key);
        if (what < 850) {
            store_.update(key, [](Value& value) { ++value.updates; });
        } else if (what < 900) {
            store_.expire(key, std::chrono::milliseconds{1 + random_.below(2'000)});
        } else if (what < 940) {
            store_.touch(key);
        } else if (what < 970) {
            several(key);
        } else if (what < 999) {
            store_.persist(key);
        } else {
            rare(key);
        }
    }
    void set(std::uint64_t key) {
        const Value value = new_value();
        const SetResult result = store_.set(key, value, new_expiry());
        if (result == SetResult::inserted || result == SetResult::replaced)
            work_.set.add(value.number);
        else
            ++work_.wrong;  // no condition, and room can always be made
    }
    void get(std::uint64_t key) {
        if (store_.get(key)) ++work_.hits;
    }
    void load(std::uint64_t key) {
        const bool fails = random_.below(50) == 0;
        try {
            store_.get_or_load(
                key,
                [&] {
                    if (fails) throw std::runtime_error{"the source is away"};
                    return Value{new_value().number | 1, 0};
                },
                new_expiry());
        } catch (const std::runtime_error&) {
            // Of this call's loader, or of the one it waited for.
        }
    }
    void erase_or_take(std::uint64_t key) {
        if (random_.below(2) == 0) {
            store_.erase(key);
        } else if (const std::optional<Value> taken = store_.take(key)) {
            if (taken->loaded())
                ++work_.taken_loaded;
            else
                work_.taken.add(taken->number);
        }
    }
    void several(std::uint64_t key) {
        const std::array<std::uint64_t, 4> keys{key, new_key(), new_key(), new_key()};
        if (random_.below(2) == 0) {
            for (const auto& found : store_.get_many(keys)) work_.hits += found ? 1 : 0;
            return;
        }
        std::vector<std::pair<std::uint64_t, Value>> pairs;
        for (const std::uint64_t each : keys) {
            const bool again = std::any_of(pairs.begin(), pairs.end(), [&](auto& pair) { return pair.first == each; });
            if (!again) pairs.emplace_back(each, new_value());
        }
        store_.set_many(pairs, std::chrono::seconds{2});
        for (const auto& pair : pairs) work_.set.add(pair.second.number);
    }
    void rare(std::uint64_t key) {
        const std::uint64_t what = random_.below(100);
        if (what < 60) {
            store_.sweep(50);
        } else if (what < 90) {
            std::size_t seen = 0;
            store_.scan(0, 100, [&](const auto&, const Value&) { ++seen; });
        } else if (what < 98) {
            store_.erase_if([&](std::uint64_t other, const Value&) { return other % 512 == key % 512; });
        } else {
            if (store_.size() > kCapacity || store_.stored() > kCapacity) ++work_.wrong;
        }
    }

    Store& store_;
    Rng random_;
    std::uint64_t next_;
    const std::atomic<bool>& over_;
    Work work_;
};

}  // namespace soak
