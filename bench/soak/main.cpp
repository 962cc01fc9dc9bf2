/// A store with everything switched on, used by several threads for minutes: nothing may be lost.
///
/// Every entry that was set must have left in exactly one way, expired, evicted, erased, replaced, cleared or taken, or
/// be there at the end; entries that loads stored are counted. Ends with the account and exit code 1 if it is not even.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <string>
#include <thread>
#include <ttlstore/background_sweeper.hpp>
#include <vector>

#include "soak/ledger.hpp"
#include "soak/worker.hpp"
#include "support/command_line.hpp"

namespace {

using namespace std::chrono_literals;
using namespace soak;

constexpr const char* kUsage =
    "usage: soak [options]\n"
    "  --minutes N    how long, instead of 10 minutes\n"
    "  --seconds N    the same, in seconds\n"
    "  --threads N    workers, instead of 4\n"
    "  --help         print this and stop\n"
    "Exit code 1: an entry was lost, told twice or came out of nowhere; 2: a wrong option.\n";

struct Options {
    std::chrono::seconds time = 10min;
    std::size_t threads = 4;
    bool help = false;
};

Options parse(int count, char** arguments) {
    Options options;
    bench::read_options(count, arguments, [&](std::string_view option, auto operand) {
        if (option == "--minutes")
            options.time = std::chrono::minutes{bench::positive(operand())};
        else if (option == "--seconds")
            options.time = std::chrono::seconds{bench::positive(operand())};
        else if (option == "--threads")
            options.threads = bench::positive(operand());
        else if (option == "--help")
            options.help = true;
        else
            return false;
        return true;
    });
    return options;
}

bool check(const char* what, std::uint64_t in, std::uint64_t out) {
    std::cout << "  " << std::left << std::setw(46) << what << std::right << std::setw(22) << in << std::setw(22) << out
              << (in == out ? "  even\n" : "  NOT EVEN\n");
    return in == out;
}

bool run(const Options& options) {
    Clock clock;
    soak::Departures departures;
    Store store{clock, {.capacity = kCapacity, .max_weight = kMaxWeight, .jitter = 0.1}, soak::Listener{&departures}};
    soak::Work all;
    ttlstore::SweeperStats swept;
    {
        ttlstore::BackgroundSweeper sweeper{store, clock};
        std::atomic<bool> over{false};
        std::vector<soak::Work> works(options.threads);
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < options.threads; ++i)
            threads.emplace_back([&, i] { works[i] = Worker{store, i, over}.run(); });
        const auto end = std::chrono::steady_clock::now() + options.time;
        while (std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(
                std::min<std::chrono::nanoseconds>(60s, end - std::chrono::steady_clock::now()));
            std::cerr << "stored " << store.stored() << ", lag " << sweeper.stats().lag.count() / 1'000'000 << " ms\n";
        }
        over = true;
        for (std::thread& thread : threads) thread.join();
        swept = sweeper.stats();
        for (const soak::Work& work : works) {
            all.set += work.set;
            all.taken += work.taken;
            all.taken_loaded += work.taken_loaded;
            all.operations += work.operations;
            all.hits += work.hits;
            all.wrong += work.wrong;
        }
    }
    soak::Tally out = all.taken;
    std::uint64_t loaded_out = all.taken_loaded;
    const std::uint64_t stored = store.stored();
    store.clear();
    const std::array<const char*, soak::kCauses> names{"expired", "evicted", "erased", "replaced", "cleared"};
    const double seconds = static_cast<double>(options.time.count());
    std::cout << all.operations << " operations in " << options.time.count() << " s by " << options.threads
              << " threads, " << static_cast<double>(all.operations) / seconds / 1e6 << " million a second\n";
    for (std::size_t cause = 0; cause < soak::kCauses; ++cause) {
        const soak::Tally set = departures.set[cause].read();
        const std::uint64_t loaded = departures.loaded[cause];
        std::cout << "  " << std::left << std::setw(10) << names[cause] << std::right << std::setw(14) << set.count
                  << " set " << std::setw(14) << loaded << " loaded\n";
        out += set;
        loaded_out += loaded;
    }
    std::cout << "  taken     " << std::setw(14) << all.taken.count << " set " << std::setw(14) << all.taken_loaded
              << " loaded\n  there at the end " << stored << ", cleared then (the dead among them expired)\n";
    const ttlstore::LoadStats loads = store.load_stats();
    const ttlstore::Stats stats = store.stats();
    std::cout << "  loads " << loads.loads << ", failed " << loads.failures << ", overtaken " << loads.overtaken
              << ", joined " << loads.joined << "\n  sweeps " << swept.sweeps << ", removed " << swept.removed
              << ", failures " << swept.failures
              << "\n                                                                    in             out\n";
    bool even = check("entries set", all.set.count, out.count);
    even &= check("their fingerprint", all.set.fingerprint, out.fingerprint);
    even &=
        check("entries loaded and stored", loads.loads - loads.failures - loads.absent - loads.overtaken, loaded_out);
    even &= check("entries in and out by the store's statistics", stats.inserted + stats.replaced,
                  stats.replaced + stats.evicted + stats.erased + stats.taken + stats.cleared + stats.lazily_expired +
                      stats.swept + stats.expired_for_room);
    even &= check("impossible answers", 0, all.wrong);
    return even;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::guarded("soak", kUsage, [&] {
        const Options options = parse(count, arguments);
        if (options.help) {
            std::cout << kUsage;
            return 0;
        }
        return run(options) ? 0 : 1;
    });
}
