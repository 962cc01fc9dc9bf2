// get_many and set_many: answers in the order of the keys; all of the pairs or none of them.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

using Pairs = std::vector<std::pair<std::string, int>>;

/// Its copy throws when told to.
struct Fragile {
    int number = 0;
    bool breaks = false;
    Fragile(int n, bool b = false) : number{n}, breaks{b} {}
    Fragile(Fragile&&) noexcept = default;
    Fragile& operator=(Fragile&&) noexcept = default;
    Fragile(const Fragile& other) : number{other.number}, breaks{other.breaks} {
        if (breaks) throw std::runtime_error{"cannot be copied"};
    }
};

}  // namespace

TEST_CASE("get_many answers in the order of the keys", "[sharded][many]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 8}};
    for (int i = 0; i < 50; ++i) store.set(std::to_string(i), i, i < 25 ? Expiry{1s} : Expiry::never());
    clock.advance(1s);
    Keys keys;
    for (int i = 59; i >= 0; --i) keys.push_back(std::to_string(i));
    keys.push_back("30");
    const auto values = store.get_many(keys);
    REQUIRE(values.size() == 61);
    for (int i = 0; i < 60; ++i) {
        const int key = 59 - i;
        CHECK(values[static_cast<std::size_t>(i)] == (key >= 25 && key < 50 ? std::optional{key} : std::nullopt));
    }
    CHECK(values[60] == 30);
    CHECK(store.stats().hits == 26);
    CHECK(store.stats().misses == 35);
    CHECK(store.stored() == 25);
    CHECK(store.get_many(Keys{}).empty());
}

TEST_CASE("set_many stores all pairs, of equal keys the last", "[sharded][many][C26]") {
    Clock clock;
    Seen seen;
    Sharded<Told> store{clock, {.shards = 4}, seen};
    store.set("a", 1, 1h);
    store.set("dead", 2, 1s);
    clock.advance(1s);
    CHECK(store.set_many(Pairs{{"a", 10}, {"dead", 20}, {"b", 30}, {"b", 40}}, 5s));
    Events left_ = seen.take();
    std::sort(left_.begin(), left_.end(), [](auto& x, auto& y) { return x.key < y.key; });
    CHECK(left_ == Events{replaced("a", 1), expired("dead", 2)});
    CHECK(store.get("a") == 10);
    CHECK(store.get("dead") == 20);
    CHECK(store.get("b") == 40);
    CHECK(left(store, "b") == 5s);
    CHECK(store.stored() == 3);
    CHECK(store.stats().inserted == 4);
    CHECK(store.stats().replaced == 1);
    CHECK(store.set_many(Pairs{}));
    store.set_many(Pairs{{"a", 11}}, Expiry::keep());
    CHECK(left(store, "a") == 5s);
    store.set_many(Pairs{{"a", 12}, {"new", 1}}, Expiry::at(clock.now()));
    CHECK(keys_of(store) == Keys{"b", "dead"});
}

TEST_CASE("a second write that throws leaves the first of a set_many undone", "[sharded][many][C26][strong]") {
    Clock clock;
    ShardedTtlStore<std::string, Fragile, Clock> store{clock, {.capacity = 64, .shards = 8}};
    store.set("a", Fragile{1}, 10s);
    std::vector<std::pair<std::string, Fragile>> pairs;
    pairs.emplace_back("a", Fragile{2});
    pairs.emplace_back("b", Fragile{3});
    pairs.emplace_back("c", Fragile{4, true});
    CHECK_THROWS_AS(store.set_many(pairs), std::runtime_error);
    CHECK(store.size() == 1);
    CHECK(left(store, "a") == 10s);
    store.visit("a", [](const Fragile& value) { CHECK(value.number == 1); });
    pairs.back().second.breaks = false;
    CHECK(store.set_many(pairs));
    CHECK(store.size() == 3);
}

TEST_CASE("set_many on a full sharded store makes room for all its pairs and for them only", "[sharded][many]") {
    Clock clock;
    Sharded<> store{clock, {.capacity = 64, .shards = 8}};
    for (const std::string& key : keys_in(store, 1, 60)) store.set(key, 1);
    for (const std::string& key : keys_in(store, 2, 4)) store.set(key, 1, 1s);
    clock.advance(1s);
    Pairs pairs;
    for (int i = 0; i < 10; ++i) pairs.emplace_back("new" + std::to_string(i), i);
    pairs.emplace_back(keys_in(store, 1, 1)[0], 7);
    CHECK(store.set_many(pairs));
    CHECK(store.stored() == 64);
    CHECK(store.stats().expired_for_room == 4);
    CHECK(store.stats().evicted == 6);
    for (const auto& [key, value] : pairs) CHECK(store.get(key) == value);
    Pairs many;
    for (int i = 0; i < 65; ++i) many.emplace_back("m" + std::to_string(i), i);
    CHECK_FALSE(store.set_many(many));
    CHECK(store.contains("new0"));
    many.pop_back();
    CHECK(store.set_many(many));
    CHECK(store.size() == 64);
    CHECK_FALSE(store.contains("new0"));
}

TEST_CASE("set_many under NoEviction stores nothing unless the dead make room enough", "[sharded][many]") {
    Clock clock;
    Sharded<NoEviction> store{clock, {.capacity = 64, .shards = 8}};
    const Keys here = keys_in(store, 1, 64);
    for (std::size_t i = 0; i < 64; ++i) store.set(here[i], 1, i < 2 ? Expiry{1s} : Expiry::never());
    const Pairs three{{"x", 1}, {"y", 2}, {here[0], 3}};
    CHECK_FALSE(store.set_many(three));
    clock.advance(1s);
    CHECK_FALSE(store.set_many(three));
    CHECK(store.size() == 62);
    CHECK(store.set_many(Pairs{{"x", 1}, {here[0], 3}, {here[5], 4}}));
    CHECK(store.size() == 64);
    CHECK(store.get(here[5]) == 4);
}
