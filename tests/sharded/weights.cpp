// max_weight bounds the whole of a sharded store, through sets, overwrites and updates.
#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

struct ByValue {
    std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
};
using Heavy = Sharded<WithWeigher<ByValue>>;

std::size_t weight_of(const Heavy& store) {
    std::size_t sum = 0;
    store.for_each([&](const std::string&, int value) { sum += static_cast<std::size_t>(value); });
    return sum;
}

}  // namespace

TEST_CASE("weights of all shards together stay within max_weight", "[sharded][weight][C12]") {
    Clock clock;
    Heavy store{clock, {.max_weight = 100, .shards = 8}};
    for (int i = 0; i < 200; ++i) {
        const int weight = 1 + i % 37;
        CHECK(store.set(std::to_string(i), weight) == SetResult::inserted);
        REQUIRE(weight_of(store) <= 100);
        REQUIRE(store.contains(std::to_string(i)));
    }
    CHECK(store.set("heavy", 101) == SetResult::rejected);
    CHECK(weight_of(store) > 50);
    CHECK(store.set("all", 100) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"all"});
}

TEST_CASE("an overwrite that grows takes its room from other shards too", "[sharded][weight]") {
    Clock clock;
    Heavy store{clock, {.max_weight = 100, .shards = 8}};
    const std::string a = keys_in(store, 0, 1)[0];
    const std::string b = keys_in(store, 5, 1)[0];
    store.set(a, 50);
    store.set(b, 50);
    CHECK(store.set(a, 60) == SetResult::replaced);
    CHECK(keys_of(store) == Keys{a});
    CHECK(store.set(a, 101) == SetResult::rejected);
    CHECK(store.get(a) == 60);
    CHECK(store.set(b, 40) == SetResult::inserted);
    CHECK(store.stats().evicted == 1);
}

TEST_CASE("an update that grows takes its room from other shards too", "[sharded][weight]") {
    Clock clock;
    Heavy store{clock, {.max_weight = 100, .shards = 8}};
    const std::string a = keys_in(store, 0, 1)[0];
    const std::string b = keys_in(store, 5, 1)[0];
    store.set(a, 50);
    store.set(b, 50);
    int calls = 0;
    CHECK(store.update(a, [&](int& value) {
        ++calls;
        value = 70;
    }));
    CHECK(calls == 1);
    CHECK(keys_of(store) == Keys{a});
    CHECK(store.info(a)->weight == 70);
    CHECK(store.set(b, 30) == SetResult::inserted);
    CHECK(store.size() == 2);
    CHECK(store.update(a, [](int& value) { value = 101; }));  // heavier than the store takes: it goes itself
    CHECK(keys_of(store) == Keys{b});
}

TEST_CASE("the dead of another shard give their weight before the living", "[sharded][weight]") {
    Clock clock;
    Heavy store{clock, {.max_weight = 100, .shards = 8}};
    const Keys here = keys_in(store, 1, 3);
    const Keys there = keys_in(store, 6, 2);
    store.set(here[0], 20);
    store.set(here[1], 20);
    store.set(there[0], 30, 1s);
    store.set(there[1], 30, 1s);
    clock.advance(1s);
    store.set(here[2], 60);
    CHECK(store.stats().evicted == 0);
    CHECK(weight_of(store) == 100);
    CHECK(store.stored() == 3);
}
