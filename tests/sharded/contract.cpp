// The same behaviour whatever index, policy and mutex a sharded store is made of, against a plain store beside it.
#include <map>
#include <random>
#include <tuple>

#include "sharded/shorthand.hpp"

using namespace sharded_test;

namespace {

template <class... Options>
struct Both {
    using Many = ShardedTtlStore<int, int, Clock, Options...>;
    using One = ShardedTtlStore<int, int, Clock, Options..., WithMutex<NullMutex>>;
};
using Kinds = std::tuple<Both<>, Both<TimingWheelExpiry, SieveEviction>, Both<HeapExpiry, TinyLfuEviction>,
                         Both<LazyExpiry, S3FifoEviction>, Both<OrderedExpiry, SoonestExpiryEviction>>;

}  // namespace

TEMPLATE_LIST_TEST_CASE("with room enough a sharded store answers as a plain one does", "[sharded][contract]", Kinds) {
    Clock clock;
    typename TestType::Many many{clock, {.capacity = 1000, .shards = 8}};
    std::map<int, std::pair<int, std::optional<Clock::time_point>>> model;
    std::mt19937 random{42};
    const auto alive = [&](int key) {
        const auto found = model.find(key);
        return found != model.end() && (!found->second.second || clock.now() < *found->second.second);
    };
    for (int step = 0; step < 4000; ++step) {
        const int key = static_cast<int>(random() % 200);
        switch (random() % 8) {
            case 0:
            case 1: {
                const std::chrono::seconds ttl{1 + random() % 20};
                CHECK(many.set(key, step, ttl) == (alive(key) ? SetResult::replaced : SetResult::inserted));
                model[key] = {step, clock.now() + ttl};
                break;
            }
            case 2:
                many.set(key, step);
                model[key] = {step, std::nullopt};
                break;
            case 3:
                CHECK(many.erase(key) == alive(key));
                model.erase(key);
                break;
            case 4:
                CHECK(many.expire(key, 3s) == alive(key));
                if (alive(key)) model[key].second = clock.now() + 3s;
                break;
            case 5:
                clock.advance(std::chrono::milliseconds{random() % 500});
                break;
            case 6:
                many.sweep(random() % 10);
                break;
            default:
                CHECK(many.get(key) == (alive(key) ? std::optional{model[key].first} : std::nullopt));
        }
    }
    std::size_t living = 0;
    for (const auto& [key, entry] : model) living += alive(key) ? 1U : 0U;
    CHECK(many.size() == living);
    CHECK(many.stats().evicted == 0);
    while (many.overdue() != 0) many.sweep(kAll);
    CHECK(many.stored() == living);
}

TEMPLATE_LIST_TEST_CASE("a full sharded store stays at its capacity", "[sharded][contract]", Kinds) {
    Clock clock;
    typename TestType::One store{clock, {.capacity = 100, .shards = 8}};
    std::mt19937 random{7};
    for (int i = 0; i < 5000; ++i) {
        const int key = static_cast<int>(random() % 400);
        store.set(key, i, std::chrono::milliseconds{1 + random() % 3000});
        REQUIRE(store.stored() <= 100);
        REQUIRE(store.get(key) == i);
        if (i % 16 == 0) clock.advance(1ms);
    }
    CHECK(store.stored() == 100);
    clock.advance(3s);
    for (int i = 0; i < 100; ++i) CHECK(store.set(1000 + i, i) == SetResult::inserted);
    CHECK(store.size() == 100);
    for (int i = 0; i < 100; ++i) CHECK(store.contains(1000 + i));
}

TEST_CASE("a ticker that says it is safe to share, and a mutex of one's own, will do", "[sharded][contract]") {
    struct Counted {
        static int& locks() {
            static int count = 0;
            return count;
        }
        void lock() { ++locks(); }
        bool try_lock() {
            ++locks();
            return true;
        }
        void unlock() { --locks(); }
    };
    Clock clock;
    CachedTicker<Clock> cached{clock};
    ShardedTtlStore<int, int, CachedTicker<Clock>, WithMutex<Counted>> store{cached, {.shards = 4}};
    store.set(1, 2, 1s);
    CHECK(store.get(1) == 2);
    CHECK(store.size() == 1);
    clock.advance(1s);
    CHECK(store.get(1) == 2);
    cached.refresh();
    CHECK_FALSE(store.get(1));
    CHECK(Counted::locks() == 0);
}
