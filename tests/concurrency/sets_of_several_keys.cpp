// C26: sets of several keys in opposite orders neither block each other nor mix.
#include <array>
#include <atomic>
#include <utility>

#include "concurrency/stress.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using ttlstore::ShardedConfig;
using Pairs = std::array<std::pair<int, int>, 2>;

TEST_CASE("two threads that set the same two keys in opposite orders finish, and the keys agree", "[sharded][C26]") {
    constexpr int kRounds = 100'000;
    ttlstore::ManualTicker clock;
    ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker> store{clock, ShardedConfig{.shards = 16}};
    const int a = 0;
    const int b = 1;
    together(2, [&](std::size_t thread) {
        for (int i = 0; i < kRounds; ++i) {
            if (thread == 0)
                store.set_many(Pairs{{{a, i}, {b, i}}});
            else
                store.set_many(Pairs{{{b, -i}, {a, -i}}});
        }
    });
    CHECK(store.get(a) == store.get(b));
    sharded_test::check_invariants(store);
}

TEST_CASE("of equal keys in one set of several the last wins", "[sharded][C26]") {
    ttlstore::ManualTicker clock;
    ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker> store{clock, ShardedConfig{.shards = 16}};
    store.set_many(Pairs{{{7, 1}, {7, 2}}});
    CHECK(store.get(7) == 2);
    CHECK(store.size() == 1);
}
