// A small store in which everything can throw, its picture before the act, and the check that nothing changed.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/faults.hpp"
#include "support/invariants.hpp"
#include "support/tracked.hpp"
#include "ttlstore/ttl_store.hpp"

namespace fault_test {

using namespace std::chrono_literals;
using support::Faulty;
using support::FaultyMove;
using support::for_each_fault;
using ttlstore::Expiry;
using ttlstore::ManualTicker;
using ttlstore::SetResult;
using ttlstore::StoreConfig;
using ttlstore::When;

/// What a listener heard, as numbers.
struct Heard {
    int key;
    int value;
    ttlstore::RemovalCause cause;
    friend bool operator==(const Heard&, const Heard&) = default;
    friend std::ostream& operator<<(std::ostream& out, const Heard& heard) {
        return out << heard.key << ':' << heard.value << " left, cause " << static_cast<int>(heard.cause);
    }
};

/// Writes to a log of the test's; never throws, as a test that wants that does it itself.
struct LogListener {
    std::vector<Heard>* log = nullptr;
    void operator()(const support::TrackedCore& key, support::TrackedCore&& value,
                    const ttlstore::Removal& removal) const {
        const support::FaultsOff off;
        log->push_back({key.value(), value.value(), removal.cause});
    }
};

/// Everything that can be told apart from outside, and the orders kept inside.
struct Picture {
    struct Entry {
        int key;
        int value;
        std::optional<std::int64_t> deadline;
        std::size_t weight;
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> entries;
    std::vector<int> eviction_order;
    std::vector<int> deadline_order;  // the dead included
    std::size_t stored = 0;
    std::size_t size = 0;
    friend bool operator==(const Picture&, const Picture&) = default;

    friend std::ostream& operator<<(std::ostream& out, const Picture& picture) {
        for (const auto& entry : picture.entries) {
            out << entry.key << ':' << entry.value << '@' << entry.deadline.value_or(-1) << '*' << entry.weight << ' ';
        }
        out << "| eviction";
        for (const int key : picture.eviction_order) out << ' ' << key;
        out << " | deadlines";
        for (const int key : picture.deadline_order) out << ' ' << key;
        return out << " | stored " << picture.stored << ", live " << picture.size;
    }
};

template <class Store>
Picture picture_of(const Store& store) {
    Picture picture;
    store.for_each([&](const auto& key, const auto& value) {
        const auto info = store.info(key);
        std::optional<std::int64_t> deadline;
        if (info->deadline) deadline = info->deadline->time_since_epoch().count();
        picture.entries.push_back({key.value(), value.value(), deadline, info->weight});
    });
    std::sort(picture.entries.begin(), picture.entries.end());
    support::for_each_in_eviction_order(store, [&](const auto& key) { picture.eviction_order.push_back(key.value()); });
    support::for_each_in_deadline_order(store, [&](const auto& key) { picture.deadline_order.push_back(key.value()); });
    picture.stored = store.stored();
    picture.size = store.size();
    return picture;
}

/// The kinds of stores. `Key` and `Value` are Faulty or FaultyMove.
template <class K, class... Options>
struct Kind {
    using Key = K;
    using Value = K;
    using Store = ttlstore::TtlStore<
        K, K, ManualTicker, ttlstore::WithHash<support::FaultyHash>, ttlstore::WithKeyEqual<support::FaultyEqual>,
        ttlstore::WithAllocator<support::FaultyAllocator<std::byte>>, ttlstore::WithListener<LogListener>, Options...>;
};

struct Unbounded : Kind<Faulty> {
    static StoreConfig config() { return {}; }
};
struct UnboundedThrowingMove : Kind<FaultyMove> {
    static StoreConfig config() { return {.default_ttl = 1h}; }
};
struct Bounded : Kind<Faulty, ttlstore::LruEviction> {
    static StoreConfig config() { return {.capacity = 8}; }
};
struct BoundedThrowingMove : Kind<FaultyMove, ttlstore::SoonestExpiryEviction> {
    static StoreConfig config() { return {.capacity = 8}; }
};
struct Weighted : Kind<Faulty, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static StoreConfig config() { return {.max_weight = 33}; }
};
struct WeightedThrowingMove : Kind<FaultyMove, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static StoreConfig config() { return {.capacity = 8, .max_weight = 33}; }
};
struct NeverEvicting : Kind<Faulty, ttlstore::NoEviction> {
    static StoreConfig config() { return {.capacity = 8}; }
};
struct Idling : Kind<Faulty> {
    static StoreConfig config() { return {.capacity = 8, .idle_ttl = 40ms}; }
};

