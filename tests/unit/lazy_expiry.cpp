// LazyExpiry finds every dead entry in a bounded number of calls, each of which looks at a bounded number of slots.
#include "contract/plain_slots.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Slots that count how many of them were looked at.
struct CountingSlots : contract::PlainSlots<LazyExpiry::Hook> {
    using PlainSlots::PlainSlots;
    bool occupied(SlotId id) const noexcept {
        if (id != last) ++looks;
        last = id;
        return PlainSlots::occupied(id);
    }
    mutable long looks = 0;
    mutable SlotId last = ~SlotId{0};
};

}  // namespace

TEST_CASE("one search for the dead looks at no more than 64 slots of a large table, however many there are",
          "[expiry][lazy]") {
    CountingSlots slots{100'000};
    LazyExpiry index;
    std::mt19937 random{1};
    for (int i = 0; i < 1'000; ++i) {
        const SlotId id = slots.free_slot(random);
        slots.set_deadline(id, i == 500 ? 10 : 1'000'000);
        index.schedule(slots, id, slots.deadline(id));
        slots.occupy(id);
    }
    int found = 0;
    int calls = 0;
    while (index.next_deadline() == 10 && calls < 10'000) {
        slots.looks = 0;
        if (index.pop_due(slots, 20)) ++found;
        REQUIRE(slots.looks <= 64);
        ++calls;
    }
    CHECK(found == 1);
    CHECK(index.next_deadline() == 1'000'000);
    CHECK(calls <= 2 * 100'000 / 64 + 3);
    slots.looks = 0;
    CHECK(index.pop_due(slots, 999'999) == std::nullopt);
    CHECK(slots.looks == 0);  // surely nobody is dead
}

TEST_CASE("repeated sweeps find a few dead among many living, and say when nothing is left", "[expiry][lazy][sweep]") {
    Clock clock;
    IntStore<LazyExpiry> store{clock};
    for (int i = 0; i < 20'000; ++i) store.set(i, i, i % 2'000 == 0 ? Expiry{1s} : Expiry{1h});
    clock.advance(1s);
    CHECK(store.size() == 19'990);
    CHECK(store.overdue() == 10);
    int sweeps = 0;
    for (auto report = store.sweep(SweepBudget{.entries = 4}); !report.drained;
         report = store.sweep(SweepBudget{.entries = 4})) {
        CHECK(report.removed <= 4);
        REQUIRE(++sweeps < 1'000);
        REQUIRE(store.size() == 19'990);
    }
    CHECK(store.overdue() == 0);
    CHECK(store.stats().swept == 10);
    CHECK(store.next_deadline() == clock.now() + 1h - 1s);
    check_invariants(store);
}

TEST_CASE("next_deadline is never too late, though the entry that had it is gone", "[expiry][lazy]") {
    Clock clock;
    Store<LazyExpiry> store{clock};
    store.set("a", 1, 5s);
    store.set("b", 2, 10s);
    store.erase("a");
    CHECK(store.next_deadline() == clock.now() + 5s);  // a lower bound
    clock.advance(5s);
    const auto report = store.sweep(SweepBudget{});
    CHECK(report.removed == 0);
    CHECK(report.drained);
    CHECK(report.next_deadline == clock.now() + 5s);  // now it is b's
    store.set("c", 3, 1s);
    CHECK(store.next_deadline() == clock.now() + 1s);
    store.clear();
    CHECK_FALSE(store.next_deadline());
}

TEST_CASE("sweeping large stores reaches every dead entry though the table grows meanwhile", "[expiry][lazy][sweep]") {
    Clock clock;
    IntStore<LazyExpiry> store{clock};
    int next = 0;
    for (int round = 0; round < 300; ++round) {
        for (int i = 0; i < 100; ++i, ++next) store.set(next, next, next % 4 == 0 ? 50ms : 1h);
        clock.advance(1ms);
        store.sweep(30);
        REQUIRE(store.stored() <= store.size() + 6'000);
    }
    clock.advance(50ms);
    int sweeps = 0;
    while (!store.sweep(SweepBudget{.entries = 1'000}).drained) REQUIRE(++sweeps < 10'000);
    CHECK(store.overdue() == 0);
    CHECK(store.size() == 300U * 75);
    check_invariants(store);
}

TEST_CASE("a large store that never evicts looks everywhere for a dead entry before it refuses a new one",
          "[expiry][lazy][capacity]") {
    Clock clock;
    IntStore<LazyExpiry, NoEviction> store{clock, {.capacity = 5'000}};
    for (int i = 0; i < 5'000; ++i) store.set(i, i, i % 1'000 == 999 ? Expiry{1s} : Expiry{1h});
    CHECK(store.set(-1, 0) == SetResult::rejected);
    clock.advance(1s);
    for (int i = 1; i <= 5; ++i) CHECK(store.set(-i, i) == SetResult::inserted);
    CHECK(store.set(-6, 0) == SetResult::rejected);
    CHECK(store.stats().expired_for_room == 5);
    CHECK(store.size() == 5'000);
    check_invariants(store);
}

TEST_CASE("a large store that evicts finds the dead among those it looks at, and never holds too many",
          "[expiry][lazy][capacity]") {
    Clock clock;
    IntStore<LazyExpiry> store{clock, {.capacity = 5'000, .hash_seed = 1}};
    for (int i = 0; i < 5'000; ++i) store.set(i, i, i % 10 == 0 ? Expiry{1s} : Expiry{1h});
    clock.advance(1s);
    for (int i = 0; i < 400; ++i) store.set(-1 - i, i);
    CHECK(store.stored() == 5'000);
    CHECK(store.stats().expired_for_room >= 350);
    CHECK(store.stats().evicted == 400 - store.stats().expired_for_room);
    check_invariants(store);
}

TEST_CASE("an index that is none takes no memory", "[expiry][lazy]") {
    Clock clock;
    IntStore<LazyExpiry> store{clock, {.capacity = 1'000}};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, 1s);
    CHECK(store.memory().index == 0);
}
