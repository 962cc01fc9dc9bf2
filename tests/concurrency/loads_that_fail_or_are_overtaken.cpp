// What the threads get that wait for a load which fails, finds nothing, or is overtaken by a write.
#include "concurrency/loads.hpp"

using namespace loading;

namespace {

constexpr int kWaiting = 3;

/// Parks the loader until `kWaiting` others wait for it.
template <class Store>
void until_all_wait(Store& store) {
    if (!until([&] { return store.load_stats().joined == kWaiting; })) throw std::logic_error{"they do not come"};
}

}  // namespace

TEST_CASE("A loader's exception reaches every waiting caller", "[load][threads][C22]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    std::atomic<int> failed{0};
    const auto load = [&]() -> int {
        until_all_wait(store);
        throw Broken{7};
    };
    Threads callers{kWaiting + 1, [&](int) {
                        try {
                            store.get_or_load("k", load);
                        } catch (const Broken& broken) {
                            failed += broken.number == 7 ? 1 : 0;
                        }
                    }};
    callers.join();
    CHECK(failed == kWaiting + 1);
    CHECK_FALSE(store.contains("k"));
    CHECK(store.get_or_load("k", [] { return 1; }) == 1);
}

TEST_CASE("Each waiting caller is served stale or not as it asked", "[load][threads][stale]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    const LoadOptions stale{.expiry = 1s, .serve_stale = 60s};
    store.get_or_load(
        "k", [] { return 5; }, stale);
    clock.advance(1s);
    std::atomic<int> served{0};
    std::atomic<int> failed{0};
    const auto load = [&]() -> int {
        until_all_wait(store);
        throw Broken{1};
    };
    Threads callers{kWaiting + 1, [&](int i) {
                        try {
                            const int value =
                                i % 2 == 0 ? store.get_or_load("k", load, stale) : store.get_or_load("k", load);
                            served += value == 5 ? 1 : 0;
                        } catch (const Broken&) {
                            ++failed;
                        }
                    }};
    callers.join();
    CHECK(served == 2);
    CHECK(failed == 2);
}

TEST_CASE("Callers who waited before an erase get the value, which is not stored", "[load][threads][C23]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    std::atomic<bool> erased{false};
    std::atomic<int> right{0};
    const auto load = [&] {
        if (!until([&] { return erased.load(); })) throw std::logic_error{"nobody erases"};
        return 1;
    };
    Threads callers{kWaiting + 1, [&](int) { right += store.get_or_load("k", load) == 1 ? 1 : 0; }};
    CHECK(until([&] { return store.load_stats().joined == kWaiting; }));
    CHECK_FALSE(store.erase("k"));
    CHECK(store.get_or_load("k", [] { return 2; }) == 2);  // does not join them
    erased = true;
    callers.join();
    CHECK(right == kWaiting + 1);
    CHECK(store.get("k") == 2);
}

TEST_CASE("Callers who waited for nothing get nothing, or load themselves", "[load][threads][absent]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    std::atomic<bool> began{false};
    std::thread finder{[&] {
        const auto none = store.get_or_load("k", [&] {
            began = true;
            if (!until([&] { return store.load_stats().joined == 2; })) throw std::logic_error{"they do not come"};
            return std::optional<int>{};
        });
        if (none) store.set("wrong", 1);
    }};
    CHECK(until([&] { return began.load(); }));
    std::thread other{[&] {
        const auto answer = store.get_or_load("k", [] { return std::optional<int>{3}; });
        if (answer && *answer != 3) store.set("wrong", 2);  // nothing, or what the third has stored since
    }};
    CHECK(store.get_or_load("k", [] { return 3; }) == 3);
    finder.join();
    other.join();
    CHECK(store.get("k") == 3);
    CHECK_FALSE(store.contains("wrong"));
}
