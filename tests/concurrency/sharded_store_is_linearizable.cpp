// Recorded histories of the sharded store have an explanation.
#include <array>
#include <utility>

#include "concurrency/histories.hpp"
#include "sharded/invariants.hpp"
#include "support/catch.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

using namespace concurrency;
using ttlstore::ShardedConfig;

namespace {

constexpr std::size_t kByTurns = 4'000;
constexpr std::size_t kFree = 1'000;

template <class... Options>
class PacedStore : public ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithMutex<PacedMutex>,
                                                    ttlstore::WithKeyEqual<PacedEqual>, Options...> {
public:
    using PacedStore::ShardedTtlStore::ShardedTtlStore;
    void set_two(int a, int value_a, int b, int value_b) {
        this->set_many(std::array{std::pair{a, value_a}, std::pair{b, value_b}});
    }
};

struct OneShard {
    ttlstore::ManualTicker clock;
    PacedStore<> store{clock, ShardedConfig{.shards = 1}};
};
struct FourShards {
    ttlstore::ManualTicker clock;
    PacedStore<> store{clock, ShardedConfig{.shards = 4}};
};
/// Room for as many entries as there are keys, the rest is taken: nothing is ever evicted, though the shards must pass
/// the room on to each other.
struct JustEnoughRoom {
    static constexpr int kCapacity = 32;

    JustEnoughRoom() {
        for (int other = kKeys; other < kCapacity; ++other) store.set(other, 1);
    }
    ttlstore::ManualTicker clock;
    struct Store : PacedStore<ttlstore::TimingWheelExpiry> {
        static constexpr int kOtherEntries = kCapacity - kKeys;
        using PacedStore::PacedStore;
    };
    Store store{clock, ShardedConfig{.capacity = kCapacity, .shards = 4}};
};

template <class Subject>
void check_is_linearizable() {
    Mix mix = usual_mix();
    mix.insert(mix.end(), {Kind::set_two, Kind::set_two, Kind::set_two, Kind::size});
    if constexpr (other_entries<decltype(Subject::store)> == 0) mix.push_back(Kind::clear);
    std::size_t total = 0;
    for (const Pace pace : {Pace::by_turns, Pace::free}) {
        const Searched searched =
            search_histories<Subject>(pace, mix, histories(pace == Pace::by_turns ? kByTurns : kFree),
                                      [](Subject& subject) { sharded_test::check_invariants(subject.store); });
        INFO(searched.violation);
        CHECK(searched.violation.empty());
        total += searched.histories;
    }
    CHECK(total >= histories(kByTurns));
}

}  // namespace

TEST_CASE("a sharded store of one shard is linearizable", "[linearizability][sharded]") {
    check_is_linearizable<OneShard>();
}
TEST_CASE("a sharded store of four shards is linearizable, sets of several keys included",
          "[linearizability][sharded]") {
    check_is_linearizable<FourShards>();
}
TEST_CASE("a full sharded store is linearizable, and evicts nobody while the whole has room",
          "[linearizability][sharded]") {
    check_is_linearizable<JustEnoughRoom>();
}
