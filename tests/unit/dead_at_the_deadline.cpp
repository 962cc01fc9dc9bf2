// An entry is alive while now < deadline and dead at the deadline itself, whatever the tick.
#include <array>
#include <numeric>

#include "unit/shorthand.hpp"

using namespace unit;

TEMPLATE_TEST_CASE("An entry is dead at the very tick of its deadline", "[life][C01]", std::chrono::nanoseconds,
                   std::chrono::microseconds, std::chrono::milliseconds, std::chrono::seconds, Sixtieths) {
    constexpr TestType tick{1};
    BasicManualTicker<TestType> clock;
    TtlStore<std::string, int, BasicManualTicker<TestType>> store{clock};
    store.set("a", 1, 10s);

    clock.advance(std::chrono::duration_cast<TestType>(10s) - tick);
    CHECK(store.get("a") == 1);
    CHECK(store.contains("a"));
    CHECK(left(store, "a") == tick);
    CHECK(store.size() == 1);

    clock.advance(tick);
    CHECK_FALSE(store.contains("a"));
    CHECK(missing(store, "a"));
    CHECK(store.size() == 0);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("Every order of reads at the deadline gives the same answers and one removal", "[life][C01]") {
    std::array<int, 5> order{};
    std::iota(order.begin(), order.end(), 0);
    do {
        Clock clock;
        Store<> store{clock};
        store.set("a", 1, 10s);
        clock.advance(10s);
        for (int read : order) {
            if (read == 0) CHECK_FALSE(store.contains("a"));
            if (read == 1) CHECK(missing(store, "a"));
            if (read == 2) CHECK(store.size() == 0);
            if (read == 3) CHECK(keys_of(store).empty());
            if (read == 4) CHECK_FALSE(store.get("a"));
        }
        CHECK(store.stats().lazily_expired + store.sweep(kAll) == 1);
        check_invariants(store);
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("A hit just before the deadline carries the stored value and a positive rest that counts down",
          "[life][C01]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 7, 10s);
    for (auto rest = 10'000ms; rest > 0ms; rest -= 1ms) {
        if (left(store, "a") != rest || store.get("a") != 7) FAIL("wrong with " << rest.count() << " ms to live");
        clock.advance(1ms);
    }
    CHECK_FALSE(store.get("a"));
    CHECK_FALSE(left(store, "a"));
}
