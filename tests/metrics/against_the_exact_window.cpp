// A RollingCounter against every record kept: never less than the window without its oldest bucket, never more.
#include <ttlstore/metrics/rolling_counter.hpp>
#include <ttlstore/ticker/manual_ticker.hpp>

#include <chrono>
#include <random>

#include "support/catch.hpp"

using namespace std::chrono_literals;

TEST_CASE("a rolling count lies between the exact counts of its window with and without a bucket", "[metrics]") {
    std::mt19937 random{4};
    ttlstore::ManualTicker clock;
    ttlstore::RollingCounter rolling{clock, {.buckets = 10, .width = 100ms}};
    ttlstore::ExactCounter exact{clock};
    for (int step = 0; step < 3000; ++step) {
        clock.advance(std::chrono::milliseconds{random() % 8 == 0 ? random() % 2000 : random() % 60});
        const std::uint64_t n = random() % 5;
        rolling.record(n);
        exact.record(n);
        const std::chrono::milliseconds window{100 * (2 + random() % 9)};
        CAPTURE(step, window.count());
        CHECK(rolling.count_last(window) <= exact.count_last(window));
        CHECK(rolling.count_last(window) >= exact.count_last(window - 100ms));
    }
}
