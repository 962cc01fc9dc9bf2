// The Value is destroyed, or moved out, by the time the call that removes it returns; nothing is destroyed twice.
#include "support/tracked.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

template <class Value>
using ValueStore = TtlStore<int, Value, Clock>;

/// `remove` must leave no value of a store that held one, alive or dead.
template <class Value, class Remove>
void check_leaves_nothing(Remove remove) {
    for (const auto age : {0s, 10s}) {
        Ledger ledger;
        Clock clock;
        ValueStore<Value> store{clock};
        store.set(1, Value{1}, 10s);
        REQUIRE(ledger.live == 1);
        clock.advance(age);
        remove(store, clock);
        CHECK(ledger.live == 0);
        check_invariants(store);
    }
}

}  // namespace

TEMPLATE_TEST_CASE("A removing call leaves no value behind", "[lifetime]", Tracked, TrackedMoveOnly,
                   TrackedThrowingMove) {
    check_leaves_nothing<TestType>([](auto& s, auto&) { s.erase(1); });
    check_leaves_nothing<TestType>([](auto& s, auto&) { s.take(1); });
    check_leaves_nothing<TestType>([](auto& s, auto&) { s.clear(); });
    check_leaves_nothing<TestType>([](auto& s, auto& clock) {
        clock.advance(10s);
        s.sweep(1);
    });
    check_leaves_nothing<TestType>([](auto& s, auto& clock) {
        clock.advance(10s);
        s.find(1);
    });
    check_leaves_nothing<TestType>([](auto& s, auto& clock) { s.set(1, TestType{2}, Expiry::at(clock.now())); });
    check_leaves_nothing<TestType>([](auto& s, auto& clock) {
        if (!s.expire(1, Expiry::at(clock.now()))) s.erase(1);
    });
    check_leaves_nothing<TestType>([](auto& s, auto&) {
        s.erase_if([](int, const TestType&) { return true; });
        s.sweep(kAll);
    });
}

TEMPLATE_TEST_CASE("An overwrite leaves one value, an eviction as many as fit", "[lifetime]", Tracked, TrackedMoveOnly,
                   TrackedThrowingMove) {
    Ledger ledger;
    Clock clock;
    {
        ValueStore<TestType> store{clock, {.capacity = 3}};
        for (int i = 0; i < 10; ++i) {
            store.set(0, TestType{i});
            CHECK(ledger.live == 1);
        }
        CHECK(store.find(0)->value() == 9);
        for (int i = 1; i < 100; ++i) store.set(i, TestType{i});
        CHECK(ledger.live == 3);
        check_invariants(store);
    }
    CHECK(ledger.live == 0);
    CHECK(ledger.misuses == 0);
}

TEMPLATE_TEST_CASE("Growth moves every value and destroys every old one", "[lifetime]", Tracked, TrackedMoveOnly,
                   TrackedThrowingMove) {
    Ledger ledger;
    Clock clock;
    {
        ValueStore<TestType> store{clock};
        for (int i = 0; i < 3'000; ++i) store.set(i, TestType{i}, 10s);
        CHECK(ledger.live == 3'000);
        for (int i = 0; i < 3'000; i += 2) store.erase(i);
        CHECK(ledger.live == 1'500);
        for (int i = 1; i < 3'000; i += 2) CHECK(store.find(i)->value() == i);
        check_invariants(store);
    }
    CHECK(ledger.clean());
}

TEST_CASE("The value is moved into the listener, not copied, and gone afterwards", "[lifetime][listener]") {
    struct Takes {
        int* sum;
        void operator()(int, TrackedMoveOnly&& value, const Removal&) const {
            const TrackedMoveOnly mine{std::move(value)};
            *sum += mine.value();
        }
    };
    Ledger ledger;
    Clock clock;
    int sum = 0;
    TtlStore<int, TrackedMoveOnly, Clock, WithListener<Takes>> store{clock, {.capacity = 2}, Takes{&sum}};
    store.set(1, TrackedMoveOnly{10}, 1s);
    store.set(2, TrackedMoveOnly{20});
    store.set(2, TrackedMoveOnly{200});
    CHECK(sum == 20);
    clock.advance(1s);
    store.set(3, TrackedMoveOnly{30});
    CHECK(sum == 30);
    store.set(4, TrackedMoveOnly{40});
    CHECK(sum == 230);
    store.clear();
    CHECK(sum == 300);
    CHECK(ledger.clean());
}

TEST_CASE("A destroyed store destroys every key and value, the dead included", "[lifetime]") {
    Ledger ledger;
    Clock clock;
    {
        TtlStore<Tracked, Tracked, Clock> store{clock};
        for (int i = 0; i < 100; ++i) store.set(Tracked{i}, Tracked{i}, 1s);
        clock.advance(1s);
        CHECK(ledger.live == 200);
    }
    CHECK(ledger.clean());
}
