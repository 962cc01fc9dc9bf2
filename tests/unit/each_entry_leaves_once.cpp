// Each entry that leaves is reported exactly once, with its own key and value and the right cause.
#include <algorithm>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A dead entry is reported once, whoever finds it and however often", "[listener][C16]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    CHECK_FALSE(store.contains("a"));
    CHECK(store.sweep(kAll) == 0);
    CHECK_FALSE(store.erase("a"));
    store.clear();
    CHECK(seen.take() == Events{expired("a", 1)});
    check_invariants(store);
}

TEST_CASE("The victim is reported, not the newcomer", "[listener][C16]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(seen.take() == Events{evicted("a", 1)});
    check_invariants(store);
}

TEST_CASE("Clearing a store whose only entry is dead reports it once, as expired", "[listener][C16]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("z", 1, 1s);
    clock.advance(5s);
    store.clear();
    CHECK(seen.take() == Events{expired("z", 1, 4s)});
    check_invariants(store);
}

TEST_CASE("A hundred erasures make a hundred events", "[listener][C16]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    Events expected;
    for (int i = 0; i < 100; ++i) store.set("k" + std::to_string(i), i);
    for (int i = 0; i < 100; ++i) {
        CHECK(store.erase("k" + std::to_string(i)));
        expected.push_back(erased("k" + std::to_string(i), i));
    }
    CHECK(seen.take() == expected);
    check_invariants(store);
}

TEST_CASE("clear reports the living as cleared and the dead as expired", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("dead", 1, 1s);
    store.set("living", 2, 10s);
    store.set("immortal", 3);
    clock.advance(3s);
    store.clear();
    auto events = seen.take();
    std::sort(events.begin(), events.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
    CHECK(events == Events{expired("dead", 1, 2s), cleared("immortal", 3), cleared("living", 2)});
    CHECK(store.stored() == 0);
    check_invariants(store);
}

TEST_CASE("A replaced value is reported as replaced, its successor later under its own cause", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1);
    store.set("a", 2, 5s);
    CHECK(seen.take() == Events{replaced("a", 1)});
    store.set("a", 3, Expiry::keep());
    CHECK(seen.take() == Events{replaced("a", 2)});
    store.erase("a");
    CHECK(seen.take() == Events{erased("a", 3)});
}

TEST_CASE("take hands the value over and reports nothing", "[listener][take]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 5s);
    CHECK(store.take("a") == 1);
    CHECK(seen.take().empty());
    CHECK(store.stored() == 0);
}

TEST_CASE("take of a dead entry reports the entry as expired", "[listener][take]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 5s);
    clock.advance(6s);
    CHECK_FALSE(store.take("a"));
    CHECK(seen.take() == Events{expired("a", 1, 1s)});
}

TEST_CASE("erase_if reports what it erased as erased", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(store.erase_if([](const std::string&, int value) { return value == 2; }) == 1);
    CHECK(seen.take() == Events{erased("b", 2)});
}

TEST_CASE("In-place changes and refused writes report nothing", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 5s);
    store.update("a", [](int& value) { value = 2; });
    store.set("a", 3, 5s, When::if_absent);
    store.set("b", 3, 5s, When::if_present);
    store.expire("a", 9s);
    store.persist("a");
    store.touch("a");
    store.get_or_set("a", [] { return 1; });
    CHECK_THROWS(store.set("a", 1, 0s));
    CHECK_THROWS(store.expire("a", -1s));
    CHECK(seen.take().empty());
}

TEST_CASE("Destroying or moving a store reports nothing", "[listener]") {
    Clock clock;
    Seen seen;
    {
        Store<Told> store{clock, {}, seen};
        store.set("a", 1);
        store.set("b", 2, 1s);
        clock.advance(1s);
        Store<Told> moved{std::move(store)};
    }
    CHECK(seen.take().empty());
}
