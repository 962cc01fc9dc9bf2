// get_or_set returns the live value or stores what make returns.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("get_or_set makes a value once and hands out a reference to it", "[get_or_set]") {
    Clock clock;
    Store<> store{clock};
    int calls = 0;
    const auto make = [&] { return ++calls; };
    int& value = store.get_or_set("a", make, 10s);
    CHECK(value == 1);
    CHECK(&value == store.find("a"));
    CHECK(&store.get_or_set("a", make) == &value);
    CHECK(calls == 1);
    CHECK(left(store, "a") == 10s);
    CHECK(store.stats().hits == 2);  // the find and the second get_or_set
    CHECK(store.stats().misses == 1);
    check_invariants(store);
}

TEST_CASE("A dead value is made anew", "[get_or_set]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 10s);
    clock.advance(10s);
    CHECK(store.get_or_set(
              "a", [] { return 2; }, 5s) == 2);
    CHECK(left(store, "a") == 5s);
    CHECK(seen.take() == Events{expired("a", 1)});
    check_invariants(store);
}

TEST_CASE("The ttl of a made value counts from when it is stored", "[get_or_set]") {
    Clock clock;
    Store<> store{clock};
    store.get_or_set(
        "a",
        [&] {
            clock.advance(30s);
            return 1;
        },
        10s);
    CHECK(left(store, "a") == 10s);
}

TEST_CASE("make may use the store, write its own key and make it grow", "[get_or_set]") {
    Clock clock;
    Store<> store{clock};
    int& outer = store.get_or_set("outer", [&] {
        for (int i = 0; i < 5'000; ++i) store.set("k" + std::to_string(i), i);
        return store.get_or_set("inner", [] { return 20; }) + 1;
    });
    CHECK(outer == 21);
    CHECK(&outer == store.find("outer"));
    CHECK(store.size() == 5'002);

    int& own = store.get_or_set("own", [&] {
        store.set("own", 1);
        return 2;
    });
    CHECK(&own == store.find("own"));
    CHECK(own == 1);
    CHECK(store.size() == 5'003);
    check_invariants(store);
}

TEST_CASE("A value that cannot be kept is a length_error and changes nothing", "[get_or_set]") {
    Clock clock;
    struct ItsValue {
        std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
    };
    Seen seen;
    Store<WithWeigher<ItsValue>, Told> heavy{clock, {.max_weight = 10}, seen};
    heavy.set("a", 10);
    CHECK_THROWS_AS(heavy.get_or_set("b", [] { return 11; }), std::length_error);
    CHECK(keys_of(heavy) == Keys{"a"});

    Store<NoEviction, Told> full{clock, {.capacity = 1}, seen};
    full.set("a", 1);
    CHECK_THROWS_AS(full.get_or_set("b", [] { return 2; }), std::length_error);
    CHECK(full.get_or_set("a", [] { return 2; }) == 1);
    CHECK(keys_of(full) == Keys{"a"});
    CHECK(seen.take().empty());
    check_invariants(heavy);
    check_invariants(full);
}

TEST_CASE("A made value that a listener removes at once is a length_error", "[get_or_set][listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    store.set("victim", 1);
    seen.during([&] { store.clear(); });
    CHECK_THROWS_AS(store.get_or_set("a", [] { return 2; }), std::length_error);
    CHECK(store.stored() == 0);
    check_invariants(store);
}

TEST_CASE("get_or_set works with values that can only be moved", "[get_or_set][C30]") {
    Clock clock;
    TtlStore<std::string, std::unique_ptr<int>, Clock> store{clock};
    auto& made = store.get_or_set(std::string_view{"a"}, [] { return std::make_unique<int>(5); });
    CHECK(*made == 5);
    std::string key = "a";
    CHECK(&store.get_or_set(key, [] { return nullptr; }) == &made);
    CHECK(&store.get_or_set(std::move(key), [] { return nullptr; }) == &made);
    check_invariants(store);
}

TEST_CASE("get_or_set evicts to make room and its own value stays", "[get_or_set][capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    for (int i = 0; i < 10; ++i) {
        int& value = store.get_or_set("k" + std::to_string(i), [i] { return i; });
        CHECK(value == i);
    }
    CHECK(keys_of(store) == Keys{"k8", "k9"});
    CHECK(store.stats().evicted == 8);
    check_invariants(store);
}
