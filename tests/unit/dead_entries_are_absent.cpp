// A dead entry that nobody swept is absent to every write and nothing brings it back.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct Corpse {
    Clock clock;
    Store<> store{clock};
    Corpse() {
        store.set("a", 5, 10s);
        clock.advance(10s);
    }
    void check_stays_dead() {
        CHECK_FALSE(store.get("a"));
        CHECK(store.size() == 0);
        clock.advance(1h);
        CHECK_FALSE(store.get("a"));
        CHECK(store.size() == 0);
        CHECK(store.stats().expired() == 1);
        check_invariants(store);
    }
};

}  // namespace

TEST_CASE("expire does not revive a dead entry", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.expire("a", 10s));
    c.check_stays_dead();
}

TEST_CASE("persist does not revive a dead entry", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.persist("a"));
    c.check_stays_dead();
}

TEST_CASE("touch does not revive a dead entry", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.touch("a"));
    c.check_stays_dead();
}

TEST_CASE("A dead entry does not block an insert that asks for absence", "[life][C02]") {
    Corpse c;
    CHECK(c.store.set("a", 7, Expiry::standard(), When::if_absent) == SetResult::inserted);
    CHECK(c.store.get("a") == 7);
    CHECK(persistent(c.store, "a"));
    c.clock.advance(1h);
    CHECK(c.store.get("a") == 7);
}

TEST_CASE("A dead entry cannot be replaced, only absence is found", "[life][C02]") {
    Corpse c;
    CHECK(c.store.set("a", 7, Expiry::standard(), When::if_present) == SetResult::condition_not_met);
    c.check_stays_dead();
}

TEST_CASE("Erasing a dead entry answers false", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.erase("a"));
    c.check_stays_dead();
}

TEST_CASE("Taking a dead entry gives nothing", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.take("a"));
    c.check_stays_dead();
}

TEST_CASE("An update does not see a dead entry, and a counter starts again without a deadline", "[life][C02]") {
    Corpse c;
    CHECK_FALSE(c.store.update("a", [](int& value) { ++value; }));
    CHECK(++c.store.get_or_set("a", [] { return 0; }) == 1);
    CHECK(persistent(c.store, "a"));
}

TEST_CASE("An update of a dead entry leaves it dead", "[life][C02]") {
    Corpse c;
    bool called = false;
    CHECK_FALSE(c.store.update("a", [&](int&) { called = true; }));
    CHECK_FALSE(called);
    c.check_stays_dead();
}
