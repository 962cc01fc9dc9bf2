// A listener may wait for a load that another thread runs, even if that thread has removals of its own to tell.
#include "concurrency/loads.hpp"

using namespace loading;

namespace {

template <class Store>
struct Setup {
    Clock clock;
    Seen seen;
    Store store{clock, {.capacity = 2, .shards = 1}, seen};
};

}  // namespace

TEST_CASE("A load that evicts does not wait for a listener that waits for it", "[load][threads][listener]") {
    Setup<Sharded<Told>> setup;
    auto& store = setup.store;
    store.set("x", 1);
    store.set("y", 2);
    std::atomic<bool> began{false};
    std::atomic<int> from_listener{0};
    std::thread loader{[&] {
        store.get_or_load("k", [&] {
            began = true;
            if (!until([&] { return store.load_stats().joined == 1; })) throw std::logic_error{"nobody waits"};
            return 7;  // evicts y, which this thread can only tell when the listener below has returned
        });
    }};
    CHECK(until([&] { return began.load(); }));
    bool told = false;  // listeners run one after the other
    setup.seen.during([&] {
        if (std::exchange(told, true)) return;
        store.set("z", 3);
        from_listener = store.get_or_load("k", unwanted);
    });
    store.erase("x");
    loader.join();
    CHECK(from_listener == 7);
    CHECK(store.get("k") == 7);
    CHECK(setup.seen.take().size() == 2);
}

TEST_CASE("A lookup that meets a dead value begins no load before that is told", "[load][threads][listener]") {
    Setup<Sharded<Told>> setup;
    auto& store = setup.store;
    store.set("x", 1);
    store.set("k", 2, 1s);
    setup.clock.advance(1s);
    std::atomic<bool> in_listener{false};
    std::atomic<int> loads{0};
    const auto load = [&] { return 5 + loads++; };
    std::thread other{[&] {
        if (until([&] { return in_listener.load(); })) store.get_or_load("k", load);
    }};
    bool told = false;  // listeners run one after the other
    setup.seen.during([&] {
        if (std::exchange(told, true)) return;
        in_listener = true;
        CHECK(until([&] { return store.stats().lazily_expired == 1; }));
        CHECK(store.get_or_load("k", load) == 5);
    });
    store.erase("x");
    other.join();
    CHECK(loads == 1);
    CHECK(store.get("k") == 5);
}
