/// SpinMutex: one byte that is tried again until it is free.
///
/// Test and test-and-set (Rudolph and Segall, 1984): waiters read their own copy of the line and write only when it looks
/// free. After some rounds a waiter gives its processor up, so that a holder that was interrupted can go on. Taking a
/// free one is a single atomic exchange and releasing it a plain store, where std::mutex pays two atomic operations. It
/// wins where critical sections are a few hundred nanoseconds and threads are no more than cores; it loses as soon as
/// threads outnumber cores or a callback runs long under the lock, because waiters burn their time slice. Not fair.
#pragma once

#include <atomic>
#include <thread>

#include "../thread_annotations.hpp"

namespace ttlstore {

class TTLSTORE_CAPABILITY("mutex") SpinMutex {
public:
    void lock() noexcept TTLSTORE_ACQUIRE() {
        while (taken_.exchange(true, std::memory_order_acquire)) wait();
    }
    bool try_lock() noexcept TTLSTORE_TRY_ACQUIRE(true) {
        return !taken_.load(std::memory_order_relaxed) && !taken_.exchange(true, std::memory_order_acquire);
    }
    void unlock() noexcept TTLSTORE_RELEASE() { taken_.store(false, std::memory_order_release); }

    /// Tells the processor that it waits for another.
    static void pause() noexcept {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
        __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
        __asm__ volatile("yield");
#endif
    }

private:
    static constexpr int kRounds = 64;

    void wait() const noexcept {
        for (int round = 0; taken_.load(std::memory_order_relaxed); ++round) {
            if (round < kRounds)
                pause();
            else
                std::this_thread::yield();
        }
    }

    std::atomic<bool> taken_{false};
};

}  // namespace ttlstore
