// The ticker contract, over every ticker there is.
#include <chrono>

#include "contract/ticker_contract.hpp"
#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "ttlstore/ttl_store.hpp"

using namespace std::chrono_literals;
using ttlstore::CachedTicker;
using ttlstore::ManualTicker;

TEMPLATE_TEST_CASE("a ticker reads whole ticks and does not go back", "[ticker][contract]", ttlstore::SteadyTicker,
                   ttlstore::CoarseTicker, ttlstore::BoottimeTicker, ManualTicker, CachedTicker<>,
                   CachedTicker<ttlstore::CoarseTicker>, ttlstore::BasicSteadyTicker<std::chrono::nanoseconds>,
                   ttlstore::BasicCoarseTicker<std::chrono::seconds>,
                   ttlstore::BasicBoottimeTicker<std::chrono::microseconds>,
                   ttlstore::BasicManualTicker<std::chrono::minutes>, support::MinimalTicker) {
    const TestType ticker{};
    contract::check_ticker(ticker);
}

TEST_CASE("a cached ticker moves only when it is refreshed", "[ticker][contract]") {
    ManualTicker source;
    CachedTicker<ManualTicker> cached{source};
    contract::check_ticker(cached);
    CHECK(cached.now() == source.now());
    source.advance(5ms);
    CHECK(cached.now() == source.now() - 5ms);
    cached.refresh();
    CHECK(cached.now() == source.now());
    source.advance(-2ms);
    cached.refresh();
    CHECK(cached.now() == source.now());
}

TEST_CASE("a manual ticker moves only by hand, also back", "[ticker][contract]") {
    ManualTicker clock{ManualTicker::time_point{7ms}};
    CHECK(clock.now().time_since_epoch() == 7ms);
    clock.advance(1s);
    CHECK(clock.now().time_since_epoch() == 1'007ms);
    clock.advance(-2s);
    CHECK(clock.now().time_since_epoch() == -993ms);
    clock.set(ManualTicker::time_point{1h});
    CHECK(clock.now().time_since_epoch() == 1h);
}

TEST_CASE("clocks that mean the same time line agree to the tick", "[ticker][contract]") {
    // Readings round down, so a reading taken between two others lies between them.
    const ttlstore::BasicSteadyTicker<std::chrono::nanoseconds> fine;
    const ttlstore::SteadyTicker coarse;
    const auto before = fine.now();
    const auto between = coarse.now();
    const auto after = fine.now();
    CHECK(std::chrono::floor<std::chrono::milliseconds>(before) <= between);
    CHECK(between <= after);
}
