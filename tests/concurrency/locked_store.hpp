// A TtlStore behind one mutex, and broken ones: what people write by hand, with the mistakes they make.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>

#include "concurrency/turns.hpp"
#include "ttlstore/ttl_store.hpp"

namespace concurrency {

/// Correct: every call under the lock.
class LockedStore {
public:
    using Store = ttlstore::TtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithKeyEqual<PacedEqual>>;

    explicit LockedStore(const ttlstore::ManualTicker& clock) : store_{clock} {}

    ttlstore::SetResult set(int key, int value, ttlstore::Expiry expiry, ttlstore::When when) {
        const std::lock_guard lock{mutex_};
        return store_.set(key, value, expiry, when);
    }
    int get_or_set(int key, int value, ttlstore::Expiry expiry) {
        const std::lock_guard lock{mutex_};
        return store_.get_or_set(
            key, [&] { return value; }, expiry);
    }
    void set_two(int a, int value_a, int b, int value_b) {
        const std::lock_guard lock{mutex_};
        store_.set(a, value_a);
        store_.set(b, value_b);
    }
    std::optional<int> get(int key) {
        const std::lock_guard lock{mutex_};
        return store_.get(key);
    }
    bool contains(int key) {
        const std::lock_guard lock{mutex_};
        return store_.contains(key);
    }
    template <class F>
    bool update(int key, F f) {
        const std::lock_guard lock{mutex_};
        return store_.update(key, f);
    }
    bool expire(int key, ttlstore::Expiry expiry) {
        const std::lock_guard lock{mutex_};
        return store_.expire(key, expiry);
    }
    bool persist(int key) {
        const std::lock_guard lock{mutex_};
        return store_.persist(key);
    }
    bool erase(int key) {
        const std::lock_guard lock{mutex_};
        return store_.erase(key);
    }
    std::optional<int> take(int key) {
        const std::lock_guard lock{mutex_};
        return store_.take(key);
    }
    void clear() {
        const std::lock_guard lock{mutex_};
        store_.clear();
    }
    std::size_t size() {
        const std::lock_guard lock{mutex_};
        return store_.size();
    }
    std::size_t sweep(std::size_t budget) {
        const std::lock_guard lock{mutex_};
        return store_.sweep(budget);
    }

protected:
    PacedMutex mutex_;
    Store store_;
};

/// Sees that an entry is dead, lets go, and removes by key what may have become another entry.
class RemovesByKey : public LockedStore {
public:
    using LockedStore::LockedStore;
    std::optional<int> get(int key) {
        {
            const std::lock_guard lock{mutex_};
            if (const int* found = store_.peek(key)) return *found;
        }
        erase(key);
        return std::nullopt;
    }
};

/// Looks whether a key is absent in one step and stores in another.
class LooksThenSets : public LockedStore {
public:
    using LockedStore::LockedStore;
    ttlstore::SetResult set(int key, int value, ttlstore::Expiry expiry, ttlstore::When when) {
        if (when == ttlstore::When::if_absent && contains(key)) return ttlstore::SetResult::condition_not_met;
        return LockedStore::set(key, value, expiry, when == ttlstore::When::if_absent ? ttlstore::When::always : when);
    }
};

/// Locks for each of two keys by itself.
class SetsOneByOne : public LockedStore {
public:
    using LockedStore::LockedStore;
    void set_two(int a, int value_a, int b, int value_b) {
        set(a, value_a, ttlstore::Expiry::never(), ttlstore::When::always);
        set(b, value_b, ttlstore::Expiry::never(), ttlstore::When::always);
    }
};

/// Reads the clock, then waits for the lock: what it stores may be dead before what was stored earlier.
class ReadsTheClockEarly : public LockedStore {
public:
    explicit ReadsTheClockEarly(const ttlstore::ManualTicker& clock) : LockedStore{clock}, clock_{clock} {}
    ttlstore::SetResult set(int key, int value, ttlstore::Expiry expiry, ttlstore::When when) {
        if (expiry.kind() != ttlstore::Expiry::Kind::after) return LockedStore::set(key, value, expiry, when);
        const std::chrono::milliseconds ttl{expiry.ticks<std::chrono::milliseconds>()};
        return LockedStore::set(key, value, ttlstore::Expiry::at(clock_.now() + ttl), when);
    }

private:
    const ttlstore::ManualTicker& clock_;
};

template <class Store>
struct Subject {
    ttlstore::ManualTicker clock;
    Store store{clock};
};

}  // namespace concurrency
