// Case C45, the bounds of a RollingCounter's window, and its bad configurations.
#include <ttlstore/metrics/rolling_counter.hpp>
#include <ttlstore/ticker/manual_ticker.hpp>

#include <chrono>
#include <limits>
#include <stdexcept>

#include "support/catch.hpp"

using namespace std::chrono_literals;
using Clock = ttlstore::BasicManualTicker<std::chrono::nanoseconds>;
using ttlstore::RollingCounter;

TEST_CASE("a rolling rate falls to zero by itself", "[metrics][C45]") {
    const bool asked_in_between = GENERATE(true, false);
    Clock clock;
    RollingCounter counter{clock, {.buckets = 10, .width = 1s}};
    counter.record(100);
    clock.advance(1s);
    if (asked_in_between) {
        CHECK(counter.count_last(10s) == 100);
        CHECK(counter.rate(10s) == 10.0);
    }
    clock.advance(9s - 1ns);
    if (asked_in_between) CHECK(counter.count_last(10s) == 100);
    clock.advance(1ns);
    if (asked_in_between) CHECK(counter.count_last(10s) == 0);
    clock.advance(25s);
    counter.record();
    CHECK(counter.count_last(10s) == 1);
    clock.advance(50s);
    CHECK(counter.count_last(10s) == 0);
    CHECK(counter.rate(10s) == 0.0);
}

TEST_CASE("a shorter window is the running bucket and those before it", "[metrics]") {
    Clock clock;
    RollingCounter counter{clock, {.buckets = 10, .width = 1s}};
    for (std::uint64_t second = 0; second < 15; ++second) {
        counter.record(second);
        clock.advance(second == 14 ? 0s : 1s);
    }
    CHECK(counter.count_last(1s) == 14);
    CHECK(counter.count_last(1ns) == 14);
    CHECK(counter.count_last(1001ms) == 14 + 13);
    CHECK(counter.count_last(10s) == 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13 + 14);
    CHECK(counter.rate(2s) == 13.5);
}

TEST_CASE("a clock that jumps by years leaves nothing of the past in a window", "[metrics][C47]") {
    Clock clock;
    RollingCounter counter{clock, {.buckets = 10, .width = 1s}};
    counter.record(7);
    clock.advance(std::chrono::hours{24 * 365 * 50});
    CHECK(counter.count_last(10s) == 0);
    counter.record(3);
    CHECK(counter.count_last(10s) == 3);
    clock.advance(-std::chrono::hours{24 * 365 * 60});
    CHECK(counter.count_last(10s) == 0);
    counter.record(2);
    clock.advance(1s);
    CHECK(counter.count_last(2s) == 2);
}

TEST_CASE("a bucket's count stays at its end and never wraps", "[metrics]") {
    Clock clock;
    RollingCounter counter{clock};
    counter.record(std::numeric_limits<std::uint64_t>::max());
    counter.record();
    CHECK(counter.count_last() == (std::uint64_t{1} << 36) - 1);
    clock.advance(300s);
    CHECK(counter.count_last(300s) == 0);
}

TEST_CASE("a counter without buckets, without width, or asked for more than it holds says so", "[metrics]") {
    Clock clock;
    CHECK_THROWS_AS((RollingCounter{clock, {.buckets = 0, .width = 1s}}), std::invalid_argument);
    CHECK_THROWS_AS((RollingCounter{clock, {.buckets = 10, .width = 0s}}), std::invalid_argument);
    CHECK_THROWS_AS((RollingCounter{clock, {.buckets = 10, .width = -1s}}), std::invalid_argument);
    CHECK_THROWS_AS((RollingCounter{clock, {.buckets = 10, .width = std::chrono::nanoseconds::max()}}),
                    std::invalid_argument);
    RollingCounter counter{clock, {.buckets = 10, .width = 1s}};
    CHECK_THROWS_AS(counter.count_last(0s), std::invalid_argument);
    CHECK_THROWS_AS(counter.count_last(-1s), std::invalid_argument);
    CHECK_THROWS_AS(counter.rate(10001ms), std::invalid_argument);
}
