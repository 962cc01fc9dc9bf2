// Everything at once: at the end every structure is sound, every entry is accounted for and every bound was kept.
#include "concurrency/stress.hpp"

#include <atomic>

#include "sharded/invariants.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using ttlstore::RemovalCause;
using ttlstore::ShardedConfig;

namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kOperations = 40'000;  // a thread
constexpr int kKeys = 300;

template <class... Options>
using Store = ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithListener<Bookkeeper>,
                                        ttlstore::WithWeigher<WeighByNumber>, Options...>;

template <class S>
void check_stress(const ShardedConfig& config) {
    Account account;
    ttlstore::ManualTicker clock;
    S store{clock, config, Bookkeeper{&account}};
    std::atomic<std::size_t> over{0};
    together(kThreads, [&](std::size_t thread) {
        for (std::size_t part = 0; part < 20; ++part) {
            do_everything(store, account, clock, Random{100 * thread + part}, kKeys, kOperations / 20);
            if (config.capacity && store.stored() > *config.capacity) ++over;
        }
    });
    CHECK(over == 0);
    sharded_test::check_invariants(store);
    CHECK(account.stored - account.gone() == store.stored());
    const ttlstore::Stats stats = store.stats();
    CHECK(account.left_by(RemovalCause::evicted) == stats.evicted);
    CHECK(account.left_by(RemovalCause::erased) == stats.erased);
    CHECK(account.left_by(RemovalCause::replaced) == stats.replaced);
    CHECK(account.taken == stats.taken);
    CHECK(account.left_by(RemovalCause::expired) == stats.lazily_expired + stats.swept + stats.expired_for_room);
    if (!config.capacity && !config.max_weight) CHECK(stats.evicted == 0);
    store.clear();
    CHECK(account.stored == account.gone());
    CHECK(store.stored() == 0);
    sharded_test::check_invariants(store);
}

}  // namespace

TEST_CASE("a bounded store of many shards survives everything at once", "[sharded][stress]") {
    check_stress<Store<>>({.capacity = 100, .max_weight = 400, .shards = 16});
}

TEST_CASE("an unbounded store survives everything at once", "[sharded][stress]") {
    check_stress<Store<ttlstore::TimingWheelExpiry, ttlstore::SieveEviction>>({.shards = 4});
}

TEST_CASE("a store that evicts nobody keeps its bounds under everything at once", "[sharded][stress]") {
    check_stress<Store<ttlstore::NoEviction>>({.capacity = 50, .shards = 8});
}
