/// The tail of `get` while a background sweeper frees as many entries as are read from, against the tail beside a sweeper
/// that sleeps. Usage: sweeper_tail [--quick] [--entries n] [--rounds n] [--budget n] [--pause microseconds]
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/sharded_ttl_store.hpp>
#include <vector>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Store = ttlstore::ShardedTtlStore<std::uint64_t, std::uint64_t, ttlstore::ManualTicker>;
using Latencies = std::vector<std::uint32_t>;

struct Settings {
    std::size_t entries = 1'000'000;
    std::size_t rounds = 7;
    ttlstore::SweeperOptions sweeper;
};

struct Tail {
    double half = 0, most = 0, nearly_all = 0, worst = 0;  // p50, p99, p99.9, max: ns
};

/// Gets of live keys, each timed with one reading of the clock, until `over(number of gets)`.
template <class Over>
void read(Store& store, std::size_t entries, Latencies& latencies, Over over) {
    std::uint64_t random = 88172645463325252;
    std::uint64_t wrong = 0;
    latencies.clear();
    Clock::time_point before = Clock::now();
    while (latencies.size() < latencies.capacity() && !over(latencies.size())) {
        for (int i = 0; i < 64; ++i) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            const std::uint64_t key = random % entries;
            wrong += store.get(key) == key ? 0U : 1U;
            const Clock::time_point after = Clock::now();
            latencies.push_back(static_cast<std::uint32_t>(std::chrono::nanoseconds{after - before}.count()));
            before = after;
        }
        before = Clock::now();
    }
    if (wrong != 0) {
        std::printf("a get of a live key found nothing or something else\n");
        std::exit(1);
    }
}

Tail tail_of(Latencies& latencies) {
    const auto at = [&](double share) {
        const auto place = latencies.begin() + static_cast<std::ptrdiff_t>(share * double(latencies.size() - 1));
        std::nth_element(latencies.begin(), place, latencies.end());
        return static_cast<double>(*place);
    };
    return {at(0.5), at(0.99), at(0.999), at(1)};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Settings settings_of(int argc, char** argv) {
    Settings settings;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--quick") {
            settings.entries = 20'000;
            settings.rounds = 1;
            continue;
        }
        const std::size_t number = i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0;
        if (name == "--entries" && number != 0)
            settings.entries = number;
        else if (name == "--rounds" && number != 0)
            settings.rounds = number;
        else if (name == "--budget" && number != 0)
            settings.sweeper.budget.entries = number;
        else if (name == "--pause")
            settings.sweeper.pause = std::chrono::microseconds{number};
        else {
            std::printf(
                "usage: sweeper_tail [--quick] [--entries n] [--rounds n] [--budget n] [--pause microseconds]\n");
            std::exit(1);
        }
    }
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
    const Settings settings = settings_of(argc, argv);
    const std::size_t entries = settings.entries;
    Latencies latencies;
    latencies.reserve(std::max<std::size_t>(20 * entries, 2'000'000));
    ttlstore::ManualTicker clock;
    Store store{clock};
    store.reserve(2 * entries);
    for (std::uint64_t i = 0; i < entries; ++i) store.set(i, i, std::chrono::hours{24 * 365});
    ttlstore::BackgroundSweeper sweeper{store, settings.sweeper};

    std::printf("%zu shards, budget %zu, pause %lld us; ns a get\n", store.shard_count(),
                settings.sweeper.budget.entries, static_cast<long long>(settings.sweeper.pause / 1us));
    std::printf(
        "         idle p50    p99  p99.9     max | busy p50    p99  p99.9     max | freed in ms   p99.9 ratio\n");
    std::vector<double> ratios;
    for (std::size_t round = 0; round < settings.rounds; ++round) {
        for (std::uint64_t i = 0; i < entries; ++i) store.set(entries + i, i, 1s + std::chrono::milliseconds{i % 1000});
        read(store, entries, latencies,
             [&](std::size_t gets) { return gets >= std::min<std::size_t>(entries, 1'000'000); });
        const Tail idle = tail_of(latencies);
        const std::uint64_t goal = sweeper.stats().removed + entries;
        clock.advance(2s);
        store.set(2 * entries, 0, 1ms);  // wakes the sweeper, whose clock would not
        store.erase(2 * entries);
        while (sweeper.stats().removed + entries == goal) std::this_thread::yield();
        const Clock::time_point from = Clock::now();
        read(store, entries, latencies, [&](std::size_t) { return sweeper.stats().removed >= goal; });
        const double took = std::chrono::duration<double, std::milli>{Clock::now() - from}.count();
        const Tail busy = tail_of(latencies);
        ratios.push_back(busy.nearly_all / idle.nearly_all);
        std::printf("%5zu %11.0f %6.0f %6.0f %7.0f | %8.0f %6.0f %6.0f %7.0f | %11.0f %13.2f\n", round, idle.half,
                    idle.most, idle.nearly_all, idle.worst, busy.half, busy.most, busy.nearly_all, busy.worst, took,
                    ratios.back());
        if (store.size() != entries) return std::printf("the sweeper left %zu entries\n", store.size()), 1;
    }
    std::printf("median of the ratios of p99.9, busy to idle: %.2f (at most 3 wanted)\n", median(ratios));
}
