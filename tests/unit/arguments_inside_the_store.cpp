// Arguments may refer to keys and values that are stored: they are used before what they refer to goes.
#include <array>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

using Texts = TtlStore<std::string, std::string, Clock>;
const std::string kLong = "a text that is long enough to live on the heap, where a use after free is seen";

template <class Store>
const std::string& stored_key(const Store& store) {
    return (*store.begin()).first;
}

}  // namespace

TEST_CASE("A value can be set to itself and to another stored one", "[alias][C29]") {
    Clock clock;
    Texts store{clock};
    store.set("a", kLong);
    store.set("a", *store.find("a"));
    CHECK(store.get("a") == kLong);
    store.set("b", *store.find("a"));
    CHECK(store.get("a") == kLong);
    CHECK(store.get("b") == kLong);
    store.set("a", kLong + "!");
    store.set("b", *store.find("a"), 10s);
    CHECK(store.get("b") == kLong + "!");
    check_invariants(store);
}

TEST_CASE("The value of the entry that has to make room can be the new value", "[alias][C29]") {
    Clock clock;
    Texts store{clock, {.capacity = 1}};
    store.set("a", kLong);
    store.set("b", *store.find("a"));
    CHECK(store.get("b") == kLong);
    CHECK_FALSE(store.contains("a"));
    store.set(*store.find("b"), "value");  // now the stored value serves as key
    CHECK(store.get(kLong) == "value");
    check_invariants(store);
}

TEST_CASE("The value of an entry that dies for room can be the new value", "[alias][C29]") {
    Clock clock;
    Texts store{clock, {.capacity = 1}};
    store.set("a", kLong, 1s);
    const std::string* value = store.find("a");
    clock.advance(1s);
    store.set("b", *value);
    CHECK(store.get("b") == kLong);
    check_invariants(store);
}

TEST_CASE("A stored value can be the new value while the table grows", "[alias][C29]") {
    Clock clock;
    TtlStore<int, std::string, Clock> store{clock};
    store.set(0, kLong);
    for (int i = 1; i < 5'000; ++i) store.set(i, *store.find(i - 1));
    for (int i = 0; i < 5'000; ++i) REQUIRE(*store.find(i) == kLong);
    check_invariants(store);
}

TEST_CASE("Every keyed call takes a reference to the stored key", "[alias]") {
    Clock clock;
    Store<> store{clock};
    const auto fresh = [&](Expiry expiry = Expiry::never()) -> const std::string& {
        store.clear();
        store.set(kLong, 1, expiry);
        return stored_key(store);
    };
    CHECK(store.erase(fresh()));
    CHECK(store.take(fresh()) == 1);
    CHECK(store.expire(fresh(), Expiry::at(clock.now())));
    CHECK(store.set(fresh(), 2, Expiry::at(clock.now())) == SetResult::replaced);
    CHECK(store.stored() == 0);
    CHECK(store.set(fresh(), 2) == SetResult::replaced);
    CHECK(store.get(kLong) == 2);
    CHECK(store.get_or_set(fresh(), [] { return 3; }) == 1);
    CHECK(store.expire(fresh(), 5s));
    CHECK(store.persist(stored_key(store)));
    CHECK(store.touch(stored_key(store)));
    check_invariants(store);
}

TEST_CASE("Every keyed call takes a reference to the key of a dead entry", "[alias]") {
    Clock clock;
    Store<> store{clock};
    const auto corpse = [&]() -> const std::string& {
        store.clear();
        store.set(kLong, 1, 1s);
        const std::string& key = stored_key(store);
        clock.advance(1s);
        return key;
    };
    CHECK_FALSE(store.get(corpse()));
    CHECK(store.find(corpse()) == nullptr);
    CHECK_FALSE(store.erase(corpse()));
    CHECK_FALSE(store.take(corpse()));
    CHECK_FALSE(store.expire(corpse(), 5s));
    CHECK_FALSE(store.persist(corpse()));
    CHECK(store.set(corpse(), 2) == SetResult::inserted);
    CHECK(store.get(kLong) == 2);
    CHECK(store.get_or_set(corpse(), [] { return 3; }) == 3);
    CHECK(store.get(kLong) == 3);
    std::array<const std::string*, 1> key{&corpse()};
    store.find_many(std::array{std::string_view{*key[0]}, std::string_view{kLong}},
                    [](std::size_t, int* value) { CHECK(value == nullptr); });
    check_invariants(store);
}

TEST_CASE("A key in a stored value survives the eviction of that value", "[alias]") {
    Clock clock;
    Texts store{clock, {.capacity = 1}};
    store.set("a", kLong);
    CHECK(store.get_or_set(*store.find("a"), [] { return std::string{"made"}; }) == "made");
    CHECK(store.get(kLong) == "made");
    check_invariants(store);
}

TEST_CASE("A listener may use the key that it is told, whatever the caller's key referred to", "[alias][listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set(kLong, 1);
    store.erase(stored_key(store));
    CHECK(seen.take() == Events{erased(kLong, 1)});
    store.set(kLong, 1);
    store.set(stored_key(store), 2);
    CHECK(seen.take() == Events{replaced(kLong, 1)});
}