using AllKinds = std::tuple<Unbounded, UnboundedThrowingMove, Bounded, BoundedThrowingMove, Weighted,
                            WeightedThrowingMove, NeverEvicting, Idling>;

struct Heaped : Kind<Faulty, ttlstore::HeapExpiry> {
    static StoreConfig config() { return {}; }
};

/// One of each sort, for calls that do not make room.
using FewKinds = std::tuple<Unbounded, UnboundedThrowingMove, WeightedThrowingMove, Idling, Heaped>;

/// Eight entries at time 100: 0 and 1 are dead, 2 lives without deadline, 3 to 7 have deadlines (3 and 4 the same).
/// Value v = 100 * (key + 1) + 4, so each weighs 4.
template <class K>
struct Subject {
    using Key = typename K::Key;
    using Value = typename K::Value;

    Subject() : store{clock, K::config(), LogListener{&log}} {
        clock.set(ManualTicker::time_point{90ms});
        for (int key = 0; key < 2; ++key) store.set(Key{key}, Value{value_of(key)}, Expiry::after(5ms));
        store.set(Key{2}, Value{value_of(2)}, Expiry::never());
        for (int key = 3; key < 8; ++key) {
            store.set(Key{key}, Value{value_of(key)}, Expiry::after(std::chrono::milliseconds{20 + (key / 2)}));
        }
        clock.set(ManualTicker::time_point{100ms});
        log.clear();
        before = picture_of(store);
    }
    static constexpr int value_of(int key) { return 100 * (key + 1) + 4; }

    void require_unchanged() const {
        support::check_invariants(store);
        REQUIRE(picture_of(store) == before);
        REQUIRE(log.empty());
        REQUIRE(support::Ledger::current().misuses == 0);
    }
    /// Nothing that was alive is lost or altered; the order, idle deadlines and the dead may differ.
    void require_same_living() const {
        support::check_invariants(store);
        const Picture after = picture_of(store);
        REQUIRE(std::equal(after.entries.begin(), after.entries.end(), before.entries.begin(), before.entries.end(),
                           [](const auto& a, const auto& b) { return a.key == b.key && a.value == b.value; }));
        for (const Heard& heard : log) REQUIRE(heard.cause == ttlstore::RemovalCause::expired);
        REQUIRE(support::Ledger::current().misuses == 0);
    }

    ManualTicker clock;
    std::vector<Heard> log;
    typename K::Store store;
    Picture before;
};

template <class K>
using KeyOf = typename Subject<K>::Key;
template <class K>
using ValueOf = typename Subject<K>::Value;

/// A dead one, one without deadline, one with, a missing one.
inline constexpr std::array<int, 4> kKeys{0, 2, 4, 50};

/// `act` on a subject of kind K, with a throw at each point that can throw: each time nothing has changed and nothing
/// leaks. Returns the number of points.
template <class K, class Act>
int check_strong(Act act) {
    const support::Ledger ledger;
    const int points = for_each_fault([] { return Subject<K>{}; }, [&](Subject<K>& subject) { act(subject); },
                                      [](const Subject<K>& subject) { subject.require_unchanged(); });
    CHECK(ledger.clean());
    CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0);
    return points;
}

}  // namespace fault_test
