// Removals of a sharded store are told once each, after the lock, in their order, and the listener may use the store.
#include <memory>

#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

using Listened = Sharded<Told>;

struct Trouble : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace

TEST_CASE("every entry that leaves a sharded store is told once with its cause", "[sharded][listener][C16]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 4}, seen};
    store.set("a", 1);
    store.set("a", 2, 1s);
    CHECK(seen.take() == Events{replaced("a", 1)});
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    CHECK_FALSE(store.erase("a"));
    CHECK(store.sweep(kAll) == 0);
    CHECK(seen.take() == Events{expired("a", 2)});
    store.set("b", 1, 1s);
    clock.advance(2s);
    store.set("b", 2);
    CHECK(seen.take() == Events{expired("b", 1, 1s)});
    CHECK(store.erase("b"));
    store.set("c", 3);
    CHECK(store.take("c") == 3);
    store.set("d", 4, 5s);
    store.set("e", 5);
    CHECK(store.erase_if([](auto&, int value) { return value == 5; }) == 1);
    CHECK(seen.take() == Events{erased("b", 2), erased("e", 5)});
    clock.advance(5s);
    store.set("f", 6);
    store.clear();
    Events left = seen.take();
    std::sort(left.begin(), left.end(), [](auto& x, auto& y) { return x.key < y.key; });
    CHECK(left == Events{expired("d", 4), cleared("f", 6)});
    for (int i = 0; i < 100; ++i) store.set(std::to_string(i), i);
    for (int i = 0; i < 100; ++i) store.erase(std::to_string(i));
    CHECK(seen.take().size() == 100);
}

TEST_CASE("a listener may use the shard that its entry left", "[sharded][listener][C18]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 1}, seen};
    store.set("k", 1);
    seen.during([&] {
        CHECK(store.size() == 0);
        CHECK_FALSE(store.get("k"));
        store.set("log_k", 1);
    });
    CHECK(store.erase("k"));
    CHECK(keys_of(store) == Keys{"log_k"});
}

TEST_CASE("what a listener stores in a sweep is not swept by it", "[sharded][listener][C18]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 2}, seen};
    store.set("a", 1, 1s);
    clock.advance(1s);
    seen.during([&] { store.set("a", 100, 1s); });
    CHECK(store.sweep(kAll) == 1);
    CHECK(store.get("a") == 100);
    CHECK(left(store, "a") == 1s);
}

TEST_CASE("a listener that brings its victim back pushes the newcomer out", "[sharded][listener][C18]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.capacity = 1}, seen};
    store.set("a", 1);
    bool back = false;
    seen.during([&] {
        if (!std::exchange(back, true)) store.set("a", 1);
    });
    store.set("b", 2);
    CHECK(seen.take() == Events{evicted("a", 1), evicted("b", 2)});
    CHECK(keys_of(store) == Keys{"a"});
}

TEST_CASE("removals inside a listener are told in the order in which they were made", "[sharded][listener]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 1}, seen};
    for (int i = 0; i < 3; ++i) store.set("k", i);
    seen.take();
    int depth = 0;
    seen.during([&] {
        if (++depth < 4) store.set("k", 10 * depth);
    });
    store.erase("k");
    CHECK(seen.take() == Events{erased("k", 2)});
    store.set("k", 99);
    CHECK(seen.take() == Events{replaced("k", 10), replaced("k", 99), replaced("k", 20)});
}

TEST_CASE("a throwing listener stops neither the sweep of a sharded store nor later events",
          "[sharded][listener][C17]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 4}, seen};
    for (int i = 0; i < 40; ++i) store.set(std::to_string(i), i, 1s);
    clock.advance(1s);
    int thrown = 0;
    seen.during([&] {
        if (thrown < 3) throw Trouble{std::to_string(++thrown)};
    });
    CHECK_THROWS_WITH(store.sweep(kAll), "1");
    CHECK(store.stored() == 0);
    CHECK(seen.take().size() == 40);
    store.set("a", 1);
    thrown = 0;
    CHECK_THROWS_AS(store.set("a", 2), Trouble);
    CHECK(store.get("a") == 2);
    std::exception_ptr failure;
    store.expire("a", 1s);
    clock.advance(1s);
    CHECK(store.sweep(SweepBudget{}, failure).removed == 1);
    CHECK(failure != nullptr);
}

TEST_CASE("what one call removes from a shard is told in the order of removal", "[sharded][listener]") {
    Clock clock;
    Seen seen;
    Listened store{clock, {.shards = 1}, seen};
    const std::vector<int> seconds{4, 1, 5, 3, 2};
    for (const int s : seconds) store.set(std::to_string(s), s, std::chrono::seconds{s});
    clock.advance(5s);
    CHECK(store.sweep(kAll) == 5);
    CHECK(seen.take() ==
          Events{expired("1", 1, 4s), expired("2", 2, 3s), expired("3", 3, 2s), expired("4", 4, 1s), expired("5", 5)});
}
