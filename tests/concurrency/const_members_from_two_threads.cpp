// const members are safe to call from several threads at once (run under TSan); tickers may move meanwhile.
#include <atomic>
#include <thread>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

constexpr int kRounds = 200;
constexpr int kEntries = 50;

template <class Store>
long ask_everything(const Store& store) {
    long sum = 0;
    for (int i = 0; i < kEntries; ++i) {
        sum += store.contains(i) ? 1 : 0;
        if (const int* value = store.peek(i)) sum += *value;
        if (!missing(store, i)) ++sum;
        if (const auto info = store.info(i)) sum += static_cast<long>(info->weight);
    }
    store.for_each([&](int, int value) { sum += value; });
    store.for_each_by_deadline([&](int, int value) { sum += value; });
    for (const auto& [key, value] : store) sum += value;
    if (store.next_deadline()) ++sum;
    return sum + static_cast<long>(store.size() + store.live() + store.overdue() + store.stored() +
                                   store.stats().inserted + store.memory().total());
}

template <class Store>
void fill(Store& store) {
    for (int i = 0; i < kEntries; ++i) {
        if (i % 3 == 0)
            store.set(i, i);
        else
            store.set(i, i, std::chrono::seconds{1 + i});
    }
}

}  // namespace

TEST_CASE("Two threads that only ask get the same answers", "[threads]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = kEntries}};
    fill(store);
    clock.advance(20s);
    const long expected = ask_everything(store);
    std::atomic<int> wrong{0};
    const auto reader = [&] {
        for (int i = 0; i < kRounds; ++i) wrong += ask_everything(store) == expected ? 0 : 1;
    };
    std::thread other{reader};
    reader();
    other.join();
    CHECK(wrong == 0);
    check_invariants(store);
}

TEST_CASE("A manual clock may be advanced from another thread while the store is asked", "[threads][ticker]") {
    Clock clock;
    IntStore<> store{clock};
    fill(store);
    std::thread time{[&] {
        for (int i = 0; i < 60'000; ++i) clock.advance(1ms);
    }};
    std::size_t last = kEntries;
    bool fell = true;
    for (int i = 0; i < kRounds; ++i) {
        const std::size_t now = store.size();
        fell = fell && now <= last;
        last = now;
    }
    time.join();
    CHECK(fell);
    CHECK(store.size() == (kEntries + 2) / 3);
    check_invariants(store);
}

TEST_CASE("A cached clock may be refreshed from another thread while the store is used", "[threads][ticker]") {
    Clock source;
    CachedTicker<Clock> cached{source};
    TtlStore<int, int, CachedTicker<Clock>> store{cached};
    fill(store);
    std::thread refresher{[&] {
        for (int i = 0; i < 60'000; ++i) {
            source.advance(1ms);
            cached.refresh();
        }
    }};
    for (int i = 0; i < kRounds * 10; ++i) {
        store.find(i % kEntries);
        store.set(kEntries + i % 7, i, 1ms);
    }
    refresher.join();
    cached.refresh();
    CHECK(store.size() >= (kEntries + 2) / 3);
    check_invariants(store);
}
