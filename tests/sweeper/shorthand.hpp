// What the tests of a sweeper use: a manual waiter, stores to sweep, assertions that can be counted.
#pragma once

#include <atomic>

namespace sweeper_test {
/// An assertion that fails in this program is counted where a test expects it, and ends the program elsewhere.
inline std::atomic<int> expected_assertions{0};
inline std::atomic<int> failed_assertions{0};
[[noreturn]] void give_up(const char* what);
inline void assertion_failed(const char* what) {
    if (expected_assertions-- <= 0) give_up(what);
    ++failed_assertions;
}
}  // namespace sweeper_test
#define TTLSTORE_ASSERT(condition) ((condition) ? static_cast<void>(0) : ::sweeper_test::assertion_failed(#condition))

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <vector>

#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"
#include "support/guarded_store.hpp"
#include "support/manual_waiter.hpp"
#include "support/recorder.hpp"

namespace sweeper_test {

using namespace ttlstore;
using namespace std::chrono_literals;
using support::ManualWaiter;
using Nanos = std::chrono::nanoseconds;
using Seen = support::Recorder<int, int>;

[[noreturn]] inline void give_up(const char* what) {
    std::fprintf(stderr, "assertion failed: %s\n", what);
    std::abort();
}

template <class Ticker = ManualTicker>
using Guarded = support::Guarded<Ticker>;
using Plain = support::PlainGuarded;
using Telling = support::TellingGuarded;

}  // namespace sweeper_test
