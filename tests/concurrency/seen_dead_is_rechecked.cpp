// Case C25: who meets a dead entry removes that entry and no other, wherever a writer overtakes him.
#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "support/catch.hpp"
#include "support/manual_waiter.hpp"
#include "support/recorder.hpp"
#include "ttlstore/background_sweeper.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace std::chrono_literals;
using namespace ttlstore;
using detail::Point;

namespace {

/// Parks the thread that asked for it at a point of the store, until the test lets it go on.
class Parking {
public:
    void park_at(Point point) {
        point_ = point;
        armed_ = true;
    }
    void arrive(Point point) {
        if (point != point_ || std::this_thread::get_id() == tester_ || !armed_.exchange(false)) return;
        arrived_.count_down();
        go_on_.wait();
    }
    void parked() { arrived_.wait(); }
    void release() { go_on_.count_down(); }

private:
    const std::thread::id tester_ = std::this_thread::get_id();
    Point point_{};
    std::atomic<bool> armed_{false};
    std::latch arrived_{1};
    std::latch go_on_{1};
};
std::atomic<Parking*> parking{nullptr};

struct Hooks {
    static void at(Point point) noexcept {
        if (Parking* const here = parking.load()) here->arrive(point);
    }
};

using Seen = support::Recorder<std::string, int>;
struct Told {
    Seen seen;
    std::shared_ptr<std::mutex> mutex = std::make_shared<std::mutex>();
    void operator()(const std::string& key, int&& value, const Removal& removal) const {
        const std::lock_guard lock{*mutex};
        seen(key, std::move(value), removal);
    }
};
using Store = ShardedTtlStore<std::string, int, ManualTicker, WithListener<Told>, detail::WithHooks<Hooks>>;

}  // namespace

TEST_CASE("What was written while a reader or a sweeper stood before a dead entry stays", "[threads][C25]") {
    const Point point = GENERATE(Point::before_lock, Point::before_delivery);
    const bool sweeps = GENERATE(false, true);
    CAPTURE(static_cast<int>(point), sweeps);
    ManualTicker clock;
    Told told;
    Store store{clock, {.shards = 4}, told};
    store.set("a", 1, 1s);
    clock.advance(1s);
    Parking here;
    here.park_at(point);
    parking = &here;
    std::optional<int> read;
    std::jthread remover{[&] {
        if (sweeps)
            store.sweep(100);
        else
            read = store.get("a");
    }};
    here.parked();
    parking = nullptr;
    // Held back before delivery the turn is not taken yet: the writer's call tells what lies before its own.
    CHECK(store.set("a", 2, 60s) == SetResult::inserted);
    CHECK(store.get("a") == 2);
    here.release();
    remover.join();
    CHECK(store.get("a") == 2);
    CHECK(store.size() == 1);
    if (!sweeps) CHECK(read == (point == Point::before_lock ? std::optional{2} : std::nullopt));
    CHECK(told.seen.events() == std::vector<Seen::Event>{{"a", 1, RemovalCause::expired, {}}});
}

TEST_CASE("A background sweeper held back before a dead entry leaves what was written meanwhile", "[threads][C25]") {
    ManualTicker clock;
    Told told;
    Store store{clock, {.shards = 1}, told};
    store.set("a", 1, 1s);
    support::ManualWaiter waiter;
    BackgroundSweeper sweeper{store, {.longest_wait = 1h}, waiter};
    waiter.parked();
    clock.advance(1s);
    Parking here;
    here.park_at(Point::before_lock);
    parking = &here;
    waiter.release();
    here.parked();
    parking = nullptr;
    store.set("a", 2, 60s);
    here.release();
    CHECK(waiter.parked() > 1s);
    CHECK(store.get("a") == 2);
    CHECK(sweeper.stats().removed == 0);
    CHECK(told.seen.events() == std::vector<Seen::Event>{{"a", 1, RemovalCause::expired, {}}});
}
