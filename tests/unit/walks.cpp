// for_each, iterators and for_each_by_deadline show the living only, all judged at one now.
#include <iterator>
#include <map>

#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("for_each on a const store shows what is alive", "[walk][C19]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 1s);
    store.set("b", 2);
    clock.advance(1s);
    const Store<>& reader = store;
    std::map<std::string, int> seen;
    reader.for_each([&](const std::string& key, const int& value) { seen.emplace(key, value); });
    CHECK(seen == std::map<std::string, int>{{"b", 2}});
    CHECK(store.stored() == 2);
}

TEST_CASE("Walks and sweeps end when every entry is dead", "[walk][C19]") {
    for (int n : {1, 2, 3, 100}) {
        Clock clock;
        IntStore<> store{clock};
        for (int i = 0; i < n; ++i) store.set(i, i, 1s);
        clock.advance(1s);
        int seen = 0;
        store.for_each([&](int, int) { ++seen; });
        store.for_each_by_deadline([&](int, int) { ++seen; });
        for (const auto& entry : store) seen += 1 + 0 * entry.second;
        CHECK(seen == 0);
        CHECK(store.begin() == store.end());
        CHECK(store.sweep(kAll) == static_cast<std::size_t>(n));
        CHECK(store.sweep(kAll) == 0);
        CHECK(store.stats().expired() == static_cast<std::uint64_t>(n));
        check_invariants(store);
    }
}

TEST_CASE("An iterator gives pairs of references to what is stored", "[walk][iterator]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2);
    std::map<std::string, const int*> seen;
    for (const auto& [key, value] : store) seen.emplace(key, &value);
    CHECK(seen == std::map<std::string, const int*>{{"a", store.peek("a")}, {"b", store.peek("b")}});

    auto it = store.begin();
    CHECK(it != store.end());
    const auto first = *it++;
    const auto second = *it;
    CHECK(first.first != second.first);
    CHECK(++it == store.end());
}

TEST_CASE("An empty store has nothing to walk", "[walk]") {
    Clock clock;
    Store<> store{clock};
    CHECK(store.begin() == store.end());
    store.for_each([](const std::string&, int) { FAIL("there is nothing"); });
    store.for_each_by_deadline([](const std::string&, int) { FAIL("there is nothing"); });
}

TEST_CASE("A walk is judged at the time it began", "[walk]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 10; ++i) store.set(i, i, 1s);
    int seen = 0;
    store.for_each([&](int, int) {
        clock.advance(1s);
        ++seen;
    });
    CHECK(seen == 10);
    clock.set(Clock::time_point{});
    seen = 0;
    for (const auto& entry : store) {
        clock.advance(1s);
        seen += entry.first >= 0 ? 1 : 0;
    }
    CHECK(seen == 10);
    CHECK(store.size() == 0);
}

TEST_CASE("for_each_by_deadline goes from the earliest to the latest and leaves out the immortal", "[walk][deadline]") {
    Clock clock;
    Store<> store{clock};
    store.set("last", 1, 30s);
    store.set("never", 2);
    store.set("dead", 3, 1s);
    store.set("first", 4, 10s);
    store.set("second", 5, 20s);
    store.set("also second", 6, 20s);
    clock.advance(1s);
    Keys order;
    store.for_each_by_deadline([&](const std::string& key, const int&) { order.push_back(key); });
    CHECK(order == Keys{"first", "second", "also second", "last"});
    check_invariants(store);
}

TEST_CASE("A walk visits every entry once, also after growth and many removals", "[walk]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 3'000; ++i) store.set(i, i, std::chrono::seconds{1 + i % 3});
    for (int i = 0; i < 3'000; i += 5) store.erase(i);
    clock.advance(1s);
    std::map<int, int> visits;
    store.for_each([&](int key, int) { ++visits[key]; });
    std::map<int, int> iterated;
    for (const auto& [key, value] : store) ++iterated[key];
    std::map<int, int> expected;
    for (int i = 0; i < 3'000; ++i) {
        if (i % 5 != 0 && i % 3 != 0) expected[i] = 1;
    }
    CHECK(visits == expected);
    CHECK(iterated == expected);
    CHECK(store.size() == expected.size());
}
