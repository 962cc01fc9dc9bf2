// S3-FIFO by hand: of ten entries the small queue's share is one.
#include <ttlstore/eviction/s3_fifo_eviction.hpp>

#include "unit/eviction_log.hpp"

using namespace unit;
using S3Fifo = Letters<S3FifoEviction>;

TEST_CASE("What is not read twice in the small queue goes, and is known when it comes back", "[s3fifo]") {
    S3Fifo letters{{.capacity = 10}};
    letters.set("abcdefghij");  // a in the small queue, the others in the main one as long as there is room
    letters.get("aa");
    CHECK(letters.set_evicts("x") == "b");  // a moves to the main queue, which is one too long then
    CHECK(letters.set_evicts("y") == "x");  // never read
    CHECK(letters.set_evicts("x") == "y");  // a ghost: enters the main queue
    CHECK(letters.set_evicts("z") == "c");
    CHECK(letters.set_evicts("b") == "z");  // b went from the main queue and left no ghost
    CHECK(letters.set_evicts("q") == "b");
}

TEST_CASE("One read is not enough for the small queue, but for the main queue it is", "[s3fifo]") {
    S3Fifo letters{{.capacity = 10}};
    letters.set("abcdefghij");
    letters.get("abbbbbb");
    CHECK(letters.set_evicts("k") == "a");
    letters.get("kk");
    CHECK(letters.set_evicts("l") == "c");  // k enters the main queue; b is passed, its count 3 becomes 2
    letters.get("ll");
    CHECK(letters.set_evicts("m") == "d");
    letters.get("mm");
    CHECK(letters.set_evicts("n") == "e");
}

TEST_CASE("Erased and expired entries leave no ghost", "[s3fifo][C10]") {
    S3Fifo letters{{.capacity = 10}};
    letters.set("abcdefghij");
    CHECK(letters.set_evicts("k") == "a");
    letters.erase("k");
    letters.set("k");
    CHECK(letters.set_evicts("l") == "k");  // again in the small queue
    letters.erase("l");
    letters.set("l", 1s);
    letters.clock.advance(1s);
    CHECK(letters.set_evicts("m") == "");  // l was dead
    letters.erase("m");
    letters.set("l");
    CHECK(letters.set_evicts("n") == "l");
}

TEST_CASE("clear forgets queues and ghosts", "[s3fifo]") {
    S3Fifo letters{{.capacity = 10}};
    letters.set("abcdefghij");
    CHECK(letters.set_evicts("k") == "a");
    letters.store.clear();
    letters.set("klmnopqrst");
    letters.get("l");
    CHECK(letters.set_evicts("a") == "k");  // no ghost: small queue
    CHECK(letters.set_evicts("b") == "a");
}

TEST_CASE("Ghosts are remembered up to a third more than the capacity", "[s3fifo]") {
    const Clock clock;
    IntStore<S3FifoEviction> store{clock, {.capacity = 30}};
    for (int key = 0; key < 30; ++key) store.set(key, 0);
    // Every one of these is evicted from the small queue by a later one.
    for (int key = 100; key < 200; ++key) store.set(key, 0);
    store.set(120, 0);  // long forgotten: small queue
    store.set(190, 0);  // remembered: main queue
    for (int key = 200; key < 210; ++key) store.set(key, 0);
    CHECK_FALSE(store.contains(120));
    CHECK(store.contains(190));
    check_invariants(store);
}

TEST_CASE("The memory of ghosts is reported", "[s3fifo][memory]") {
    const Clock clock;
    const IntStore<S3FifoEviction> ghosts{clock, {.capacity = 1'000}};
    CHECK(ghosts.memory().policy > 1'000 * (12 + 1 + 16));
    CHECK(ghosts.memory().policy < 2'000 * (12 + 1 + 16));
}

namespace {
struct ByValue {
    std::size_t operator()(const std::string& /*key*/, int value) const { return static_cast<std::size_t>(value); }
};
}  // namespace

TEST_CASE("The queues' shares are shares of the weight where that is bounded", "[s3fifo][weights]") {
    Letters<S3FifoEviction, WithWeigher<ByValue>> letters{{.max_weight = 100}};
    letters.store.set("a", 10);
    letters.store.set("b", 80);
    letters.set("cccdddeee");
    CHECK(letters.evicted().empty());
    letters.store.set("f", 10);
    CHECK(letters.evicted() == "a");  // the small queue holds a tenth and yields, b stays
    letters.store.set("b", 1);
    letters.store.set("c", 88);  // the main queue outgrows its share
    check_invariants(letters.store);
    letters.evicted();
    letters.store.set("g", 10);
    check_invariants(letters.store);
    CHECK(letters.store.contains("g"));
    CHECK_FALSE(letters.store.contains("f"));
}

TEST_CASE("A new weight counts in the queue where the entry is", "[s3fifo][weights]") {
    Letters<S3FifoEviction, WithWeigher<ByValue>> letters{{.max_weight = 100}};
    letters.store.set("a", 10);
    letters.store.set("b", 5);
    letters.store.set("c", 5);
    letters.store.set("b", 85);
    CHECK(letters.evicted().empty());
    letters.store.set("b", 86);
    CHECK(letters.evicted() == "a");
    letters.store.set("d", 9);
    letters.store.set("e", 1);
    CHECK(letters.evicted() == "c");  // the main queue holds 91, which is more than its share
    check_invariants(letters.store);
}
