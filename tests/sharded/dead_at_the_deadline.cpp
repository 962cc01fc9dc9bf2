// One rule of life, through every member of the sharded store: alive one tick before the deadline, dead at it.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

/// Calls ask(store) one tick before the deadline of "a" (10 s), then at it, each on a store of its own.
template <class Ask>
void at_the_deadline(Ask ask, bool before, bool at) {
    for (const bool dead : {false, true}) {
        Clock clock;
        Sharded<> store{clock, {.shards = 4}};
        store.set("a", 1, 10s);
        clock.advance(dead ? 10'000ms : 9'999ms);
        CHECK(static_cast<bool>(ask(store)) == (dead ? at : before));
        CHECK(store.size() == store.live());
        CHECK(store.stored() - store.overdue() == store.size());
    }
}

}  // namespace

TEST_CASE("at its deadline a sharded entry is absent to every question", "[sharded][life]") {
    at_the_deadline([](auto& s) { return s.contains("a"); }, true, false);
    at_the_deadline([](auto& s) { return s.size() == 1; }, true, false);
    at_the_deadline([](auto& s) { return s.empty(); }, false, true);
    at_the_deadline([](auto& s) { return s.overdue() == 1; }, false, true);
    at_the_deadline([](auto& s) { return left(s, "a") == 1ms; }, true, false);
    at_the_deadline([](auto& s) { return missing(s, "a"); }, false, true);
    at_the_deadline([](auto& s) { return s.info("a").has_value(); }, true, false);
    at_the_deadline([](auto& s) { return !keys_of(s).empty(); }, true, false);
    at_the_deadline(
        [](auto& s) {
            int seen = 0;
            for (std::uint64_t next = s.scan(0, 9, [&](auto&, auto&) { ++seen; }); next != 0;)
                next = s.scan(next, 9, [&](auto&, auto&) { ++seen; });
            return seen;
        },
        true, false);
}

TEST_CASE("at its deadline a sharded entry is absent to every lookup", "[sharded][life]") {
    at_the_deadline([](auto& s) { return s.get("a"); }, true, false);
    at_the_deadline([](auto& s) { return s.visit("a", [](const int&) {}); }, true, false);
    at_the_deadline([](auto& s) { return s.get_many(Keys{"a"})[0]; }, true, false);
    at_the_deadline([](auto& s) { return s.update("a", [](int&) {}); }, true, false);
    at_the_deadline([](auto& s) { return s.touch("a"); }, true, false);
}

TEST_CASE("at its deadline a sharded entry is absent to every change", "[sharded][life]") {
    at_the_deadline([](auto& s) { return s.expire("a", 1h); }, true, false);
    at_the_deadline([](auto& s) { return s.persist("a"); }, true, false);
    at_the_deadline([](auto& s) { return s.erase("a"); }, true, false);
    at_the_deadline([](auto& s) { return s.take("a"); }, true, false);
    at_the_deadline([](auto& s) { return s.erase_if([](auto&, int) { return true; }); }, true, false);
    at_the_deadline([](auto& s) { return s.sweep(1) == 0; }, true, false);
    at_the_deadline([](auto& s) { return s.set("a", 2) == SetResult::inserted; }, false, true);
    at_the_deadline([](auto& s) { return s.set("a", 2, 1s, When::if_absent) == SetResult::inserted; }, false, true);
    at_the_deadline([](auto& s) { return s.set("a", 2, 1s, When::if_present) == SetResult::replaced; }, true, false);
    at_the_deadline(
        [](auto& s) {
            s.set_many(std::vector<std::pair<std::string, int>>{{"a", 2}}, Expiry::keep());
            return left(s, "a") == 1ms;
        },
        true, false);
}

TEST_CASE("a sharded store's next deadline is the earliest of all shards", "[sharded][life]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 8}};
    CHECK_FALSE(store.next_deadline());
    for (int i = 1; i <= 100; ++i) store.set("k" + std::to_string(i), i, std::chrono::seconds{i});
    CHECK(store.next_deadline() == clock.now() + 1s);
    store.erase("k1");
    CHECK(store.next_deadline() == clock.now() + 2s);
    store.expire("k70", 1s);
    CHECK(store.next_deadline() == clock.now() + 1s);
    store.set("k70", 1);
    CHECK(store.next_deadline() == clock.now() + 2s);
    clock.advance(100s);
    CHECK(store.sweep(kAll) == 98);
    CHECK_FALSE(store.next_deadline());
    CHECK(keys_of(store) == Keys{"k70"});
}
