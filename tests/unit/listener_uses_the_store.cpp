// A listener runs when the store is consistent again and may call it: read, write, sweep, clear, grow.
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("Inside the listener the removed key is gone and the store can be asked and written", "[listener][C18]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("k", 1);
    bool called = false;
    seen.during([&] {
        if (std::exchange(called, true)) return;
        CHECK(store.size() == 0);
        CHECK_FALSE(store.get("k"));
        CHECK_FALSE(store.contains("k"));
        store.set("log_k", 1);
        check_invariants(store);
    });
    CHECK(store.erase("k"));
    CHECK(called);
    CHECK(keys_of(store) == Keys{"log_k"});
    check_invariants(store);
}

TEST_CASE("An entry re-added while it is swept belongs to the next sweep", "[listener][C18][sweep]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    seen.during([&] { store.set("a", 100, 1s); });
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.get("a") == 100);
    CHECK(left(store, "a") == 1s);
    CHECK(store.size() == 1);
    check_invariants(store);
}

TEST_CASE("A listener that adds an entry already due does not keep the sweep going for ever",
          "[listener][C18][sweep]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    seen.during([&] {
        store.set("a", 100, 1s);
        clock.advance(1s);
    });
    store.set("a", 1, 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.sweep(1) == 1);
    check_invariants(store);
}

TEST_CASE("A listener re-adds its victim once and the newcomer leaves", "[listener][C18]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    bool added = false;
    seen.during([&] {
        if (!std::exchange(added, true)) store.set("a", 1);
    });
    store.set("a", 1);
    store.set("b", 2);
    CHECK(seen.take() == Events{evicted("a", 1), evicted("b", 2)});
    CHECK(store.get("a") == 1);
    CHECK(store.size() == 1);
    check_invariants(store);
}

TEST_CASE("A listener may make the store grow during any removal", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    int next = 0;
    seen.during([&] {
        if (next > 20'000) return;
        for (int i = 0; i < 1'000; ++i) store.set("new" + std::to_string(next++), i);
    });
    for (int i = 0; i < 10; ++i) store.set("dead" + std::to_string(i), i, 1s);
    clock.advance(1s);
    CHECK(store.sweep(kAll) == 10);
    store.set("x", 1);
    store.set("x", 2);
    CHECK(store.get("x") == 2);
    CHECK(store.erase("x"));
    CHECK(store.erase_if([](const std::string& key, int) { return key == "new0"; }) == 1);
    CHECK(store.size() == static_cast<std::size_t>(next) - 1);
    check_invariants(store);
}

TEST_CASE("A listener may clear the store in the middle of a sweep", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 10; ++i) store.set("k" + std::to_string(i), i, 1s);
    store.set("living", 10);
    seen.during([&] { store.clear(); });
    clock.advance(1s);
    CHECK(store.sweep(3) == 1);  // listeners run between removals: the clear took the others
    CHECK(store.stored() == 0);
    CHECK(seen.events().size() == 11);
    check_invariants(store);
}

TEST_CASE("A listener may erase what would be swept next", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 10; ++i) store.set("k" + std::to_string(i), i, 1s);
    seen.during([&] {
        for (int i = 0; i < 10; ++i) store.erase("k" + std::to_string(i));
    });
    clock.advance(1s);
    store.sweep(kAll);
    CHECK(store.stored() == 0);
    CHECK(seen.events().size() == 10);
    for (const auto& event : seen.events()) CHECK(event.cause == RemovalCause::expired);
    check_invariants(store);
}

TEST_CASE("A listener may sweep inside a sweep", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 100; ++i) store.set("k" + std::to_string(i), i, 1s);
    seen.during([&] { store.sweep(1); });
    clock.advance(1s);
    store.sweep(10);
    store.sweep(kAll);
    CHECK(store.stored() == 0);
    CHECK(seen.events().size() == 100);
    check_invariants(store);
}

TEST_CASE("A listener may fill the gap of the key being set, and the set still wins", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 2}, seen};
    store.set("dead", 1, 1s);
    store.set("b", 2);
    clock.advance(1s);
    bool called = false;
    seen.during([&] {
        if (!std::exchange(called, true)) CHECK(store.get_or_set("dead", [] { return 9; }) == 9);
    });
    CHECK(store.set("c", 3) == SetResult::inserted);
    CHECK(called);
    CHECK(store.size() == 2);
    CHECK(store.get("dead") == 9);
    check_invariants(store);
}

TEST_CASE("get_or_set inside the listener of a get_or_set returns references to what is stored", "[listener]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    clock.advance(1s);
    bool called = false;
    seen.during([&] {
        if (std::exchange(called, true)) return;
        for (int i = 0; i < 5'000; ++i) store.get_or_set("n" + std::to_string(i), [i] { return i; });
    });
    int& value = store.get_or_set("a", [] { return 7; });
    CHECK(called);
    CHECK(value == 7);
    value = 8;
    CHECK(store.get("a") == 8);
    check_invariants(store);
}
