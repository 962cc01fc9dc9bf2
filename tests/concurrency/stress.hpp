// Threads that do everything at once to one store, and the account of every entry that went in.
#pragma once

#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "concurrency/turns.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

namespace concurrency {

/// Where every entry went. Counters of any thread; read when the threads are through.
struct Account {
    std::atomic<std::uint64_t> stored{0};  ///< sets that answered inserted or replaced
    std::atomic<std::uint64_t> taken{0};
    std::array<std::atomic<std::uint64_t>, 5> left{};  ///< by RemovalCause

    std::uint64_t gone() const {
        std::uint64_t sum = taken;
        for (const auto& count : left) sum += count;
        return sum;
    }
    std::uint64_t left_by(ttlstore::RemovalCause cause) const { return left[static_cast<std::size_t>(cause)]; }
};

/// Counts what leaves.
struct Bookkeeper {
    Account* account = nullptr;
    template <class Key, class Value>
    void operator()(const Key&, Value&&, const ttlstore::Removal& removal) const {
        account->left[static_cast<std::size_t>(removal.cause)].fetch_add(1, std::memory_order_relaxed);
    }
};

/// Runs work(number) on so many threads that start together.
template <class Work>
void together(std::size_t threads, Work work) {
    std::barrier start{static_cast<std::ptrdiff_t>(threads)};
    std::vector<std::thread> others;
    const auto body = [&](std::size_t number) {
        start.arrive_and_wait();
        work(number);
    };
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(body, i);
    body(0);
    for (std::thread& other : others) other.join();
}

/// A value weighs what it says, 1 to 8.
struct WeighByNumber {
    std::size_t operator()(int /*key*/, int value) const { return static_cast<std::size_t>(1 + value % 8); }
};

/// One thread's random operations; counts what it stores and takes.
template <class Store>
void do_everything(Store& store, Account& account, ttlstore::ManualTicker& clock, Random random, int keys,
                   std::size_t operations) {
    using std::chrono::milliseconds;
    using ttlstore::Expiry;
    for (std::size_t i = 0; i < operations; ++i) {
        const int key = static_cast<int>(random.below(static_cast<std::uint32_t>(keys)));
        const int value = static_cast<int>(random.below(1'000));
        const std::uint32_t what = random.below(100);
        if (what < 40) {
            const Expiry expiry = what < 10 ? Expiry::never() : Expiry::after(milliseconds{1 + random.below(20)});
            const auto result = store.set(key, value, expiry);
            if (result == ttlstore::SetResult::inserted || result == ttlstore::SetResult::replaced) ++account.stored;
        } else if (what < 65) {
            store.get(key);
        } else if (what < 70) {
            store.update(key, [&](int& old) { old = value; });
        } else if (what < 75) {
            store.expire(key, milliseconds{1 + random.below(20)});
        } else if (what < 80) {
            store.erase(key);
        } else if (what < 85) {
            if (store.take(key)) ++account.taken;
        } else if (what < 90) {
            store.sweep(1 + random.below(8));
        } else if (what < 96) {
            clock.advance(milliseconds{1});
        } else if (what < 97) {
            store.erase_if([&](int k, int) { return k % 16 == key % 16; });
        } else if (what < 98) {
            store.for_each([](int, int) {});
        } else {
            store.persist(key);
        }
    }
}

}  // namespace concurrency
