// Every operation judges by the same rule: one tick before the deadline alive, at it and after it dead.
#include <array>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// `says_alive` gets a store whose only entry "a" (value 1) dies at 10 s, and answers whether the operation saw it.
template <class Op>
void check_rule(Op says_alive) {
    for (const auto now : {9'999ms, 10'000ms, 10'001ms}) {
        INFO("at " << now.count() << " ms");
        Clock clock;
        Store<> store{clock};
        store.set("a", 1, 10s);
        clock.advance(now);
        CHECK(says_alive(store) == (now < 10s));
        check_invariants(store);
    }
}

}  // namespace

TEST_CASE("Reads agree on the tick of death", "[life]") {
    check_rule([](auto& s) { return s.find("a") != nullptr; });
    check_rule([](auto& s) { return s.peek("a") != nullptr; });
    check_rule([](auto& s) { return s.get("a").has_value(); });
    check_rule([](auto& s) { return s.contains("a"); });
    check_rule([](auto& s) { return !missing(s, "a"); });
    check_rule([](auto& s) { return s.info("a").has_value(); });
    check_rule([](auto& s) {
        bool found = false;
        s.find_many(std::array{"a"}, [&](std::size_t, int* value) { found = value != nullptr; });
        return found;
    });
}

TEST_CASE("Changes of the deadline agree on the tick of death", "[life]") {
    check_rule([](auto& s) { return s.expire("a", 1h); });
    check_rule([](auto& s) { return s.expire("a", Expiry::never()); });
    check_rule([](auto& s) { return s.expire("a", Expiry::keep()); });
    check_rule([](auto& s) { return s.persist("a"); });
    check_rule([](auto& s) { return s.touch("a"); });
}

TEST_CASE("Writes agree on the tick of death", "[life]") {
    check_rule([](auto& s) { return s.set("a", 2) == SetResult::replaced; });
    check_rule([](auto& s) { return s.set("a", 2, 1h, When::if_present) == SetResult::replaced; });
    check_rule([](auto& s) { return s.set("a", 2, 1h, When::if_absent) == SetResult::condition_not_met; });
    check_rule([](auto& s) {
        s.set("a", 2, Expiry::keep());
        return left(s, "a").has_value();
    });
    check_rule([](auto& s) { return s.update("a", [](int& value) { ++value; }); });
    check_rule([](auto& s) { return s.get_or_set("a", [] { return 2; }) == 1; });
}

TEST_CASE("Removals agree on the tick of death", "[life]") {
    check_rule([](auto& s) { return s.erase("a"); });
    check_rule([](auto& s) { return s.take("a").has_value(); });
    check_rule([](auto& s) { return s.erase_if([](const std::string&, int) { return true; }) == 1; });
    check_rule([](auto& s) { return s.sweep(1) == 0; });
    check_rule([](auto& s) { return s.sweep(SweepBudget{}).removed == 0; });
}

TEST_CASE("Counts and walks agree on the tick of death", "[life]") {
    check_rule([](auto& s) { return s.size() == 1; });
    check_rule([](auto& s) { return s.live() == 1; });
    check_rule([](auto& s) { return s.overdue() == 0; });
    check_rule([](auto& s) { return s.begin() != s.end(); });
    check_rule([](auto& s) { return keys_of(s) == Keys{"a"}; });
    check_rule([](auto& s) {
        bool seen = false;
        s.for_each_by_deadline([&](const std::string&, int) { seen = true; });
        return seen;
    });
}

TEST_CASE("Room is made by the same rule of life", "[life]") {
    for (const auto now : {9'999ms, 10'000ms, 10'001ms}) {
        Clock clock;
        Store<> store{clock, {.capacity = 1}};
        store.set("a", 1, 10s);
        clock.advance(now);
        store.set("b", 2);
        CHECK(store.stats().evicted == (now < 10s ? 1 : 0));
        CHECK(store.stats().expired_for_room == (now < 10s ? 0 : 1));
        check_invariants(store);
    }
}
