// The cases in which expiry met capacity, sweeping or the clock and other stores went wrong, on every index.
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include "contract/expiry_contract.hpp"
#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"
#include "support/stores.hpp"

using namespace std::chrono_literals;
using support::check_invariants;
using ttlstore::Expiry;
using ttlstore::ManualTicker;
using ttlstore::RemovalCause;
using ttlstore::SetResult;

namespace {

constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
using Seen = support::Recorder<std::string, int>;
using Events = std::vector<Seen::Event>;

Seen::Event event(RemovalCause cause, std::string key, int value) { return {std::move(key), value, cause, {}}; }

template <class Index, class... Options>
using Store = support::ManualStore<std::string, int, Index, ttlstore::WithListener<Seen>, Options...>;
template <class Index>
using Numbers = support::ManualStore<int, int, Index>;

struct ItsValue {
    std::size_t operator()(const std::string& /*key*/, int value) const { return static_cast<std::size_t>(value); }
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a shortened deadline is the next one on every index", "[contract][C08]", support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    for (const bool by_expire : {false, true}) {
        Store<TestType> store{clock, {}, seen};
        store.set("a", 1, 10s);
        if (by_expire) {
            store.expire("a", 1s);
        } else {
            store.set("a", 1, 1s);
        }
        CHECK(store.next_deadline() == clock.now() + 1s);
        seen.take();
        clock.advance(1s);
        CHECK(store.sweep(kAll) == 1);
        CHECK(seen.take() == Events{event(RemovalCause::expired, "a", 1)});
    }
    if constexpr (!support::in_order<TestType>) {
        Store<TestType> store{clock, {}, seen};
        store.set("first", 1, 5s);
        store.set("a", 1, 10s);
        store.set("a", 2, 1s);
        CHECK(store.next_deadline() == clock.now() + 1s);
        clock.advance(1s);
        CHECK(store.sweep(kAll) == 1);
        CHECK(store.next_deadline() <= clock.now() + 4s);
        check_invariants(store);
    }
}

