// How a sweeper is made: its type follows from the store and the waiter, options that make no sense are refused.
#include "sweeper/shorthand.hpp"

using namespace sweeper_test;

TEST_CASE("The type of a sweeper follows from its store and its waiter", "[sweeper]") {
    SteadyTicker steady;
    CachedTicker<> cached;
    Guarded<SteadyTicker> store{steady};
    BackgroundSweeper plain{store};
    BackgroundSweeper with_options{store, {.longest_wait = 10s}};
    BackgroundSweeper with_clock{store, cached};
    BackgroundSweeper with_both{store, cached, {.refresh_every = 10ms}};
    BackgroundSweeper manual{store, {}, ManualWaiter{}};
    using Store = Guarded<SteadyTicker>;
    STATIC_REQUIRE(std::is_same_v<decltype(plain), BackgroundSweeper<Store, ConditionWaiter>>);
    STATIC_REQUIRE(std::is_same_v<decltype(with_options), decltype(plain)>);
    STATIC_REQUIRE(std::is_same_v<decltype(with_clock), decltype(plain)>);
    STATIC_REQUIRE(std::is_same_v<decltype(with_both), decltype(plain)>);
    STATIC_REQUIRE(std::is_same_v<decltype(manual), BackgroundSweeper<Store, ManualWaiter>>);
    STATIC_REQUIRE_FALSE(std::is_copy_constructible_v<decltype(plain)>);
    STATIC_REQUIRE_FALSE(std::is_move_constructible_v<decltype(plain)>);
}

TEST_CASE("Options of a sweeper that make no sense are refused", "[sweeper]") {
    ManualTicker clock;
    Telling store{clock};
    const auto make = [&](SweeperOptions options) { BackgroundSweeper sweeper{store, options, ManualWaiter{}}; };
    CHECK_THROWS_AS(make({.shortest_wait = 0ms}), std::invalid_argument);
    CHECK_THROWS_AS(make({.shortest_wait = -1ms}), std::invalid_argument);
    CHECK_THROWS_AS(make({.shortest_wait = 2ms, .longest_wait = 1ms}), std::invalid_argument);
    CHECK_THROWS_AS(make({.refresh_every = 0ms}), std::invalid_argument);
    CHECK_THROWS_AS(make({.pause = -1ns}), std::invalid_argument);
    CHECK_THROWS_AS(make({.budget = {.entries = 0, .time = {}}}), std::invalid_argument);
    CHECK_NOTHROW(make({.shortest_wait = 1ms, .longest_wait = 1ms}));
    CHECK_NOTHROW(make({.longest_wait = Nanos::max()}));
}  // the store's alarm asserts that no attempt left anything behind
