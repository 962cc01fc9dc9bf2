// What must not allocate does not: hits, misses, overwrites, sweeps; and a bounded store after its construction.
#include <string>
#include <vector>

#include "fault/counted_new.hpp"
#include "support/catch.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttlstore.hpp"

using namespace std::chrono_literals;
using fault_test::allocations_of;
using ttlstore::Expiry;
using ttlstore::ManualTicker;

namespace {

/// Counts what it hears.
struct CountingListener {
    std::size_t* heard;
    template <class Key, class Value>
    void operator()(const Key&, Value&&, const ttlstore::Removal&) const {
        ++*heard;
    }
};

template <class... Options>
using Store = ttlstore::TtlStore<int, int, ManualTicker, Options...>;

}  // namespace

TEST_CASE("operator new is counted", "[allocation]") {
    CHECK(allocations_of([] { const std::vector<int> some(10); }) == 1);
}

TEST_CASE("a hit and a miss allocate nothing", "[allocation]") {
    ManualTicker clock;
    Store<> store{clock};
    for (int key = 0; key < 100; ++key) store.set(key, key, std::chrono::milliseconds{1 + key});
    clock.advance(50ms);
    std::vector<int> keys;
    for (int key = 20; key < 120; ++key) keys.push_back(key);
    CHECK(allocations_of([&] {
              for (int key = 0; key < 200; ++key) {
                  store.contains(key);
                  store.peek(key);
                  store.ttl(key);
                  store.info(key);
                  store.touch(key);
                  store.get(key);
                  store.find(key);
                  store.erase(key + 150);
              }
              store.find_many(keys, [](std::size_t, int*) {});
              store.size();
              store.next_deadline();
          }) == 0);
}

TEST_CASE("a lookup by view of a string builds no string", "[allocation]") {
    ManualTicker clock;
    ttlstore::TtlStore<std::string, int, ManualTicker> store{clock};
    constexpr std::string_view kKey = "a key too long to be kept inside a std::string";
    constexpr const char* kLiteral = "a key too long to be kept inside a std::string";
    constexpr std::string_view kMissing = "another key too long to be kept inside a std::string";
    store.set(kKey, 1, 1h);
    CHECK(allocations_of([&] {
              store.find(kKey);
              store.find(kLiteral);
              store.find(kMissing);
              store.contains(kMissing);
              store.ttl(kLiteral);
              store.expire(kMissing, 5ms);
              store.touch(kKey);
              store.update(kKey, [](int& value) { ++value; });
              store.erase(kMissing);
              store.set(kKey, 2, Expiry::keep());
              store.set(kKey, 3, Expiry::standard(), ttlstore::When::if_absent);
          }) == 0);
}

TEST_CASE("an overwrite and an expire allocate nothing once the deadlines' number was reached", "[allocation]") {
    ManualTicker clock;
    Store<> store{clock};
    for (int key = 0; key < 64; ++key) store.set(key, key, std::chrono::milliseconds{1'000 + key});
    CHECK(allocations_of([&] {
              for (int round = 1; round < 50; ++round) {
                  for (int key = 0; key < 64; ++key) store.set(key, round, std::chrono::milliseconds{1'000 + key});
                  for (int key = 0; key < 64; ++key) store.expire(key, std::chrono::milliseconds{2'000 + 3 * key});
                  for (int key = 0; key < 64; ++key) store.set(key, round, std::chrono::milliseconds{1'000 + key});
                  for (int key = 0; key < 64; key += 2) store.persist(key);
                  for (int key = 0; key < 64; key += 2) store.set(key, round);
              }
          }) == 0);
}

TEST_CASE("a sweep allocates nothing, heard or not", "[allocation][sweep]") {
    ManualTicker clock;
    std::size_t heard = 0;
    Store<> unheard{clock};
    Store<ttlstore::WithListener<CountingListener>> listened{clock, {}, CountingListener{&heard}};
    for (int key = 0; key < 1'000; ++key) {
        unheard.set(key, key, std::chrono::milliseconds{1 + key % 100});
        listened.set(key, key, std::chrono::milliseconds{1 + key % 100});
    }
    clock.advance(60ms);
    CHECK(allocations_of([&] {
              for (int i = 0; i < 30; ++i) unheard.sweep(10);
              unheard.sweep(100'000);
              unheard.sweep(ttlstore::SweepBudget{.entries = 5, .time = std::nullopt});
          }) == 0);
    CHECK(allocations_of([&] {
              for (int i = 0; i < 300; ++i) listened.sweep(1);
          }) == 0);
    CHECK(unheard.stored() == 400);
    CHECK(heard == 300);
}

TEST_CASE("a sweep of many heard entries allocates nothing", "[allocation][sweep]") {
    ManualTicker clock;
    std::size_t heard = 0;
    Store<ttlstore::WithListener<CountingListener>> store{clock, {}, CountingListener{&heard}};
    for (int key = 0; key < 1'000; ++key) store.set(key, key, 1ms);
    clock.advance(1ms);
    CHECK(allocations_of([&] { store.sweep(1'000); }) == 0);
    CHECK(heard == 1'000);
}

TEMPLATE_TEST_CASE("a bounded store allocates at construction, later only index nodes", "[allocation][capacity]",
                   ttlstore::LruEviction, ttlstore::SoonestExpiryEviction, ttlstore::NoEviction, ttlstore::FifoEviction,
                   ttlstore::SieveEviction, ttlstore::S3FifoEviction, ttlstore::LfuEviction) {
    const ManualTicker clock;
    Store<TestType> store{clock, {.capacity = 1'000}};
    // The first deadline gets the index its nodes.
    store.set(0, 0, 5ms);
    CHECK(allocations_of([&] {
              for (int key = 0; key < 5'000; ++key) {
                  store.set(key, key, 5ms);
                  store.set(key, key);
                  store.find(key / 2);
                  if (key % 3 == 0) store.erase(key);
                  if (key % 7 == 0) store.erase(key / 2);
              }
              store.clear();
              for (int key = 0; key < 1'000; ++key) store.set(key, key);
          }) == 0);
    CHECK(store.stored() == 1'000);
}

TEST_CASE("endless turnover of scattered deadlines recycles the index's nodes", "[allocation]") {
    ManualTicker clock;
    Store<> store{clock, {.capacity = 256}};
    const auto turn = [&](int from, int to) {
        for (int i = from; i < to; ++i) {
            store.set(i, i, std::chrono::milliseconds{100 + i * 7'919 % 1'000});
            if (i % 4 == 0) clock.advance(1ms);
            if (i % 64 == 0) store.sweep(64);
        }
    };
    turn(0, 20'000);
    CHECK(allocations_of([&] { turn(20'000, 60'000); }) == 0);
}
