// A listener that throws: the other events are still delivered, then the first exception reaches the caller.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("A sweep whose listener throws delivers every event and leaves nothing behind", "[listener][sweep][C17]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2, 1s);
    clock.advance(1s);
    seen.during([&] {
        if (seen.events().size() == 1) throw Trouble{"first"};
    });
    CHECK_THROWS_AS(store.sweep(kAll), Trouble);
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.size() == 0);
    CHECK(store.stored() == 0);
    CHECK(seen.events() == Events{expired("a", 1), expired("b", 2)});

    store.set("a", 5, 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(seen.events().back() == expired("a", 5));
    check_invariants(store);
}

TEST_CASE("The first exception of several reaches the caller", "[listener][C17]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 5; ++i) store.set("k" + std::to_string(i), i);
    int thrown = 0;
    seen.during([&] { throw Trouble{std::to_string(++thrown)}; });
    CHECK_THROWS_WITH(store.clear(), "1");
    CHECK(thrown == 5);
    CHECK(seen.events().size() == 5);
    CHECK(store.stored() == 0);
    check_invariants(store);
}

TEST_CASE("A set whose listener throws has stored its value", "[listener][C17]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    store.set("a", 1);
    seen.during([] { throw Trouble{"no"}; });
    CHECK_THROWS_AS(store.set("b", 2), Trouble);
    CHECK(store.get("b") == 2);
    CHECK_THROWS_AS(store.set("b", 3), Trouble);
    CHECK(store.get("b") == 3);
    CHECK(seen.take() == Events{evicted("a", 1), replaced("b", 2)});
    check_invariants(store);
}

TEST_CASE("Every other call survives a listener that throws", "[listener][C17]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    const auto corpse = [&](const char* key) {
        store.set(key, 1, 1s);
        clock.advance(1s);
    };
    seen.during([] { throw Trouble{"no"}; });

    corpse("find");
    CHECK_THROWS_AS(store.find("find"), Trouble);
    corpse("take");
    CHECK_THROWS_AS(store.take("take"), Trouble);
    corpse("get_or_set");
    CHECK_THROWS_AS(store.get_or_set("get_or_set", [] { return 7; }), Trouble);
    CHECK(store.get_or_set("get_or_set", [] { return 7; }) == 7);
    CHECK_THROWS_AS(store.erase("get_or_set"), Trouble);
    store.set("past", 1);
    CHECK_THROWS_AS(store.expire("past", Expiry::at(clock.now())), Trouble);
    store.set("pred", 1);
    CHECK_THROWS_AS(store.erase_if([](const std::string&, int) { return true; }), Trouble);
    CHECK(store.stored() == 0);
    CHECK(seen.events().size() == 6);
    check_invariants(store);
}

TEST_CASE("A listener that throws loses no value and keeps none", "[listener][C17]") {
    struct Throws {
        void operator()(int, std::unique_ptr<int>&&, const Removal&) const { throw Trouble{"no"}; }
    };
    Clock clock;
    TtlStore<int, std::unique_ptr<int>, Clock, WithListener<Throws>> store{clock};
    for (int i = 0; i < 3; ++i) store.set(i, std::make_unique<int>(i), 1s);
    clock.advance(1s);
    CHECK_THROWS_AS(store.sweep(kAll), Trouble);
    CHECK(store.stored() == 0);
    check_invariants(store);
}
