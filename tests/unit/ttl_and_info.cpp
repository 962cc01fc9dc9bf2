// ttl answers with one of three types, info with deadline, rest and weight.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("ttl tells missing, without deadline and remaining apart", "[ttl]") {
    Clock clock;
    Store<> store{clock};
    store.set("mortal", 1, 10s);
    store.set("immortal", 2);
    CHECK(std::holds_alternative<Missing>(store.ttl("nobody")));
    CHECK(std::holds_alternative<Persistent>(store.ttl("immortal")));
    CHECK(std::get<Store<>::Remaining>(store.ttl("mortal")).left == 10s);
    clock.advance(4s);
    CHECK(left(store, "mortal") == 6s);
    clock.advance(6s - 1ms);
    CHECK(left(store, "mortal") == 1ms);
    clock.advance(1ms);
    CHECK(missing(store, "mortal"));
    clock.advance(1ms);
    CHECK(missing(store, "mortal"));
    CHECK(persistent(store, "immortal"));
}

TEST_CASE("info tells deadline, rest and weight of a live entry", "[info]") {
    Clock clock;
    clock.advance(1h);
    Store<> store{clock};
    store.set("mortal", 1, 10s);
    store.set("immortal", 2);
    const auto mortal = store.info("mortal");
    REQUIRE(mortal);
    CHECK(mortal->deadline == clock.now() + 10s);
    CHECK(mortal->left == 10s);
    CHECK(mortal->weight == 1);
    const auto immortal = store.info("immortal");
    REQUIRE(immortal);
    CHECK_FALSE(immortal->deadline);
    CHECK_FALSE(immortal->left);
    CHECK(immortal->weight == 1);
    CHECK_FALSE(store.info("nobody"));
    clock.advance(10s);
    CHECK_FALSE(store.info("mortal"));
}

TEST_CASE("info shows the weight that the weigher gave", "[info][weight]") {
    struct Length {
        std::size_t operator()(const std::string& key, int) const { return key.size(); }
    };
    Clock clock;
    Store<WithWeigher<Length>> store{clock, {.max_weight = 100}};
    store.set("abc", 1);
    store.set("", 2);
    CHECK(store.info("abc")->weight == 3);
    CHECK(store.info("")->weight == 0);
    check_invariants(store);
}
