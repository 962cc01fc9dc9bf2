// get_or_load_async with threads behind the executor.
#include <condition_variable>
#include <mutex>

#include "concurrency/loads.hpp"

using namespace loading;

namespace {

/// One thread that runs tasks in their order, all of them before it ends.
class Worker {
public:
    ~Worker() {
        {
            const std::lock_guard lock{mutex_};
            closed_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    void operator()(std::function<void()> task) {
        {
            const std::lock_guard lock{mutex_};
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
    }

private:
    void work() {
        std::unique_lock lock{mutex_};
        for (;;) {
            changed_.wait(lock, [&] { return closed_ || !tasks_.empty(); });
            if (tasks_.empty()) return;
            const auto task = std::move(tasks_.front());
            tasks_.pop_front();
            lock.unlock();
            task();
            lock.lock();
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> tasks_;
    bool closed_ = false;
    std::thread thread_{[this] { work(); }};
};

}  // namespace

TEST_CASE("A loader on the only worker may wait for a load queued behind it", "[load][threads][async]") {
    Clock clock;
    Sharded<> store{clock, kFew};
    Worker worker;
    std::latch queued{1};
    auto outer = store.get_or_load_async(
        "outer",
        [&] {
            queued.wait();
            return store.get_or_load("inner", [] { return 0; }) + 1;
        },
        worker);
    auto inner = store.get_or_load_async(
        "inner", [] { return 1; }, worker);
    queued.count_down();
    CHECK(outer.get() == 2);
    CHECK(inner.get() == 1);
}

TEST_CASE("A store may die as soon as the futures of its loads are ready", "[load][threads][async]") {
    Worker worker;
    for (int round = 0; round < 300; ++round) {
        Clock clock;
        Seen seen;
        Sharded<Told> store{clock, {.capacity = 1, .shards = 1}, seen};
        store.set("victim", 0);
        auto future = store.get_or_load_async(
            "k", [round] { return round; }, worker);
        REQUIRE(future.get() == round);
    }
}

TEST_CASE("Waiting threads and futures share a load with whoever runs it", "[load][threads][async]") {
    Clock clock;
    Worker worker;
    ShardedTtlStore<int, int, Clock> store{clock, kFew};
    constexpr int kKeys = 500;
    std::atomic<int> loads{0};
    std::atomic<int> wrong{0};
    const auto load = [&](int key) {
        ++loads;
        return key + 1;
    };
    Threads callers{3, [&](int i) {
                        for (int key = 0; key < kKeys; ++key) {
                            const int value = i == 0 ? store.get_or_load_async(key, load, worker).get()
                                                     : store.get_or_load(key, load);
                            wrong += value == key + 1 ? 0 : 1;
                        }
                    }};
    callers.join();
    CHECK(wrong == 0);
    CHECK(loads == kKeys);
}
