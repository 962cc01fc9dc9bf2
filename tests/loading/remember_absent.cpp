// remember_absent: what a loader does not find is not asked for again for a stated time.
#include "loading/shorthand.hpp"

using namespace loading;

namespace {

const LoadOptions kRemember{.remember_absent = 10s};

/// A loader that finds nothing until told otherwise.
struct Finder {
    std::optional<int> found;
    int calls = 0;
    std::optional<int> operator()() {
        ++calls;
        return found;
    }
};

}  // namespace

TEST_CASE("An empty answer is not remembered unless asked for", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    Finder finder;
    CHECK_FALSE(store.get_or_load("k", finder).has_value());
    CHECK_FALSE(store.get_or_load("k", finder).has_value());
    CHECK(finder.calls == 2);
    CHECK(store.size() == 0);
    finder.found = 1;
    CHECK(store.get_or_load("k", finder) == 1);
    CHECK(store.get("k") == 1);
}

TEST_CASE("An absence is remembered until its time is over", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    Finder finder;
    CHECK_FALSE(store.get_or_load("k", finder, kRemember).has_value());
    finder.found = 1;
    clock.advance(10s - 1ms);
    CHECK_FALSE(store.get_or_load("k", finder).has_value());
    CHECK_FALSE(store.contains("k"));
    CHECK(finder.calls == 1);
    clock.advance(1ms);
    CHECK(store.get_or_load("k", finder) == 1);
    CHECK(store.load_stats() == LoadStats{.loads = 2, .absent = 1, .known_absent = 1});
}

TEST_CASE("The time counts from when the loader has answered", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    store.get_or_load(
        "k",
        [&] {
            clock.advance(1h);
            return std::optional<int>{};
        },
        kRemember);
    clock.advance(9s);
    CHECK_FALSE(store.get_or_load("k", [] { return std::optional{unwanted()}; }).has_value());
}

TEST_CASE("A write or erase ends a remembered absence", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    Finder finder;
    store.get_or_load("k", finder, kRemember);
    store.set("k", 5);
    CHECK(store.get_or_load("k", finder) == 5);
    store.erase("k");
    store.get_or_load("k", finder, kRemember);
    CHECK(finder.calls == 2);
    store.erase("k");  // nothing is there, but the caller says that something has changed
    store.get_or_load("k", finder, kRemember);
    CHECK(finder.calls == 3);
    store.get_or_load("other", finder, kRemember);
    store.get_or_load("k", finder, kRemember);
    CHECK(finder.calls == 4);
}

TEST_CASE("An erase while a loader finds nothing wins", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    int calls = 0;
    const auto find = [&] {
        ++calls;
        store.erase("k");
        return std::optional<int>{};
    };
    store.get_or_load("k", find, kRemember);
    store.get_or_load("k", find, kRemember);
    CHECK(calls == 2);
}

TEST_CASE("A loader that must find something is asked in spite of it", "[load][absent]") {
    Clock clock;
    Sharded<> store{clock};
    Finder finder;
    store.get_or_load("k", finder, kRemember);
    CHECK(store.get_or_load("k", [] { return 1; }) == 1);
    CHECK(store.get_or_load("k", finder, kRemember) == 1);
    CHECK(finder.calls == 1);
}
