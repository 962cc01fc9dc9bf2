// A configuration that cannot work is an error at once; what is not configured is not bounded and does not expire.
#include <cmath>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A capacity of zero is an error", "[config][C13]") {
    Clock clock;
    CHECK_THROWS_AS((Store<>{clock, {.capacity = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((TtlStore<int, int>{StoreConfig{.capacity = 0}}), std::invalid_argument);
    CHECK_THROWS_AS((Store<NoEviction>{clock, {.capacity = 0}}), std::invalid_argument);
}

TEST_CASE("A maximal weight of zero is an error", "[config]") {
    Clock clock;
    CHECK_THROWS_AS((Store<>{clock, {.max_weight = 0}}), std::invalid_argument);
}

TEST_CASE("A jitter outside [0, 1) is an error", "[config][jitter]") {
    Clock clock;
    const double wrong = GENERATE(-0.1, -1e-300, 1.0, 1.5, std::numeric_limits<double>::infinity(), std::nan(""));
    CHECK_THROWS_AS((Store<>{clock, {.jitter = wrong}}), std::invalid_argument);
}

TEST_CASE("A jitter inside [0, 1) is accepted", "[config][jitter]") {
    Clock clock;
    const double right = GENERATE(0.0, 1e-300, 0.5, 0.999999);
    CHECK_NOTHROW((Store<>{clock, {.jitter = right}}));
}

TEST_CASE("A store without configuration has no bound and no ttl", "[config]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 10'000; ++i) CHECK(store.set(i, i) == SetResult::inserted);
    CHECK(store.size() == 10'000);
    CHECK_FALSE(store.next_deadline());
    check_invariants(store);
}

TEST_CASE("A store on an empty ticker needs no ticker argument", "[config]") {
    TtlStore<std::string, int> plain;
    plain.set("a", 1);
    CHECK(plain.get("a") == 1);
    TtlStore<std::string, int> configured{{.capacity = 2, .default_ttl = 30min}};
    for (const char* key : {"a", "b", "c"}) configured.set(key, 1);
    CHECK(configured.size() == 2);
    CHECK(left(configured, "c").value() > 0s);
    TtlStore<std::string, int, CoarseTicker> coarse{StoreConfig{.capacity = 3}};
    coarse.set("a", 1, 1h);
    CHECK(coarse.contains("a"));
    TtlStore<std::string, int, BoottimeTicker> boottime{BoottimeTicker{}, {.capacity = 3}};
    boottime.set("a", 1, 1h);
    CHECK(boottime.contains("a"));
    check_invariants(configured);
}

TEST_CASE("A listener with state is passed to a store with an empty ticker, too", "[config][listener]") {
    Seen seen;
    TtlStore<std::string, int, Told> store{{.capacity = 1}, seen};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(seen.take() == Events{evicted("a", 1)});
}

TEST_CASE("A capacity too large for the table is an error, not a crash", "[config]") {
    Clock clock;
    CHECK_THROWS((IntStore<>{clock, {.capacity = std::size_t{1} << 40}}));
    CHECK_THROWS((IntStore<>{clock, {.capacity = kAll - 1}}));
}

TEST_CASE("A maximal weight beyond any sum is no bound", "[config][weight]") {
    Clock clock;
    IntStore<> store{clock, {.max_weight = kAll}};
    for (int i = 0; i < 1'000; ++i) store.set(i, i);
    CHECK(store.size() == 1'000);
}
