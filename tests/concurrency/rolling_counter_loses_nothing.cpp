// Threads that record while others ask and the clock goes round the ring: no count is lost, invented or torn.
#include <ttlstore/metrics/rolling_counter.hpp>
#include <ttlstore/ticker/manual_ticker.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <latch>
#include <thread>
#include <vector>

#include "support/catch.hpp"

using namespace std::chrono_literals;

TEST_CASE("what many threads record at one time is counted to the last", "[metrics][threads]") {
    constexpr int kThreads = 20;  // more than have a stripe of their own
    ttlstore::ManualTicker clock;
    ttlstore::RollingCounter counter{clock};
    std::latch start{kThreads};
    std::latch end{kThreads};
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
        threads.emplace_back([&] {
            start.arrive_and_wait();
            for (int i = 0; i < 500; ++i) counter.record(2);
            end.arrive_and_wait();  // all hold their stripes until all have recorded
        });
    }
    threads.clear();
    CHECK(counter.count_last(1s) == kThreads * 500 * 2);
    std::jthread{[&] { counter.record(); }}.join();  // a stripe that another thread had
    CHECK(counter.count_last() == kThreads * 500 * 2 + 1);
}

TEST_CASE("a bucket reused under a query never shows one lap's count in another", "[metrics][threads]") {
    ttlstore::ManualTicker clock;
    ttlstore::RollingCounter counter{clock, {.buckets = 2, .width = 1s}};
    std::latch start{2};
    std::atomic<bool> done{false};
    std::uint64_t most = 0;
    std::jthread reader{[&] {
        start.arrive_and_wait();
        while (!done.load()) most = std::max(most, counter.count_last(1s));
    }};
    start.arrive_and_wait();
    for (int lap = 0; lap < 20000; ++lap) {
        counter.record(1000);  // once a bucket: a bucket holds a thousand or nothing
        clock.advance(1s);
    }
    done.store(true);
    reader.join();
    CHECK(most <= 1000);
    CHECK(counter.count_last(2s) == 1000);
}
