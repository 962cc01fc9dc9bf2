// Jitter shortens a ttl by up to its share, by a fraction that depends on the key alone.
#include <set>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A jittered ttl lies between the rest of its share and the whole", "[jitter]") {
    Clock clock;
    IntStore<> store{clock, {.jitter = 0.25}};
    std::set<std::int64_t> distinct;
    for (int i = 0; i < 1'000; ++i) {
        store.set(i, i, 1'000s);
        const auto rest = left(store, i).value();
        CHECK(rest <= 1'000s);
        CHECK(rest >= 750s);
        distinct.insert(rest.count());
    }
    CHECK(distinct.size() > 500);
    CHECK(*distinct.begin() < 800'000);
    CHECK(*distinct.rbegin() > 950'000);
    check_invariants(store);
}

TEST_CASE("The same key gets the same jitter every time", "[jitter]") {
    Clock clock;
    Store<> store{clock, {.default_ttl = 1h, .jitter = 0.5}};
    store.set("a", 1);
    const auto first = left(store, "a");
    store.set("a", 2);
    CHECK(left(store, "a") == first);
    store.erase("a");
    clock.advance(3min);
    store.set("a", 3);
    CHECK(left(store, "a") == first);
    store.get_or_set("b", [] { return 1; });
    const auto of_b = left(store, "b");
    store.set("b", 2);
    CHECK(left(store, "b") == of_b);
}

TEST_CASE("The same key gets the same jitter in every store", "[jitter]") {
    Clock clock;
    IntStore<> one{clock, {.jitter = 0.5}};
    IntStore<> other{clock, {.capacity = 1'000, .jitter = 0.5}};
    Store<> texts{clock, {.jitter = 0.5}};
    Store<> other_texts{clock, {.jitter = 0.5}};
    for (int i = 0; i < 50; ++i) {
        one.set(i, i, 1h);
        other.set(i, i, 1h);
        CHECK(left(one, i) == left(other, i));
        const std::string key = "key" + std::to_string(i);
        texts.set(key, i, 1h);
        other_texts.set(key, i, 1h);
        CHECK(left(texts, key) == left(other_texts, key));
    }
}

TEST_CASE("A point in time is never jittered", "[jitter][at]") {
    Clock clock;
    IntStore<> store{clock, {.jitter = 0.9}};
    for (int i = 0; i < 100; ++i) {
        store.set(i, i, Expiry::at(clock.now() + 1'000s));
        CHECK(left(store, i) == 1'000s);
        store.expire(i, Expiry::at(clock.now() + 500s));
        CHECK(left(store, i) == 500s);
    }
}

TEST_CASE("Jitter leaves every ttl at least one tick, and never one without end", "[jitter]") {
    Clock clock;
    IntStore<> store{clock, {.jitter = 0.999}};
    for (int i = 0; i < 200; ++i) {
        store.set(i, i, 1ms);
        CHECK(left(store, i) == 1ms);
        store.set(i, i, std::chrono::hours::max());
        CHECK(left(store, i).value() > 365 * 24h);
    }
    store.set(0, 0);
    CHECK(persistent(store, 0));
    check_invariants(store);
}

TEST_CASE("Without jitter every ttl is exact", "[jitter]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) {
        store.set(i, i, 1'000s);
        CHECK(left(store, i) == 1'000s);
    }
}
