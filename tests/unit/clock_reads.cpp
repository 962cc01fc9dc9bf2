// One public call reads the clock at most once, and not at all where no deadline is involved.
#include <array>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Counts its readings.
struct CountingTicker {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<CountingTicker, duration>;
    time_point now() const noexcept {
        ++reads;
        return time_point{at};
    }
    duration at{0};
    mutable int reads = 0;
};

using Counted = TtlStore<std::string, int, CountingTicker>;

/// The readings that `call` costs.
template <class F>
int reads(CountingTicker& clock, F call) {
    clock.reads = 0;
    call();
    return clock.reads;
}

/// Every public call, each with the key it works on.
template <class Check>
void for_each_call(Counted& s, const std::string& key, Check check) {
    check("find", [&] { s.find(key); });
    check("peek", [&] { static_cast<void>(s.peek(key)); });
    check("get", [&] { s.get(key); });
    check("contains", [&] { static_cast<void>(s.contains(key)); });
    check("ttl", [&] { static_cast<void>(s.ttl(key)); });
    check("info", [&] { static_cast<void>(s.info(key)); });
    check("find_many", [&] { s.find_many(std::array{key, key, key}, [](std::size_t, int*) {}); });
    check("touch", [&] { s.touch(key); });
    check("update", [&] { s.update(key, [](int& value) { ++value; }); });
    check("get_or_set hit", [&] { s.get_or_set(key, [] { return 1; }); });
    check("set if absent", [&] { s.set(key, 1, Expiry::standard(), When::if_absent); });
    check("set keep", [&] { s.set(key, 1, Expiry::keep()); });
    check("expire keep", [&] { s.expire(key, Expiry::keep()); });
    check("size", [&] { static_cast<void>(s.size()); });
    check("live", [&] { static_cast<void>(s.live()); });
    check("stored", [&] { static_cast<void>(s.stored()); });
    check("overdue", [&] { static_cast<void>(s.overdue()); });
    check("next_deadline", [&] { static_cast<void>(s.next_deadline()); });
    check("stats", [&] { static_cast<void>(s.stats()); });
    check("memory", [&] { static_cast<void>(s.memory()); });
    check("for_each", [&] { s.for_each([](const std::string&, int) {}); });
    check("for_each_by_deadline", [&] { s.for_each_by_deadline([](const std::string&, int) {}); });
    check("iteration", [&] {
        for (const auto& [k, v] : s) static_cast<void>(v);
    });
    check("erase_if", [&] { s.erase_if([](const std::string&, int) { return false; }); });
    check("sweep", [&] { s.sweep(kAll); });
    check("sweep budget", [&] { s.sweep(SweepBudget{.entries = 5}); });
    check("set_capacity", [&] { s.set_capacity(50); });
    check("reserve", [&] { s.reserve(50); });
    check("persist", [&] { s.persist(key); });
    check("take", [&] { s.take(key); });
    check("erase", [&] { s.erase("b"); });
    check("clear", [&] { s.clear(); });
}

}  // namespace

TEST_CASE("A call on an entry with a deadline reads the clock at most once", "[clock]") {
    CountingTicker clock;
    Counted store{clock};
    for (const char* key : {"a", "b", "c"}) CHECK(reads(clock, [&] { store.set(key, 1, 10s); }) == 1);
    CHECK(reads(clock, [&] { store.set("a", 2, 10s); }) == 1);
    CHECK(reads(clock, [&] { store.expire("a", 10s); }) == 1);
    for_each_call(store, "a", [&](const char* name, auto call) {
        INFO(name);
        CHECK(reads(clock, call) <= 1);
    });
    check_invariants(store);
}

TEST_CASE("A call on a dead entry reads the clock at most once", "[clock]") {
    CountingTicker clock;
    Counted store{clock};
    for_each_call(store, "a", [&](const char* name, auto call) {
        INFO(name);
        store.set("a", 1, 10s);
        store.set("b", 1, 10s);
        clock.at += 10s;
        CHECK(reads(clock, call) <= (std::string_view{name} == "get_or_set hit" ? 2 : 1));
    });
}

TEST_CASE("A store without any deadline never reads the clock", "[clock]") {
    CountingTicker clock;
    Counted store{clock, {.capacity = 3}};
    CHECK(reads(clock, [&] {
              for (const char* key : {"a", "b", "c", "d"}) store.set(key, 1);
              store.set("d", 2, Expiry::never());
          }) == 0);
    for_each_call(store, "d", [&](const char* name, auto call) {
        INFO(name);
        CHECK(reads(clock, call) == 0);
    });
    CHECK(reads(clock, [&] { store.get_or_set("x", [] { return 1; }); }) == 0);
    CHECK(reads(clock, [&] { store.get("missing"); }) == 0);
}

TEST_CASE("A lookup of an entry without deadline reads no clock although others have one", "[clock]") {
    CountingTicker clock;
    Counted store{clock};
    store.set("mortal", 1, 10s);
    store.set("a", 1);
    CHECK(reads(clock, [&] { store.find("a"); }) == 0);
    CHECK(reads(clock, [&] { store.get("a"); }) == 0);
    CHECK(reads(clock, [&] { static_cast<void>(store.peek("a")); }) == 0);
    CHECK(reads(clock, [&] { static_cast<void>(store.contains("a")); }) == 0);
    CHECK(reads(clock, [&] { static_cast<void>(store.ttl("a")); }) == 0);
    CHECK(reads(clock, [&] { static_cast<void>(store.info("a")); }) == 0);
    CHECK(reads(clock, [&] { store.touch("a"); }) == 0);
    CHECK(reads(clock, [&] { store.persist("a"); }) == 0);
    CHECK(reads(clock, [&] { store.update("a", [](int& value) { ++value; }); }) == 0);
    CHECK(reads(clock, [&] { store.set("a", 2); }) == 0);
    CHECK(reads(clock, [&] { store.find("missing"); }) == 0);
    CHECK(reads(clock, [&] { store.erase("a"); }) == 0);
}

TEST_CASE("get_or_set reads the clock a second time only if it made a value", "[clock]") {
    CountingTicker clock;
    Counted store{clock};
    CHECK(reads(clock, [&] {
              store.get_or_set(
                  "a", [] { return 1; }, 10s);
          }) <= 2);
    CHECK(reads(clock, [&] {
              store.get_or_set(
                  "a", [] { return 1; }, 10s);
          }) == 1);
}

TEST_CASE("find_many and a sweep of many read the clock once", "[clock]") {
    CountingTicker clock;
    TtlStore<int, int, CountingTicker> store{clock};
    std::vector<int> keys;
    for (int i = 0; i < 1'000; ++i) {
        store.set(i, i, 10s);
        keys.push_back(i);
    }
    CHECK(reads(clock, [&] { store.find_many(keys, [](std::size_t, int*) {}); }) == 1);
    clock.at += 10s;
    CHECK(reads(clock, [&] { CHECK(store.sweep(500) == 500); }) == 1);
    CHECK(reads(clock, [&] { CHECK(store.sweep(SweepBudget{.entries = 100}).removed == 100); }) == 1);
    CHECK(reads(clock, [&] { store.clear(); }) == 1);
}

TEST_CASE("A timed sweep reads the clock at most once more for each removal", "[clock][sweep]") {
    CountingTicker clock;
    TtlStore<int, int, CountingTicker> store{clock};
    for (int i = 0; i < 100; ++i) store.set(i, i, 10s);
    clock.at += 10s;
    CHECK(reads(clock, [&] { CHECK(store.sweep(SweepBudget{.time = 1h}).removed == 100); }) <= 101);
}
