// An entry also dies when it was not accessed for the idle ttl; idling never lengthens a life.
#include <array>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("An entry dies when its idle ttl has passed without an access", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    clock.advance(10s - 1ms);
    CHECK(store.contains("a"));
    CHECK(left(store, "a") == 1ms);
    clock.advance(1ms);
    CHECK_FALSE(store.contains("a"));
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("Every access moves the idle deadline", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    const auto check_moves = [&](const char* name, auto access) {
        INFO(name);
        clock.advance(9s);
        access();
        CHECK(left(store, "a") == 10s);
        check_invariants(store);
    };
    check_moves("find", [&] { store.find("a"); });
    check_moves("get", [&] { store.get("a"); });
    check_moves("find_many", [&] { store.find_many(std::array{"a"}, [](std::size_t, int*) {}); });
    check_moves("touch", [&] { CHECK(store.touch("a")); });
    check_moves("update", [&] { store.update("a", [](int& value) { ++value; }); });
    check_moves("get_or_set", [&] { store.get_or_set("a", [] { return 0; }); });
    check_moves("set", [&] { store.set("a", 5); });
    check_moves("set keep", [&] { store.set("a", 5, Expiry::keep()); });
}

TEST_CASE("Questions, expire and persist do not move the idle deadline", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1, 1h);
    clock.advance(4s);
    static_cast<void>(store.peek("a"));
    static_cast<void>(store.contains("a"));
    static_cast<void>(store.ttl("a"));
    static_cast<void>(store.info("a"));
    store.for_each([](const std::string&, int) {});
    CHECK(left(store, "a") == 6s);
    CHECK(store.expire("a", 2h));
    CHECK(left(store, "a") == 6s);
    CHECK(store.persist("a"));
    CHECK(left(store, "a") == 6s);
    check_invariants(store);
}

TEST_CASE("The earlier of idle deadline and own deadline counts", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("short", 1, 4s);
    store.set("long", 2, 25s);
    CHECK(left(store, "short") == 4s);
    CHECK(left(store, "long") == 10s);
    CHECK(store.next_deadline() == clock.now() + 4s);
    clock.advance(4s);
    CHECK_FALSE(store.get("short"));
    for (int i = 0; i < 4; ++i) {
        CHECK(store.get("long") == 2);
        clock.advance(5s);
    }
    CHECK(left(store, "long") == 1s);  // the access at 19 s cannot push it beyond 25 s
    clock.advance(1s);
    CHECK_FALSE(store.get("long"));
    check_invariants(store);
}

TEST_CASE("ttl, info and next_deadline give the earlier limit", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    const auto start = clock.now();
    store.set("a", 1);
    CHECK(left(store, "a") == 10s);
    CHECK(store.info("a")->deadline == start + 10s);
    CHECK(store.info("a")->left == 10s);
    CHECK(store.next_deadline() == start + 10s);
    clock.advance(5s);
    store.touch("a");
    CHECK(store.next_deadline().value() <= start + 15s);  // a lower bound is allowed, the entry's own answer is exact
    CHECK(store.info("a")->deadline == start + 15s);
}

TEST_CASE("persist and ExpireIf look at the own deadline only", "[idle][expire]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    CHECK_FALSE(store.persist("a"));
    CHECK_FALSE(store.expire("a", 1h, ExpireIf::has_deadline));
    CHECK(store.expire("a", 1h, ExpireIf::no_deadline));
    CHECK_FALSE(store.expire("a", 30min, ExpireIf::later));
    CHECK(store.expire("a", 2h, ExpireIf::later));
    CHECK(store.expire("a", 5s, ExpireIf::sooner));
    CHECK(left(store, "a") == 5s);
    CHECK(store.persist("a"));
    CHECK(left(store, "a") == 10s);
    CHECK_FALSE(store.persist("a"));
    check_invariants(store);
}

TEST_CASE("A sweep removes what idled to death and spares what was accessed", "[idle][sweep]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.idle_ttl = 10s}, seen};
    store.set("idle", 1);
    store.set("busy", 2);
    clock.advance(9s);
    store.get("busy");
    clock.advance(3s);
    CHECK(store.size() == 1);
    CHECK(store.sweep(kAll) == 1);
    CHECK(seen.take() == Events{expired("idle", 1, 2s)});
    CHECK(store.get("busy") == 2);
    check_invariants(store);
}

TEST_CASE("An entry that idled to death is not revived by an access", "[idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    clock.advance(10s);
    CHECK_FALSE(store.touch("a"));
    CHECK_FALSE(store.update("a", [](int&) {}));
    CHECK(store.set("a", 2, Expiry::standard(), When::if_absent) == SetResult::inserted);
    CHECK(left(store, "a") == 10s);
}

TEST_CASE("Idle deadlines saturate", "[idle]") {
    Clock clock{Clock::time_point::max() - 5s};
    Store<> store{clock, {.idle_ttl = 1h}};
    store.set("a", 1);
    clock.advance(4s);
    CHECK(store.get("a") == 1);
    check_invariants(store);
}