TEMPLATE_LIST_TEST_CASE("the dead hold no capacity and leave no ghost on every index", "[contract][C10]",
                        support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    {
        Store<TestType> store{clock, {.capacity = 3}, seen};
        store.set("a", 1, 1s);
        store.set("b", 2);
        store.set("c", 3);
        CHECK(store.get("a") == 1);
        clock.advance(1s);
        store.set("d", 4);
        CHECK((store.get("b") == 2 && store.get("c") == 3 && store.get("d") == 4));
        CHECK(store.stats().evicted == 0);
        CHECK(seen.take() == Events{event(RemovalCause::expired, "a", 1)});
        check_invariants(store);
    }
    Store<TestType> store{clock, {.capacity = 3}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2);
    store.set("c", 3);
    clock.advance(1s);
    CHECK_FALSE(store.get("a"));
    store.set("a", 9);
    CHECK(store.size() == 3);
    store.set("d", 4);
    CHECK(seen.take() == Events{event(RemovalCause::expired, "a", 1), event(RemovalCause::evicted, "b", 2)});
    store.set("e", 5);
    CHECK(seen.take() == Events{event(RemovalCause::evicted, "c", 3)});
    CHECK(store.get("a") == 9);
    CHECK(store.size() == 3);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("an overwrite evicts nobody and a question promotes nobody on every index", "[contract][C11]",
                        support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    Store<TestType> store{clock, {.capacity = 2, .default_ttl = 1h}, seen};
    store.set("a", 1);
    store.set("b", 2);
    store.set("a", 3);
    CHECK(store.size() == 2);
    CHECK(store.get("b") == 2);
    CHECK(seen.take() == Events{event(RemovalCause::replaced, "a", 1)});
    CHECK(store.contains("a"));
    CHECK(store.info("a").has_value());
    store.set("c", 4);
    CHECK(seen.take() == Events{event(RemovalCause::evicted, "a", 3)});
    CHECK_FALSE(store.erase("nokey"));
    CHECK(store.erase("b"));
    store.set("d", 5);
    CHECK(seen.take() == Events{event(RemovalCause::erased, "b", 2)});
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("weights change with an overwrite and the too heavy are rejected on every index",
                        "[contract][C12]", support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    Store<TestType, ttlstore::WithWeigher<ItsValue>> store{clock, {.max_weight = 10, .default_ttl = 1h}, seen};
    store.set("a", 9);
    store.set("b", 1);
    CHECK(store.set("c", 20) == SetResult::rejected);
    CHECK(store.get("a") == 9);
    CHECK(store.get("b") == 1);
    CHECK(store.set("b", 2) == SetResult::replaced);
    CHECK(seen.take() == Events{event(RemovalCause::replaced, "b", 1), event(RemovalCause::evicted, "a", 9)});
    CHECK(store.set("b", 11) == SetResult::rejected);
    CHECK(store.get("b") == 2);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("shrinking lets the dead go first on every index", "[contract][C13]", support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    CHECK_THROWS_AS((Store<TestType>{clock, {.capacity = 0}, seen}), std::invalid_argument);
    Store<TestType> store{clock, {.capacity = 5}, seen};
    for (const char* key : {"a", "b"}) store.set(key, 1, 1s);
    for (const char* key : {"c", "d", "e"}) store.set(key, 1);
    clock.advance(1s);
    store.set_capacity(3);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 2);
    for (const char* key : {"c", "d", "e"}) CHECK(store.get(key) == 1);
    store.set_capacity(1);
    CHECK(store.size() == 1);
    CHECK(store.get("e") == 1);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("small sweeps remove exactly what is due on every index", "[contract][C46]",
                        support::AllIndexes) {
    ManualTicker clock;
    Numbers<TestType> store{clock, {.hash_seed = 1}};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + i / 20});
    for (int i = 1'000; i < 2'000; ++i) store.set(i, i, 1h);
    clock.advance(1s);
    for (int i = 0; i < 100; ++i) REQUIRE(store.sweep(10) == 10);
    CHECK(store.sweep(10) == 0);
    CHECK(store.sweep(0) == 0);
    for (int i = 1'000; i < 2'000; ++i) CHECK(store.contains(i));
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("a sweep faster than the inflow, and a reader just ahead of it, leave no backlog on any index",
                        "[contract][C46]", support::AllIndexes) {
    ManualTicker clock;
    Numbers<TestType> store{clock, {.hash_seed = 1}};
    int next = 0;
    for (; next < 1'000; ++next) store.set(next, next, 1ms);
    std::size_t backlog = 1'000;
    for (int round = 0; round < 150; ++round) {
        for (int i = 0; i < 10; ++i, ++next) store.set(next, next, 1ms);
        clock.advance(1ms);
        store.sweep(20);
        const std::size_t left = store.overdue();
        if (contract::promises<TestType>.finds_all) REQUIRE(left == (backlog > 10 ? backlog - 10 : 0));
        backlog = left;
    }
    CHECK(backlog <= 40);

    for (int i = 0; i < 1'000; ++i) store.set(i, i, 1s);
    clock.advance(1s);
    int reader = 0;
    for (int calls = 0; store.stored() > 0 && calls < 1'000; ++calls) {
        for (int i = 0; i < 7 && reader < 1'000; ++i) store.get(reader++);
        store.sweep(3);
    }
    CHECK(store.stored() == 0);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("a jump of fifty years costs one reading of the clock on every index", "[contract][C47]",
                        support::AllIndexes) {
    struct CountingTicker {
        using duration = std::chrono::nanoseconds;
        using time_point = std::chrono::time_point<CountingTicker, duration>;
        time_point now() const noexcept {
            ++reads;
            return time_point{at};
        }
        duration at{0};
        mutable int reads = 0;
    };
    CountingTicker clock;
    ttlstore::TtlStore<int, int, CountingTicker, TestType> store{clock};
    for (int i = 1; i <= 100; ++i) store.set(i, i, std::chrono::seconds{i});
    clock.at += 50 * 365 * 24h;
    clock.reads = 0;
    CHECK(store.sweep(kAll) == 100);
    CHECK(clock.reads == 1);
    CHECK(store.stored() == 0);
    store.set(1, 1, 1s);
    CHECK(store.get(1) == 1);
    clock.at += 1s;
    CHECK_FALSE(store.get(1));
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("idle ttl and touch move the deadline on every index", "[contract][idle]",
                        support::AllIndexes) {
    ManualTicker clock;
    const Seen seen;
    Store<TestType> store{clock, {.idle_ttl = 10s}, seen};
    for (const char* key : {"a", "b", "c"}) store.set(key, 1);
    clock.advance(6s);
    CHECK(store.get("a") == 1);
    CHECK(store.touch("b"));
    clock.advance(4s);
    CHECK(store.size() == 2);
    CHECK(store.sweep(kAll) == 1);
    CHECK(seen.take() == Events{event(RemovalCause::expired, "c", 1)});
    CHECK(store.next_deadline() <= clock.now() + 6s);
    clock.advance(6s);
    CHECK(store.size() == 0);
    check_invariants(store);
}

TEMPLATE_LIST_TEST_CASE("jitter is the same on every index that takes it", "[contract][jitter]", support::AllIndexes) {
    ManualTicker clock;
    const ttlstore::StoreConfig config{.default_ttl = 1h, .jitter = 0.5};
    if constexpr (support::in_order<TestType>) {
        CHECK_THROWS_AS((Numbers<TestType>{clock, config}), std::invalid_argument);
    } else {
        Numbers<TestType> store{clock, config};
        Numbers<ttlstore::OrderedExpiry> other{clock, config};
        for (int i = 0; i < 100; ++i) {
            store.set(i, i);
            other.set(i, i);
            CHECK(store.info(i)->deadline == other.info(i)->deadline);
        }
        clock.advance(45min);
        CHECK(store.overdue() == other.overdue());
        CHECK(store.sweep(kAll) == other.sweep(kAll));
    }
}
