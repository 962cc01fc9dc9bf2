// Expiry::at gives the deadline itself; one that is not in the future stores nothing and removes an old value.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("at sets the deadline itself", "[expiry][at]") {
    Clock clock;
    Store<> store{clock};
    clock.advance(3s);
    CHECK(store.set("a", 1, Expiry::at(clock.now() + 1ms)) == SetResult::inserted);
    CHECK(left(store, "a") == 1ms);
    const auto deadline = clock.now() + 10s;
    CHECK(store.set("a", 2, Expiry::at(deadline)) == SetResult::replaced);
    CHECK(store.info("a")->deadline == deadline);
    clock.advance(10s - 1ms);
    CHECK(store.get("a") == 2);
    clock.advance(1ms);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("A set whose deadline is not in the future stores nothing", "[expiry][at]") {
    Clock clock;
    clock.advance(10s);
    Store<> store{clock};
    const auto past = Clock::time_point{GENERATE(10'000ms, 9'999ms, 0ms, -5ms, std::chrono::milliseconds::min())};
    CHECK(store.set("a", 1, Expiry::at(past)) == SetResult::inserted);
    CHECK(store.stored() == 0);
    CHECK_FALSE(store.contains("a"));
    CHECK_FALSE(store.next_deadline());
    check_invariants(store);
}

TEST_CASE("A set whose deadline is not in the future removes the old value", "[expiry][at]") {
    Clock clock;
    clock.advance(10s);
    Store<> store{clock};
    store.set("a", 1, 1h);
    CHECK(store.set("a", 2, Expiry::at(clock.now())) == SetResult::replaced);
    CHECK(store.stored() == 0);
    CHECK_FALSE(store.next_deadline());
    check_invariants(store);
}

TEST_CASE("A set whose deadline is not in the future answers inserted over a dead entry", "[expiry][at]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(store.set("a", 2, Expiry::at(clock.now())) == SetResult::inserted);
    CHECK(store.stored() == 0);
    CHECK(store.stats().expired() == 1);
    check_invariants(store);
}

TEST_CASE("A set whose deadline is not in the future evicts nobody", "[expiry][at]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(store.set("c", 3, Expiry::at(clock.now())) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(store.stats().evicted == 0);
}

TEST_CASE("A set whose deadline is not in the future still honours its condition", "[expiry][at]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    const auto past = Expiry::at(clock.now());
    CHECK(store.set("a", 2, past, When::if_absent) == SetResult::condition_not_met);
    CHECK(store.get("a") == 1);
    CHECK(store.set("b", 2, past, When::if_present) == SetResult::condition_not_met);
    CHECK(store.set("b", 2, past, When::if_absent) == SetResult::inserted);
    CHECK(store.set("a", 2, past, When::if_present) == SetResult::replaced);
    CHECK(store.stored() == 0);
}

TEST_CASE("The value of a set into the past is not moved from", "[expiry][at]") {
    Clock clock;
    TtlStore<std::string, std::unique_ptr<int>, Clock> store{clock};
    auto value = std::make_unique<int>(1);
    store.set("a", std::move(value), Expiry::at(clock.now()));
    CHECK(value != nullptr);
}

TEST_CASE("A time point finer than the tick is rounded up, of any clock it is read on the ticker's time line",
          "[expiry][at]") {
    Clock clock;
    Store<> store{clock};
    using Fine = std::chrono::time_point<std::chrono::steady_clock, std::chrono::nanoseconds>;
    store.set("a", 1, Expiry::at(Fine{1ns}));
    CHECK(left(store, "a") == 1ms);
    store.set("b", 1, Expiry::at(Fine{1'000'001ns}));
    CHECK(left(store, "b") == 2ms);
    using Coarse = std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>;
    store.set("c", 1, Expiry::at(Coarse{1h}));
    CHECK(left(store, "c") == 1h);
    using Floating = std::chrono::time_point<std::chrono::system_clock, std::chrono::duration<double>>;
    store.set("d", 1, Expiry::at(Floating{std::chrono::duration<double>{0.1}}));
    CHECK(left(store, "d") == 100ms);
}

TEST_CASE("expire to a time that is not in the future removes at once and answers true", "[expiry][at][expire]") {
    Clock clock;
    clock.advance(10s);
    Store<> store{clock};
    store.set("a", 1, 1h);
    CHECK(store.expire("a", Expiry::at(clock.now())));
    CHECK(store.stored() == 0);
    CHECK_FALSE(store.expire("a", Expiry::at(clock.now())));
    store.set("b", 1);
    CHECK(store.expire("b", Expiry::at(clock.now() - 5s)));
    CHECK(store.stored() == 0);
    store.set("c", 1);
    CHECK(store.expire("c", Expiry::at(clock.now() + 1ms)));
    CHECK(store.contains("c"));
    CHECK(store.stats().expired() == 2);
    check_invariants(store);
}

TEST_CASE("get_or_set that cannot keep its value because the deadline has passed says so", "[expiry][at]") {
    Clock clock;
    Store<> store{clock};
    CHECK_THROWS_AS(store.get_or_set(
                        "a", [] { return 1; }, Expiry::at(clock.now())),
                    std::length_error);
    CHECK(store.stored() == 0);
}
