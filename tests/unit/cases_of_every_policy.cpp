// What holds whoever is evicted: capacity and the dead, overwrites, weights, shrinking.
#include <string>
#include <type_traits>
#include <vector>

#include "support/stores.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

template <class Policy>
inline constexpr bool kEvicts = !std::is_same_v<Policy, NoEviction>;

using Seen = Recorder<std::string, int>;
template <class Policy, class... Options>
using Heard = Store<Policy, WithListener<Seen>, Options...>;

std::size_t count(const std::vector<Seen::Event>& events, RemovalCause cause) {
    return static_cast<std::size_t>(
        std::count_if(events.begin(), events.end(), [&](const auto& event) { return event.cause == cause; }));
}
template <class Store>
Keys order_of(const Store& store) {
    Keys keys;
    for_each_in_eviction_order(store, [&](const std::string& key) { keys.push_back(key); });
    return keys;
}
struct ByValue {
    std::size_t operator()(const std::string& /*key*/, int value) const { return static_cast<std::size_t>(value); }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("The dead hold no capacity and leave no place in the order", "[eviction][C10]", OwnPolicies) {
    Clock clock;
    const Seen seen;
    Heard<TestType> store{clock, {.capacity = 3}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    CHECK(store.get("a") == 1);
    clock.advance(1s);
    CHECK(store.set("d", 4) == SetResult::inserted);
    for (const char* key : {"b", "c", "d"}) CHECK(store.get(key));
    CHECK(store.stats().evicted == 0);
    CHECK(seen.take() == std::vector<Seen::Event>{{"a", 1, RemovalCause::expired}});
    check_invariants(store);

    store.clear();
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    CHECK(store.set("a", 9) == SetResult::inserted);
    CHECK(store.size() == 3);
    seen.take();
    for (const char* key : {"d", "e"}) {
        CHECK(store.set(key, 4) == (kEvicts<TestType> ? SetResult::inserted : SetResult::rejected));
        CHECK(count(seen.take(), RemovalCause::evicted) == (kEvicts<TestType> ? 1 : 0));
        CHECK(store.size() == 3);
        check_invariants(store);
    }
}

TEMPLATE_LIST_TEST_CASE("An overwrite evicts nobody, an erase makes room for one, questions change no order",
                        "[eviction][C11]", OwnPolicies) {
    Clock clock;
    Store<TestType> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    store.set("a", 3);
    CHECK(store.size() == 2);
    CHECK(store.stats().evicted == 0);
    CHECK(store.get("b") == 2);
    const Keys order = order_of(store);
    store.contains("a");
    store.ttl("a");
    store.peek("a");
    store.info("a");
    for (const auto& entry : store) CHECK(entry.second > 0);
    CHECK(order_of(store) == order);

    Store<TestType> five{clock, {.capacity = 5}};
    for (const char* key : {"k0", "k1", "k2", "k3", "k4"}) five.set(key, 1);
    for (const char* key : {"k1", "k3", "k0", "k4", "k2"}) CHECK(five.get(key));
    CHECK(five.erase("k3"));
    CHECK_FALSE(five.erase("nokey"));
    CHECK(five.set("x", 1) == SetResult::inserted);
    CHECK(five.stats().evicted == 0);
    five.set("y", 1);
    CHECK(five.stats().evicted == (kEvicts<TestType> ? 1 : 0));
    CHECK(five.contains("y") == kEvicts<TestType>);
    CHECK(five.size() == 5);
    check_invariants(five);
}

TEMPLATE_LIST_TEST_CASE("Weights change on overwrite, and what is too heavy is refused", "[eviction][weights][C12]",
                        OwnPolicies) {
    Clock clock;
    const Seen seen;
    Heard<TestType, WithWeigher<ByValue>> store{clock, {.max_weight = 10}, seen};
    store.set("a", 9);
    store.set("b", 1);
    CHECK(store.set("c", 20) == SetResult::rejected);
    CHECK(store.get("a") == 9);
    CHECK(store.get("b") == 1);
    CHECK(seen.take().empty());
    if (kEvicts<TestType>) {
        CHECK(store.set("b", 2) == SetResult::replaced);
        CHECK(count(seen.take(), RemovalCause::evicted) == 1);
        CHECK_FALSE(store.contains("a"));
        CHECK(store.get("b") == 2);
    } else {
        CHECK(store.set("b", 2) == SetResult::rejected);
        CHECK(store.get("b") == 1);
    }
    const auto before = store.get("b");
    CHECK(store.set("b", 11) == SetResult::rejected);
    CHECK(store.get("b") == before);
    store.update("b", [](int& value) { value = 1; });
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("Shrinking takes the dead first", "[eviction][capacity][C13]", OwnPolicies) {
    Clock clock;
    CHECK_THROWS_AS((Store<TestType>{clock, {.capacity = 0}}), std::invalid_argument);
    const Seen seen;
    Heard<TestType> store{clock, {.capacity = 5}, seen};
    store.set("a", 1, 1s);
    store.set("b", 1, 1s);
    for (const char* key : {"c", "d", "e"}) store.set(key, 1);
    clock.advance(1s);
    store.set_capacity(3);
    const auto events = seen.take();
    CHECK(count(events, RemovalCause::evicted) == 0);
    CHECK(count(events, RemovalCause::expired) == 2);
    for (const char* key : {"c", "d", "e"}) CHECK(store.get(key));
    check_invariants(store);
    store.set_capacity(1);
    CHECK(store.size() == (kEvicts<TestType> ? 1 : 3));
    CHECK(store.contains("e"));  // the newest, and read last: it stays whatever the policy
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("A store that becomes bounded when it holds entries evicts from then on",
                        "[eviction][capacity]", OwnPolicies) {
    Clock clock;
    IntStore<TestType> store{clock};
    for (int key = 0; key < 200; ++key) store.set(key, key, key % 2 == 0 ? Expiry{1s} : Expiry::never());
    store.set_capacity(150);
    CHECK(store.size() == (kEvicts<TestType> ? 150 : 200));
    check_invariants(store);
    store.set_capacity(300);
    for (int key = 1'000; key < 1'400; ++key) store.set(key, key);
    CHECK(store.size() == 300);
    clock.advance(1s);
    store.sweep(kAll);
    check_invariants(store);
    store.clear();
    for (int key = 0; key < 400; ++key) store.set(key, key);
    CHECK(store.size() == 300);
    check_invariants(store);
}
