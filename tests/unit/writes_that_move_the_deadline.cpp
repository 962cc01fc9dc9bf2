// Only set, expire, persist and an insert that happens change a deadline; refused and in-place writes do not.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A refused insert and an in-place update keep the deadline", "[deadline][C09]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.set("a", 1, 3s, When::if_absent) == SetResult::inserted);
    CHECK(left(store, "a") == 3s);
    clock.advance(1s);
    CHECK(store.set("a", 9, 60s, When::if_absent) == SetResult::condition_not_met);
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 2s);
    CHECK(store.update("a", [](int& value) { ++value; }));
    CHECK(store.get("a") == 2);
    CHECK(left(store, "a") == 2s);
    clock.advance(2s);
    CHECK_FALSE(store.get("a"));
    check_invariants(store);
}

TEST_CASE("get_or_set on a hit, touch and reads leave the deadline alone", "[deadline][C09]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 3s);
    clock.advance(1s);
    CHECK(store.get_or_set(
              "a", [] { return 9; }, 60s) == 1);
    CHECK(store.touch("a"));
    CHECK(store.find("a"));
    CHECK(store.peek("a"));
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 2s);
}

TEST_CASE("A replacement refused for absence sets no deadline", "[deadline][C09]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.set("a", 1, 3s, When::if_present) == SetResult::condition_not_met);
    CHECK_FALSE(store.next_deadline());
    CHECK(store.stored() == 0);
}
