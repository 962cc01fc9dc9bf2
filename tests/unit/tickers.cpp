// The tickers: steady, coarse and boottime never go back, a cached one moves at refresh, a manual one by hand.
#include "unit/shorthand.hpp"

using namespace unit;

// The ticker under test is the clock itself: only the order of its readings is asked for, never how far they lie apart.
TEST_CASE("The steady ticker is steady_clock rounded down to its tick", "[ticker]") {
    const auto before = std::chrono::steady_clock::now();
    const auto now = SteadyTicker{}.now();
    const auto fine = BasicSteadyTicker<std::chrono::nanoseconds>{}.now();
    const auto after = std::chrono::steady_clock::now();
    CHECK(now >= std::chrono::floor<std::chrono::milliseconds>(before));
    CHECK(now <= after);
    CHECK(fine >= before);
    CHECK(fine <= after);
}

TEMPLATE_TEST_CASE("A ticker of the system never goes back", "[ticker]", SteadyTicker, CoarseTicker, BoottimeTicker,
                   BasicSteadyTicker<std::chrono::nanoseconds>, BasicCoarseTicker<std::chrono::nanoseconds>,
                   BasicBoottimeTicker<std::chrono::seconds>, BasicCoarseTicker<Sixtieths>) {
    const TestType ticker;
    auto last = ticker.now();
    for (int i = 0; i < 1'000; ++i) {
        const auto now = ticker.now();
        REQUIRE(now >= last);
        last = now;
    }
}

TEMPLATE_TEST_CASE("A store on a ticker of the system keeps a long life and drops a past one", "[ticker]", SteadyTicker,
                   CoarseTicker, BoottimeTicker, BasicSteadyTicker<std::chrono::nanoseconds>,
                   BasicBoottimeTicker<std::chrono::seconds>) {
    TtlStore<std::string, int, TestType> store;
    store.set("a", 1, 1h);
    store.set("b", 1, Expiry::at(TestType{}.now()));
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") <= 1h);
    CHECK(left(store, "a") > 30min);
    CHECK_FALSE(store.contains("b"));
    check_invariants(store);
}

TEST_CASE("A manual ticker starts where it is told and moves by hand, also back", "[ticker]") {
    ManualTicker at_zero;
    CHECK(at_zero.now() == ManualTicker::time_point{});
    ManualTicker ticker{ManualTicker::time_point{5s}};
    ticker.advance(2s);
    CHECK(ticker.now().time_since_epoch() == 7s);
    ticker.advance(-10s);
    CHECK(ticker.now().time_since_epoch() == -3s);
    ticker.set(ManualTicker::time_point{1ms});
    CHECK(ticker.now().time_since_epoch() == 1ms);
}

TEST_CASE("A cached ticker stands still until it is refreshed", "[ticker]") {
    ManualTicker source{ManualTicker::time_point{5s}};
    CachedTicker<ManualTicker> cached{source};
    CHECK(cached.now().time_since_epoch() == 5s);
    source.advance(1s);
    CHECK(cached.now().time_since_epoch() == 5s);
    cached.refresh();
    CHECK(cached.now().time_since_epoch() == 6s);

    TtlStore<std::string, int, CachedTicker<ManualTicker>> store{cached};
    store.set("a", 1, 10s);
    source.advance(10s);
    CHECK(store.get("a") == 1);
    cached.refresh();
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("A cached steady ticker needs no source", "[ticker]") {
    CachedTicker<> cached;
    const auto first = cached.now();
    CHECK(cached.now() == first);
    cached.refresh();
    CHECK(cached.now() >= first);
    const SteadyTicker steady;
    CachedTicker given{steady};
    CHECK(given.now() >= first);
}

TEST_CASE("Two stores can share a ticker", "[ticker]") {
    Clock clock;
    Store<> one{clock};
    IntStore<> other{clock};
    one.set("a", 1, 1s);
    other.set(1, 1, 2s);
    clock.advance(1s);
    CHECK_FALSE(one.contains("a"));
    CHECK(other.contains(1));
}
