// Growth keeps every entry with its deadline; endless insert and erase churn leaves the table as it was.
#include <unordered_map>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Growth keeps every value and every deadline", "[table]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 20'000; ++i) {
        if (i % 7 == 0)
            store.set(i, -i);
        else
            store.set(i, -i, std::chrono::seconds{1 + i % 100});
        if ((i & (i - 1)) == 0) check_invariants(store);
    }
    CHECK(store.size() == 20'000);
    for (int i = 0; i < 20'000; ++i) {
        if (store.get(i) != -i) FAIL("value of " << i);
        if (i % 7 == 0 ? !persistent(store, i) : left(store, i) != std::chrono::seconds{1 + i % 100}) {
            FAIL("deadline of " << i);
        }
    }
    check_invariants(store);
}

TEST_CASE("Inserting and erasing for ever does not make an unbounded store grow", "[table][churn]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, 1h);
    for (int i = 1'000; i < 20'000; ++i) {
        store.erase(i - 1'000);
        store.set(i, i, 1h);
    }
    const auto bytes = store.memory().table;
    for (int i = 20'000; i < 300'000; ++i) {
        store.erase(i - 1'000);
        store.set(i, i, 1h);
    }
    CHECK(store.memory().table == bytes);
    CHECK(store.size() == 1'000);
    for (int i = 299'000; i < 300'000; ++i) CHECK(store.get(i) == i);
    check_invariants(store);
}

TEST_CASE("A full store of any capacity holds exactly so many through its churn", "[table][churn]") {
    const std::size_t capacity = GENERATE(1U, 2U, 7U, 14U, 15U, 16U, 17U, 100U, 1'000U, 1'023U, 1'024U, 1'025U);
    Clock clock;
    IntStore<> store{clock, {.capacity = capacity}};
    const auto bytes = store.memory().table;
    const int last = static_cast<int>(capacity) * 20 + 50;
    for (int i = 0; i < last; ++i) {
        store.set(i * 64, i, 1h);
        if (store.size() > capacity) FAIL("at " << i);
    }
    CHECK(store.size() == capacity);
    for (int i = last - static_cast<int>(capacity); i < last; ++i) CHECK(store.peek(i * 64) != nullptr);
    CHECK(store.memory().table == bytes);
    check_invariants(store);
}

TEST_CASE("The store agrees with std::unordered_map after any inserts, overwrites and erases", "[table][churn]") {
    Clock clock;
    TtlStore<std::uint64_t, int, Clock> store{clock};
    std::unordered_map<std::uint64_t, int> model;
    std::uint64_t random = 3;
    for (int i = 0; i < 100'000; ++i) {
        random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
        const std::uint64_t key = (random >> 40U) % 5'000 * 0x1000;
        if ((random >> 33U) % 3 == 0) {
            if (store.erase(key) != (model.erase(key) == 1)) FAIL("erase at " << i);
        } else {
            const bool present = model.count(key) == 1;
            model[key] = i;
            if ((store.set(key, i) == SetResult::replaced) != present) FAIL("set at " << i);
        }
    }
    CHECK(store.size() == model.size());
    for (const auto& [key, value] : model) {
        if (store.get(key) != value) FAIL("key " << key);
    }
    check_invariants(store);
}

TEST_CASE("A fixed seed gives every store the same order of entries", "[table][seed]") {
    Clock clock;
    const auto order = [&](std::uint64_t seed) {
        IntStore<> store{clock, {.hash_seed = seed}};
        for (int i = 0; i < 500; ++i) store.set(i, i);
        std::vector<int> keys;
        store.for_each([&](int key, int) { keys.push_back(key); });
        return keys;
    };
    CHECK(order(1) == order(1));
    CHECK(order(1) != order(2));
}

TEST_CASE("Keys that an identity hash would pile up are spread", "[table][hash]") {
    struct Identity {
        std::size_t operator()(std::uint64_t key) const { return key; }
    };
    Clock clock;
    TtlStore<std::uint64_t, int, Clock, WithHash<Identity>> store{clock};
    int calls = 0;
    for (std::uint64_t i = 0; i < 20'000; ++i) store.set(i << 44U, 1);
    for (std::uint64_t i = 0; i < 20'000; ++i) calls += store.contains(i << 44U) ? 1 : 0;
    CHECK(calls == 20'000);
    check_invariants(store);
}
