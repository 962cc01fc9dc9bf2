// Threads that load: how a test waits until all of them are where it wants them.
#pragma once

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "loading/shorthand.hpp"

namespace loading {

/// ThreadSanitizer follows 63 locks held at once, and size() holds them all.
inline const ShardedConfig kFew{.shards = 16};

/// Gives way to other threads until `condition()` holds. False if it never does.
template <class Condition>
bool until(Condition condition) {
    constexpr long kTooOften = 50'000'000;
    for (long i = 0; i < kTooOften; ++i) {
        if (condition()) return true;
        std::this_thread::yield();
    }
    return false;
}

/// `count` threads that each run f(number); joined at the end.
class Threads {
public:
    template <class F>
    Threads(int count, F f) {
        for (int i = 0; i < count; ++i) threads_.emplace_back([f, i] { f(i); });
    }
    ~Threads() { join(); }
    void join() {
        for (std::thread& thread : threads_) {
            if (thread.joinable()) thread.join();
        }
    }

private:
    std::vector<std::thread> threads_;
};

/// What a loader throws here: without a text that threads would share.
struct Broken {
    int number;
};

}  // namespace loading
