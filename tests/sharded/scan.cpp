// A scan sees every entry that is there from its first call to its last, once, whatever happens to the tables meanwhile.
#include <map>

#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

template <class Store>
std::map<std::string, int> scan_all(Store& store, std::size_t n, const std::function<void()>& between) {
    std::map<std::string, int> seen;
    std::uint64_t cursor = 0;
    int steps = 0;
    do {
        std::size_t found = 0;
        cursor = store.scan(cursor, n, [&](const std::string& key, int) {
            ++seen[key];
            ++found;
        });
        CHECK(found <= n);
        between();
        REQUIRE(++steps < 100'000);
    } while (cursor != 0);
    return seen;
}

}  // namespace

TEST_CASE("a scan in steps sees every entry once", "[sharded][scan]") {
    const std::size_t n = GENERATE(1U, 7U, 64U, 100'000U);
    Clock clock;
    Sharded<> store{clock, {.shards = 4}};
    CHECK(store.scan(0, n, [](auto&, int) { FAIL("an empty store has no entry"); }) == 0);
    for (int i = 0; i < 500; ++i) store.set(std::to_string(i), i);
    const auto seen = scan_all(store, n, [] {});
    CHECK(seen.size() == 500);
    for (const auto& [key, times] : seen) CHECK(times == 1);
}

TEST_CASE("a scan passes nobody over while shards grow under it", "[sharded][scan]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 2}};
    for (int i = 0; i < 200; ++i) store.set("old" + std::to_string(i), i);
    int added = 0;
    const auto seen = scan_all(store, 3, [&] {
        for (int i = 0; i < 40; ++i, ++added) store.set("new" + std::to_string(added % 6000), i);
    });
    for (int i = 0; i < 200; ++i) CHECK(seen.at("old" + std::to_string(i)) == 1);
}

TEST_CASE("a scan leaves out the dead and goes on past what was erased", "[sharded][scan]") {
    Clock clock;
    Sharded<> store{clock, {.shards = 4}};
    for (int i = 0; i < 100; ++i) store.set(std::to_string(i), i, i % 2 == 0 ? Expiry{1s} : Expiry::never());
    clock.advance(1s);
    const auto seen = scan_all(store, 5, [&] { store.sweep(3); });
    CHECK(seen.size() == 50);
    CHECK(seen.count("1") == 1);
    CHECK(seen.count("2") == 0);
}
