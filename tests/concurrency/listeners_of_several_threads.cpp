// Listeners of a sharded store that several threads use: in the order in which a key's entries left, before the call
// returns, and free to use the store.
#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

struct Teller {
    std::function<void(const std::string&, int)> tell;
    void operator()(const std::string& key, int&& value, const Removal&) const { tell(key, value); }
};
using Listened = ShardedTtlStore<std::string, int, Clock, WithListener<Teller>>;

template <class F>
void on_two_threads(F f) {
    std::barrier start{2};
    const auto run = [&](int number) {
        start.arrive_and_wait();
        f(number);
    };
    std::thread other{run, 1};
    run(0);
    other.join();
}

}  // namespace

TEST_CASE("two threads' removals of one key are told in the order in which they were made", "[sharded][listener]") {
    Clock clock;
    std::vector<int> told;  // of one key: never two at once
    Listened store{clock, {.shards = 4}, {[&](auto&, int value) { told.push_back(value); }}};
    int numbers = 0;  // guarded by the key's lock
    std::atomic<int> erased{0};
    on_two_threads([&](int) {
        for (int i = 0; i < 4000; ++i) {
            store.set("k", 0, Expiry::never(), When::if_absent);
            store.update("k", [&](int& value) { value = ++numbers; });
            erased += store.erase("k") ? 1 : 0;
        }
    });
    CHECK(told.size() == static_cast<std::size_t>(erased.load()));
    told.erase(std::remove(told.begin(), told.end(), 0), told.end());
    CHECK(std::is_sorted(told.begin(), told.end()));
    CHECK(std::adjacent_find(told.begin(), told.end()) == told.end());
}

TEST_CASE("a call returns when its own removals have been told", "[sharded][listener]") {
    Clock clock;
    std::array<std::atomic<int>, 2> told{};
    Listened store{clock, {.shards = 1}, {[&](const std::string& key, int) { ++told[key == "a" ? 0 : 1]; }}};
    std::atomic<int> late{0};
    on_two_threads([&](int number) {
        const std::string key = number == 0 ? "a" : "b";
        for (int i = 1; i <= 3000; ++i) {
            store.set(key, i);
            store.erase(key);
            late += told[static_cast<std::size_t>(number)] == i ? 0 : 1;
        }
    });
    CHECK(late == 0);
}

TEST_CASE("listeners that use each other's shards do not wait for each other", "[sharded][listener][C18]") {
    Clock clock;
    std::atomic<int> told{0};
    Listened* store_of_all = nullptr;
    const auto tell = [&](const std::string& key, int value) {
        ++told;
        if (value > 0) {
            store_of_all->set(key == "a" ? "b" : "a", value - 1);
            store_of_all->erase(key == "a" ? "b" : "a");
        }
    };
    Listened store{clock, {.hash_seed = 1, .shards = 16}, {tell}};
    store_of_all = &store;
    REQUIRE(shard_of(store, "a") != shard_of(store, "b"));
    on_two_threads([&](int number) {
        const std::string key = number == 0 ? "a" : "b";
        for (int i = 0; i < 2000; ++i) {
            store.set(key, 3);
            store.erase(key);
        }
    });
    store.clear();
    const auto stats = store.stats();
    CHECK(static_cast<std::uint64_t>(told.load()) == stats.erased + stats.replaced + stats.cleared);
}

TEST_CASE("an exception of a listener reaches the thread whose removal it was", "[sharded][listener][C17]") {
    Clock clock;
    Listened store{clock, {.shards = 1}, {[&](const std::string& key, int) {
                       if (key == "a") throw std::runtime_error{"of a"};
                   }}};
    std::array<std::atomic<int>, 2> caught{};
    on_two_threads([&](int number) {
        const std::string key = number == 0 ? "a" : "b";
        for (int i = 0; i < 2000; ++i) {
            store.set(key, i);
            try {
                store.erase(key);
            } catch (const std::runtime_error&) {
                ++caught[static_cast<std::size_t>(number)];
            }
        }
    });
    CHECK(caught[0] == 2000);
    CHECK(caught[1] == 0);
}
