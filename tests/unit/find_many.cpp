// find_many looks up a batch: one answer a key, in the keys' order, judged at one now.
#include <array>
#include <deque>
#include <list>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// The answers for `keys`, -1 where there is none.
template <class Store, class Keys>
std::vector<int> answers(Store& store, const Keys& keys) {
    std::vector<int> found;
    store.find_many(keys, [&](std::size_t index, int* value) {
        CHECK(index == found.size());
        found.push_back(value == nullptr ? -1 : *value);
    });
    return found;
}

}  // namespace

TEST_CASE("find_many answers each key in order", "[find_many]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2);
    CHECK(answers(store, std::array{"b", "missing", "a"}) == std::vector{2, -1, 1});
    CHECK(store.stats().hits == 2);
    CHECK(store.stats().misses == 1);
    check_invariants(store);
}

TEST_CASE("find_many of no keys calls nothing", "[find_many]") {
    Clock clock;
    Store<> store{clock};
    CHECK(answers(store, std::vector<std::string>{}).empty());
    store.set("a", 1);
    CHECK(answers(store, std::vector<std::string>{}).empty());
    CHECK(store.stats().lookups() == 0);
}

TEST_CASE("find_many answers a key as often as it is asked for", "[find_many]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    CHECK(answers(store, std::array{"a", "a", "b", "a"}) == std::vector{1, 1, -1, 1});
    CHECK(store.stats().lookups() == 4);
}

TEST_CASE("find_many does not see the dead, at the exact tick", "[find_many]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2, 10s + 1ms);
    clock.advance(10s);
    CHECK(answers(store, std::array{"a", "b", "a"}) == std::vector{-1, 2, -1});
    CHECK(store.stats().misses == 2);
    CHECK(store.size() == 1);
    CHECK(store.stats().lazily_expired + store.sweep(kAll) == 1);
    check_invariants(store);
}

TEST_CASE("find_many of more keys than one batch misses none", "[find_many]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 10'000; ++i) store.set(i, i, std::chrono::seconds{1 + i % 4});
    clock.advance(2s);
    for (const int count : {1, 15, 16, 17, 31, 32, 33, 1'000, 12'000}) {
        std::vector<int> keys;
        std::vector<int> expected;
        for (int i = 0; i < count; ++i) {
            const int key = (i * 7'919) % 12'000;
            keys.push_back(key);
            expected.push_back(key < 10'000 && key % 4 >= 2 ? key : -1);
        }
        CHECK(answers(store, keys) == expected);
    }
    check_invariants(store);
}

TEST_CASE("find_many takes any range of anything that a lookup takes", "[find_many]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1);
    store.set("b", 2);
    CHECK(answers(store, std::vector<std::string>{"a", "b"}) == std::vector{1, 2});
    CHECK(answers(store, std::vector<std::string_view>{"a", "b"}) == std::vector{1, 2});
    CHECK(answers(store, std::list<std::string>{"a", "b"}) == std::vector{1, 2});
    CHECK(answers(store, std::deque<const char*>{"a", "b"}) == std::vector{1, 2});
    const char* raw[] = {"a", "c"};
    CHECK(answers(store, raw) == std::vector{1, -1});
}

TEST_CASE("find_many counts as an access of what it found", "[find_many][capacity]") {
    Clock clock;
    Store<> store{clock, {.capacity = 3}};
    for (const char* key : {"a", "b", "c"}) store.set(key, 1);
    CHECK(answers(store, std::array{"b", "a"}) == std::vector{1, 1});
    store.set("d", 1);
    store.set("e", 1);
    CHECK(keys_of(store) == Keys{"a", "d", "e"});
    check_invariants(store);
}

TEST_CASE("find_many hands out pointers through which values can be changed", "[find_many]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) store.set(i, i);
    std::vector<int> keys;
    for (int i = 0; i < 100; ++i) keys.push_back(i);
    store.find_many(keys, [](std::size_t, int* value) { *value *= 2; });
    for (int i = 0; i < 100; ++i) CHECK(store.get(i) == 2 * i);
}

TEST_CASE("find_many reports the dead it removes", "[find_many][listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 40; ++i) store.set("k" + std::to_string(i), i, 1s);
    clock.advance(3s);
    std::vector<std::string> keys;
    for (int i = 0; i < 40; ++i) keys.push_back("k" + std::to_string(i));
    CHECK(answers(store, keys) == std::vector<int>(40, -1));
    store.sweep(kAll);
    CHECK(seen.events().size() == 40);
    for (const auto& event : seen.events()) CHECK(event.late_by == 2s);
    check_invariants(store);
}
