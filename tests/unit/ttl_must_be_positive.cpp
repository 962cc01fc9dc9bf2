// A ttl that is zero, negative or not a number is an error that changes nothing.
#include <cmath>
#include <functional>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

using Seconds = std::chrono::duration<double>;

/// Calls `f` with each kind of ttl that must be refused.
template <class F>
void for_each_bad_ttl(F f) {
    f(0s);
    f(0ns);
    f(std::chrono::duration<unsigned>{0});
    f(-5s);
    f(-1ns);
    f(std::chrono::hours::min());
    f(Seconds{0.0});
    f(Seconds{-0.0});
    f(Seconds{-1e-300});
    f(Seconds{std::nan("")});
    f(Seconds{-std::numeric_limits<double>::infinity()});
    f(std::chrono::duration<float>{std::nanf("")});
}

}  // namespace

TEST_CASE("A ttl that is not positive is refused and changes nothing", "[ttl][C04]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    store.set("c", 1, 60s);
    for_each_bad_ttl([&](auto ttl) {
        CHECK_THROWS_AS(store.set("a", 2, ttl), std::invalid_argument);
        CHECK_THROWS_AS(store.set("b", 9, ttl), std::invalid_argument);
        CHECK_THROWS_AS(store.expire("c", ttl), std::invalid_argument);
        CHECK_THROWS_AS(store.get_or_set(
                            "b", [] { return 9; }, ttl),
                        std::invalid_argument);
    });
    CHECK(store.get("a") == 1);
    CHECK(persistent(store, "a"));
    CHECK_FALSE(store.contains("b"));
    CHECK(left(store, "c") == 60s);
    CHECK(store.size() == 2);
    CHECK(store.stats().inserted == 2);
    CHECK(store.stats().replaced == 0);
    check_invariants(store);
}

TEST_CASE("A refused ttl does not change the order of eviction", "[ttl][C04]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    CHECK_THROWS_AS(store.set("a", 3, 0s), std::invalid_argument);
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"b", "c"});
}

TEST_CASE("Expiry and Ttl refuse what is not positive when they are made", "[ttl][C04]") {
    for_each_bad_ttl([](auto ttl) {
        CHECK_THROWS_AS(Ttl{ttl}, std::invalid_argument);
        CHECK_THROWS_AS(Expiry{ttl}, std::invalid_argument);
        CHECK_THROWS_AS(Expiry::after(ttl), std::invalid_argument);
    });
}

TEST_CASE("A configured ttl that is not positive is refused", "[ttl][config]") {
    Clock clock;
    for_each_bad_ttl([&](auto ttl) {
        CHECK_THROWS_AS((Store<>{clock, {.default_ttl = ttl}}), std::invalid_argument);
        CHECK_THROWS_AS((Store<>{clock, {.idle_ttl = ttl}}), std::invalid_argument);
    });
}
