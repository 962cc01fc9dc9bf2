// A key's removals are told in the order in which they happened, whichever threads they came from.
#include <vector>

#include "concurrency/stress.hpp"
#include "support/catch.hpp"

using namespace concurrency;
using ttlstore::ShardedConfig;

namespace {

/// What was stored, in its order: a weigher is asked with the shard's lock held.
std::vector<int>& stored() {
    static std::vector<int> values;
    return values;
}
struct NotingWeigher {
    std::size_t operator()(int /*key*/, int value) const {
        stored().push_back(value);
        return 1;
    }
};
/// Told one after the other, so it needs no lock of its own.
struct Listener {
    std::vector<int>* told = nullptr;
    void operator()(int, int&& value, const ttlstore::Removal&) const { told->push_back(value); }
};

}  // namespace

TEST_CASE("values of one key that threads replace are told in the order in which they were stored",
          "[sharded][listener]") {
    constexpr int kSets = 5'000;
    constexpr int kThreads = 3;
    stored().clear();
    std::vector<int> told;
    ttlstore::ManualTicker clock;
    ttlstore::ShardedTtlStore<int, int, ttlstore::ManualTicker, ttlstore::WithWeigher<NotingWeigher>,
                              ttlstore::WithListener<Listener>>
        store{clock, ShardedConfig{.shards = 4}, Listener{&told}};
    together(kThreads, [&](std::size_t thread) {
        for (int i = 0; i < kSets; ++i) {
            const int value = static_cast<int>(thread) * kSets + i;
            if (i % 7 == 6) store.erase(1);
            store.set(1, value);
        }
    });
    store.erase(1);
    CHECK(stored().size() == kThreads * kSets);
    CHECK(told == stored());
}
