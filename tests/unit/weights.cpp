// The sum of the weights never exceeds max_weight; an entry too heavy for the whole store is rejected.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct ItsValue {
    std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
};
using Weighed = Store<WithWeigher<ItsValue>, Told>;

template <class Store>
std::size_t total_weight(const Store& store) {
    std::size_t sum = 0;
    store.for_each([&](const std::string& key, int) { sum += store.info(key)->weight; });
    return sum;
}

}  // namespace

TEST_CASE("An over-heavy entry is rejected and evicts nobody", "[weight][C12]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 9);
    store.set("b", 1);
    CHECK(store.set("c", 20) == SetResult::rejected);
    CHECK(store.set("c", 11) == SetResult::rejected);
    CHECK(store.get("a") == 9);
    CHECK(store.get("b") == 1);
    CHECK(total_weight(store) == 10);
    CHECK(store.stats().rejected == 2);
    CHECK(seen.take().empty());
    check_invariants(store);
}

TEST_CASE("An overwrite counts the new weight instead of the old one", "[weight][C12]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 9);
    store.set("b", 1);
    CHECK(store.set("b", 2) == SetResult::replaced);
    const auto events = seen.take();
    CHECK(events.size() == 2);
    CHECK(std::count(events.begin(), events.end(), evicted("a", 9)) == 1);
    CHECK(std::count(events.begin(), events.end(), replaced("b", 1)) == 1);
    CHECK(total_weight(store) == 2);
    check_invariants(store);
}

TEST_CASE("An over-heavy overwrite is rejected and the old value with its deadline kept", "[weight][C12]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("b", 2, 10s);
    CHECK(store.set("b", 11, 99s) == SetResult::rejected);
    CHECK(store.get("b") == 2);
    CHECK(left(store, "b") == 10s);
    CHECK(seen.take().empty());
    check_invariants(store);
}

TEST_CASE("One heavy newcomer makes as many go as it needs, the oldest first", "[weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    for (const char* key : {"a", "b", "c", "d", "e"}) store.set(key, 2);
    CHECK(store.set("f", 5) == SetResult::inserted);
    CHECK(seen.take() == Events{evicted("a", 2), evicted("b", 2), evicted("c", 2)});
    CHECK(store.set("g", 10) == SetResult::inserted);
    CHECK(keys_of(store) == Keys{"g"});
    check_invariants(store);
}

TEST_CASE("An overwrite that grew does not evict itself", "[weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 10}, seen};
    store.set("a", 1);  // the oldest, and the one to grow
    store.set("b", 4);
    store.set("c", 4);
    CHECK(store.set("a", 6) == SetResult::replaced);
    CHECK(store.get("a") == 6);
    CHECK(keys_of(store) == Keys{"a", "c"});
    check_invariants(store);
}

TEST_CASE("Weight and number of entries are both bounds", "[weight][capacity]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.capacity = 3, .max_weight = 10}, seen};
    for (const char* key : {"a", "b", "c", "d"}) store.set(key, 1);
    CHECK(store.size() == 3);
    store.set("e", 9);
    CHECK(keys_of(store) == Keys{"d", "e"});
    check_invariants(store);
}

TEST_CASE("Entries of no weight are bounded by nothing but the capacity", "[weight]") {
    Clock clock;
    Seen seen;
    Weighed store{clock, {.max_weight = 1}, seen};
    for (int i = 0; i < 100; ++i) store.set("k" + std::to_string(i), 0);
    CHECK(store.size() == 100);
    check_invariants(store);
}

TEST_CASE("Without a weigher every entry weighs one", "[weight]") {
    Clock clock;
    Store<> store{clock, {.max_weight = 2}};
    for (const char* key : {"a", "b", "c"}) store.set(key, 1'000);
    CHECK(keys_of(store) == Keys{"b", "c"});
    check_invariants(store);
}

TEST_CASE("Weights near the end of their type are rejected or bounded, never wrapped", "[weight]") {
    struct Huge {
        std::size_t operator()(const std::string&, int value) const {
            return std::numeric_limits<std::size_t>::max() - static_cast<std::size_t>(value);
        }
    };
    Clock clock;
    Store<WithWeigher<Huge>> store{clock, {.max_weight = std::numeric_limits<std::size_t>::max() - 1}};
    CHECK(store.set("a", 0) == SetResult::rejected);
    CHECK(store.set("a", 1) == SetResult::inserted);
    CHECK(store.set("b", 5) == SetResult::inserted);
    CHECK(store.size() == 1);
    CHECK(store.info("b")->weight == std::numeric_limits<std::size_t>::max() - 5);
    check_invariants(store);
}
