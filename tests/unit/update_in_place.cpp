// update changes a live value in place: the deadline stays, the weight is looked at again.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct ItsValue {
    std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
};
using Weighed = Store<WithWeigher<ItsValue>, Told>;

}  // namespace

TEST_CASE("update calls f on the live value and keeps the deadline", "[update]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    clock.advance(4s);
    CHECK(store.update("a", [](int& value) { value += 41; }));
    CHECK(store.get("a") == 42);
    CHECK(left(store, "a") == 6s);
    CHECK_FALSE(store.update("b", [](int&) { FAIL("there is no b"); }));
    CHECK(store.stats().lookups() == 1);  // the get above: an update is no lookup
    check_invariants(store);
}

TEST_CASE("If f throws, the value is as f left it and everything else as it was", "[update][strong]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    CHECK_THROWS_AS(store.update("a",
                                 [](int& value) {
                                     value = 7;
                                     throw std::runtime_error{"no"};
                                 }),
                    std::runtime_error);
    CHECK(store.get("a") == 7);
    CHECK(left(store, "a") == 10s);
    check_invariants(store);
}

TEST_CASE("An update counts as an access", "[update][capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    store.update("a", [](int&) {});
    store.set("c", 3);
    CHECK(keys_of(store) == Keys{"a", "c"});
}

TEST_CASE("A value that grew makes others give way", "[update][weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 4);
    store.set("b", 3);
    store.set("c", 3);
    CHECK(store.update("c", [](int& value) { value = 6; }));
    CHECK(seen.take() == Events{evicted("a", 4)});
    CHECK(store.info("c")->weight == 6);
    CHECK(keys_of(store) == Keys{"b", "c"});
    check_invariants(store);
}

TEST_CASE("A value that grew beyond the whole weight is evicted itself, and only it", "[update][weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 4);
    store.set("b", 3);
    CHECK(store.update("b", [](int& value) { value = 11; }));
    CHECK(seen.take() == Events{evicted("b", 11)});
    CHECK(keys_of(store) == Keys{"a"});
    check_invariants(store);
}

TEST_CASE("A value that shrank gives weight back", "[update][weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 9);
    store.update("a", [](int& value) { value = 1; });
    store.set("b", 9);
    CHECK(seen.take().empty());
    CHECK(keys_of(store) == Keys{"a", "b"});
    check_invariants(store);
}

TEST_CASE("The weight of a value that f left changed when it threw is right afterwards", "[update][weight][strong]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 4);
    store.set("b", 3);
    CHECK_THROWS(store.update("b", [](int& value) {
        value = 5;
        throw std::runtime_error{"no"};
    }));
    CHECK(*store.peek("b") == 5);
    store.erase("b");
    store.set("c", 6);
    CHECK(keys_of(store) == Keys{"a", "c"});
    check_invariants(store);
}
