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
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/sharded_ttl_store.hpp>
#include <utility>
#include <vector>

#include "soak/ledger.hpp"
#include "support/command_line.hpp"
#include "support/workload.hpp"

namespace {

using namespace std::chrono_literals;
using bench::Rng;
using soak::Value;
using ttlstore::Expiry;
using ttlstore::SetResult;

constexpr const char* kUsage =
    "usage: soak [options]\n"
    "  --minutes N    how long, instead of 10 minutes\n"
    "  --seconds N    the same, in seconds\n"
    "  --threads N    workers, instead of 4\n"
    "  --help         print this and stop\n"
    "Exit code 1: an entry was lost, told twice or came out of nowhere; 2: a wrong option.\n";

constexpr std::size_t kCapacity = 50'000;
constexpr std::uint64_t kMaxWeight = 400'000;
constexpr std::uint64_t kKeys = 80'000;

/// One to sixteen, so that sets of another weight make and need room.
struct Weigher {
    std::size_t operator()(std::uint64_t /*key*/, const Value& value) const { return 1 + value.number / 2 % 16; }
};

/// Counts the operations that the store tells of, in stripes.
class Operations {
public:
    void record(ttlstore::Operation, ttlstore::Outcome outcome, std::size_t count = 1) noexcept {
        mine().fetch_add(outcome == ttlstore::Outcome::done ? 1 : count, std::memory_order_relaxed);
    }
    void removed(ttlstore::RemovalCause) noexcept { gone_.fetch_add(1, std::memory_order_relaxed); }
    Operations() = default;
    Operations(Operations&& other) noexcept { (void)other; }  // before anybody records
    std::uint64_t recorded() const {
        std::uint64_t sum = 0;
        for (const Stripe& stripe : stripes_) sum += stripe.count;
        return sum;
    }

private:
    struct alignas(64) Stripe {
        std::atomic<std::uint64_t> count{0};
    };
    std::atomic<std::uint64_t>& mine() noexcept {
        static std::atomic<std::size_t> next{0};
        thread_local const std::size_t stripe = next.fetch_add(1);
        return stripes_[stripe % stripes_.size()].count;
    }
    std::array<Stripe, 16> stripes_;
    std::atomic<std::uint64_t> gone_{0};
};

using Clock = ttlstore::CachedTicker<>;
using Store = ttlstore::ShardedTtlStore<std::uint64_t, Value, Clock, ttlstore::TimingWheelExpiry,
                                        ttlstore::WithListener<soak::Listener>, ttlstore::WithWeigher<Weigher>,
                                        ttlstore::WithMetrics<Operations>>;

class Worker {
public:
    Worker(Store& store, std::size_t me, const std::atomic<bool>& over)
        : store_{store}, random_{me + 1}, next_{(me + 1) << 40}, over_{over} {}

    soak::Work run() {
        while (!over_.load(std::memory_order_relaxed)) {
            for (int i = 0; i < 1'000; ++i) one();
            work_.operations += 1'000;
        }
        return work_;
    }

private:
    Value new_value() { return {next_ += 2, 0}; }
    Expiry new_expiry() {
        const std::uint64_t kind = random_.below(100);
        if (kind < 5) return Expiry::never();
        if (kind < 10) return Expiry::keep();
        return Expiry::after(std::chrono::milliseconds{1 + random_.below(kind < 60 ? 200 : 20'000)});
    }
    /// Half of the calls go to a tenth of the keys.
    std::uint64_t new_key() {
        return bench::make_key<std::uint64_t>(random_.below(random_.below(2) ? kKeys : kKeys / 10));
    }

    void one() {
        const std::uint64_t key = new_key();
        const std::uint64_t what = random_.below(1'000);
        if (what < 300) return set(key);
        if (what < 600) return get(key);
        if (what < 750) return load(key);
        if (what < 800) return erase_or_take(key);
        if (what < 850) {
            store_.update(key, [](Value& value) { ++value.updates; });
        } else if (what < 900) {
            store_.expire(key, std::chrono::milliseconds{1 + random_.below(2'000)});
        } else if (what < 940) {
            store_.touch(key);
        } else if (what < 970) {
            several(key);
        } else if (what < 999) {
            store_.persist(key);
        } else {
            rare(key);
        }
    }
    void set(std::uint64_t key) {
        const Value value = new_value();
        const SetResult result = store_.set(key, value, new_expiry());
        if (result == SetResult::inserted || result == SetResult::replaced)
            work_.set.add(value.number);
        else
            ++work_.wrong;  // no condition, and room can always be made
    }
    void get(std::uint64_t key) {
        if (store_.get(key)) ++work_.hits;
    }
    void load(std::uint64_t key) {
        const bool fails = random_.below(50) == 0;
        try {
            store_.get_or_load(
                key,
                [&] {
                    if (fails) throw std::runtime_error{"the source is away"};
                    return Value{new_value().number | 1, 0};
                },
                new_expiry());
        } catch (const std::runtime_error&) {
            // Of this call's loader, or of the one it waited for.
        }
    }
    void erase_or_take(std::uint64_t key) {
        if (random_.below(2) == 0) {
            store_.erase(key);
        } else if (const std::optional<Value> taken = store_.take(key)) {
            if (taken->loaded())
                ++work_.taken_loaded;
            else
                work_.taken.add(taken->number);
        }
    }
    void several(std::uint64_t key) {
        const std::array<std::uint64_t, 4> keys{key, new_key(), new_key(), new_key()};
        if (random_.below(2) == 0) {
            for (const auto& found : store_.get_many(keys)) work_.hits += found ? 1 : 0;
            return;
        }
        std::vector<std::pair<std::uint64_t, Value>> pairs;
        for (const std::uint64_t each : keys) {
            const bool again = std::any_of(pairs.begin(), pairs.end(), [&](auto& pair) { return pair.first == each; });
            if (!again) pairs.emplace_back(each, new_value());
        }
        store_.set_many(pairs, 2s);
        for (const auto& pair : pairs) work_.set.add(pair.second.number);
    }
    void rare(std::uint64_t key) {
        const std::uint64_t what = random_.below(100);
        if (what < 60) {
            store_.sweep(50);
        } else if (what < 90) {
            std::size_t seen = 0;
            store_.scan(0, 100, [&](const auto&, const Value&) { ++seen; });
        } else if (what < 98) {
            store_.erase_if([&](std::uint64_t other, const Value&) { return other % 512 == key % 512; });
        } else {
            if (store_.size() > kCapacity || store_.stored() > kCapacity) ++work_.wrong;
        }
    }

    Store& store_;
    Rng random_;
    std::uint64_t next_;
    const std::atomic<bool>& over_;
    soak::Work work_;
};

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
