// A sharded store in which everything can throw, its picture before the act, and the check that nothing alive changed.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "fault/subject.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"
#include "support/faults.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

namespace sharded_fault {

using namespace std::chrono_literals;
using fault_test::Heard;
using fault_test::LogListener;
using support::FaultsOff;
using support::Faulty;
using support::FaultyMove;
using ttlstore::Expiry;
using ttlstore::ManualTicker;
using ttlstore::ShardedConfig;
using ttlstore::When;

template <class K, class... Options>
struct Kind {
    using Key = K;
    using Value = K;
    using Store = ttlstore::ShardedTtlStore<
        K, K, ManualTicker, ttlstore::WithHash<support::FaultyHash>, ttlstore::WithKeyEqual<support::FaultyEqual>,
        ttlstore::WithAllocator<support::FaultyAllocator<std::byte>>, ttlstore::WithListener<LogListener>, Options...>;
};
struct Unbounded : Kind<Faulty> {
    static ShardedConfig config() { return {.hash_seed = 1, .shards = 4}; }
};
struct Full : Kind<Faulty> {
    static ShardedConfig config() { return {.capacity = 32, .hash_seed = 1, .shards = 4}; }
};
struct FullThrowingMove : Kind<FaultyMove> {
    static ShardedConfig config() { return {.capacity = 32, .hash_seed = 1, .shards = 4}; }
};
struct Heavy : Kind<Faulty, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static ShardedConfig config() { return {.max_weight = 130, .hash_seed = 1, .shards = 4}; }
};

/// Shard 0 has two entries, the others ten each: keys 0, 1, ... as they fall. Of each shard's entries the first has no
/// deadline and the second, if `dead`, is dead. Each weighs 4, so a Heavy one is full as well.
template <class K>
struct Subject {
    using Key = typename K::Key;
    using Value = typename K::Value;

    explicit Subject(bool dead) : store{clock, K::config(), LogListener{&log}} {
        clock.set(ManualTicker::time_point{90ms});
        std::array<std::size_t, 4> stored{};
        for (int key = 0; key < 200; ++key) {
            const std::size_t shard = shard_of(key);
            if (stored[shard] == (shard == 0 ? 2 : 10)) continue;
            const Expiry expiry = stored[shard] == 0           ? Expiry::never()
                                  : stored[shard] == 1 && dead ? Expiry::after(5ms)
                                                               : Expiry::after(1s);
            store.set(Key{key}, Value{100 * (key + 1) + 4}, expiry);
            keys[shard].push_back(key);
            ++stored[shard];
        }
        clock.set(ManualTicker::time_point{100ms});
        log.clear();
        before = living();
    }
    std::size_t shard_of(int key) const {
        const auto& shards = ttlstore::detail::Access::shards(store);
        return shards.number_of(shards.hash(Key{key}));
    }
    /// The `which`-th key that nothing is stored under in a shard.
    int new_key(std::size_t shard, int which = 0) const {
        const FaultsOff off;
        for (int key = 1'000;; ++key) {
            if (shard_of(key) == shard && which-- == 0) return key;
        }
    }

    struct Entry {
        int key;
        int value;
        std::optional<std::int64_t> deadline;
        friend auto operator<=>(const Entry&, const Entry&) = default;
        friend std::ostream& operator<<(std::ostream& out, const Entry& entry) {
            return out << entry.key << ':' << entry.value << '@' << entry.deadline.value_or(-1);
        }
    };
    std::vector<Entry> living() const {
        const FaultsOff off;
        std::vector<Entry> all;
        store.for_each([&](const Key& key, const Value& value) { all.push_back({key.value(), value.value(), {}}); });
        for (Entry& entry : all) {
            const auto info = store.info(Key{entry.key});
            if (info->deadline) entry.deadline = info->deadline->time_since_epoch().count();
        }
        std::sort(all.begin(), all.end());
        return all;
    }
    /// What was alive is as it was; who was dead may have left, and was reported as dead.
    void require_living_unchanged() const {
        sharded_test::check_invariants(store);
        REQUIRE(living() == before);
        for (const Heard& heard : log) REQUIRE(heard.cause == ttlstore::RemovalCause::expired);
        REQUIRE(support::Ledger::current().misuses == 0);
    }

    ManualTicker clock;
    std::vector<Heard> log;
    std::array<std::vector<int>, 4> keys;
    typename K::Store store;
    std::vector<Entry> before;
};

/// `act` on a subject of kind K, with a throw at each point that can throw. Returns the number of points.
template <class K, class Act>
int check_strong(bool dead, Act act) {
    const support::Ledger ledger;
    const int points =
        support::for_each_fault([&] { return Subject<K>{dead}; }, [&](Subject<K>& subject) { act(subject); },
                                [](const Subject<K>& subject) { subject.require_living_unchanged(); });
    CHECK(ledger.clean());
    CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0);
    return points;
}

}  // namespace sharded_fault
