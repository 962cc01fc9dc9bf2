// set answers what it did, and an argument is moved from only if it was stored.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("set answers inserted for a new key and replaced for a live one", "[set]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.set("a", 1) == SetResult::inserted);
    CHECK(store.set("a", 2) == SetResult::replaced);
    CHECK(store.get("a") == 2);
    CHECK(store.stats().inserted == 1);
    CHECK(store.stats().replaced == 1);
    check_invariants(store);
}

TEST_CASE("if_absent inserts once", "[set][when]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.set("a", 1, 5s, When::if_absent) == SetResult::inserted);
    CHECK(store.set("a", 2, 9s, When::if_absent) == SetResult::condition_not_met);
    CHECK(store.get("a") == 1);
    CHECK(left(store, "a") == 5s);
}

TEST_CASE("if_present replaces only what is there", "[set][when]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.set("a", 1, 5s, When::if_present) == SetResult::condition_not_met);
    CHECK(store.stored() == 0);
    store.set("a", 1);
    CHECK(store.set("a", 2, 5s, When::if_present) == SetResult::replaced);
    CHECK(store.get("a") == 2);
    CHECK(left(store, "a") == 5s);
}

TEST_CASE("A set that stores nothing moves from nothing", "[set][when][C30]") {
    Clock clock;
    TtlStore<std::string, std::unique_ptr<int>, Clock, NoEviction> store{clock, {.capacity = 1}};
    auto value = std::make_unique<int>(1);
    std::string key = "a key long enough to be moved and not copied";

    CHECK(store.set(std::move(key), std::move(value), 5s, When::if_present) == SetResult::condition_not_met);
    CHECK_THROWS_AS(store.set(std::move(key), std::move(value), 0s), std::invalid_argument);
    store.set("a", std::make_unique<int>(0));
    CHECK(store.set(std::move(key), std::move(value)) == SetResult::rejected);
    CHECK(store.set("a", std::move(value), Expiry::standard(), When::if_absent) == SetResult::condition_not_met);
    REQUIRE(value != nullptr);
    CHECK(*value == 1);
    CHECK(key == "a key long enough to be moved and not copied");

    store.clear();
    CHECK(store.set(std::move(key), std::move(value)) == SetResult::inserted);
    CHECK(value == nullptr);
    CHECK(store.contains("a key long enough to be moved and not copied"));
    check_invariants(store);
}

TEST_CASE("A rejected value is intact although the key or the value had to be converted to be weighed", "[set][C30]") {
    struct Length {
        std::size_t operator()(const std::string&, const std::string& value) const { return value.size(); }
    };
    Clock clock;
    TtlStore<std::string, std::string, Clock, WithWeigher<Length>> store{clock, {.max_weight = 100}};
    std::string value(1'000, 'v');
    std::string key(1'000, 'k');
    CHECK(store.set("literal", std::move(value)) == SetResult::rejected);
    CHECK(value.size() == 1'000);
    CHECK(store.set(std::move(key), value.c_str()) == SetResult::rejected);
    CHECK(key.size() == 1'000);
    store.set("literal", "old");
    CHECK(store.set("literal", std::move(value)) == SetResult::rejected);
    CHECK(value.size() == 1'000);
    CHECK(store.get("literal") == "old");
    check_invariants(store);
}

TEST_CASE("An overwrite leaves an rvalue key it does not need or takes it, the entry is found either way", "[set]") {
    Clock clock;
    Store<> store{clock};
    for (int i = 0; i < 3; ++i) {
        std::string key = "a key long enough to be moved and not copied";
        store.set(std::move(key), i);
    }
    CHECK(store.size() == 1);
    CHECK(store.get("a key long enough to be moved and not copied") == 2);
}
