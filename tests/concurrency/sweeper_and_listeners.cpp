// Listeners of a sharded store and the sweeper on it (C27): they may stop it in any thread, they may use the store, and
// none runs in its thread when it is gone.
#include <atomic>
#include <functional>
#include <optional>
#include <thread>

#include "support/catch.hpp"
#include "support/manual_waiter.hpp"
#include "ttlstore/background_sweeper.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace std::chrono_literals;
using namespace ttlstore;
using support::ManualWaiter;

namespace {

struct Call {
    std::function<void(int)>* called = nullptr;
    void operator()(int key, int&&, const Removal&) const { (*called)(key); }
};
using Store = ShardedTtlStore<int, int, ManualTicker, WithListener<Call>>;

/// 400 entries that are due.
struct Subject {
    Subject() {
        for (int i = 0; i < 400; ++i) store.set(i, i, 1s);
        clock.advance(1s);
    }
    ManualTicker clock;
    std::atomic<int> calls{0};
    std::function<void(int)> called = [this](int) { ++calls; };
    Store store{clock, {.shards = 2}, Call{&called}};
};

}  // namespace

TEST_CASE("A listener may stop the sweeper in whichever thread it runs", "[threads][sweeper][C27]") {
    for (int round = 0; round < 20; ++round) {
        Subject subject;
        std::optional<BackgroundSweeper<Store, ManualWaiter>> sweeper;
        subject.called = [&](int) {
            if (++subject.calls > 20) sweeper->stop();
        };
        ManualWaiter waiter;
        sweeper.emplace(subject.store, SweeperOptions{.budget = {.entries = 100, .time = {}}}, waiter);
        waiter.release();
        for (int i = 0; i < 400; ++i) subject.store.get(i);  // its removals are told by either thread
        sweeper->stop();
        CHECK(subject.calls == 400);
        CHECK(sweeper->stopped());
        sweeper.reset();
    }
}

TEST_CASE("A listener in the sweeper's thread may use the store", "[threads][sweeper][C27]") {
    Subject subject;
    subject.called = [&](int key) {
        ++subject.calls;
        if (key < 1000) subject.store.set(key + 1000, key, 1s);
    };
    ManualWaiter waiter;
    BackgroundSweeper sweeper{subject.store, {.budget = {.entries = 1000, .time = {}}}, waiter};
    waiter.pass();
    sweeper.stop();
    CHECK(subject.calls == 400);
    CHECK(subject.store.size() == 400);
}

TEST_CASE("A listener that throws in the sweeper's thread does not end it", "[threads][sweeper][C27]") {
    Subject subject;
    subject.called = [&](int) {
        ++subject.calls;
        throw 7;
    };
    ManualWaiter waiter;
    BackgroundSweeper sweeper{subject.store, {.budget = {.entries = 1, .time = {}}}, waiter};
    for (int i = 0; i < 50; ++i) waiter.pass();
    CHECK(sweeper.stats().failures == 50);
    CHECK(subject.calls >= 50);
    CHECK(sweeper.last_failure() != nullptr);
}
