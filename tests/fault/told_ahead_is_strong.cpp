// An index or policy that fails when it is told of growth or bounds leaves the store as it was.
#include "fault/subject.hpp"
#include "support/catch.hpp"
#include "support/informed_roles.hpp"
#include "ttlstore/eviction/s3_fifo_eviction.hpp"

using namespace fault_test;

namespace {

struct InformedUnbounded : Kind<Faulty, support::InformedEviction, support::InformedExpiry> {
    static StoreConfig config() { return {}; }
};
struct InformedWeighted
    : Kind<Faulty, support::InformedEviction, support::InformedExpiry, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static StoreConfig config() { return {.max_weight = 40}; }
};

/// Its ghosts have memory of the store's allocator.
struct GhostsUnbounded : Kind<Faulty, ttlstore::S3FifoEviction> {
    static StoreConfig config() { return {}; }
};
struct GhostsWeighted : Kind<Faulty, ttlstore::S3FifoEviction, ttlstore::WithWeigher<support::FaultyWeigher>> {
    static StoreConfig config() { return {.max_weight = 40}; }
};

}  // namespace

TEMPLATE_TEST_CASE("what an index or policy throws when it is told ahead changes nothing",
                   "[eviction][expiry][strong][fault]", InformedUnbounded, InformedWeighted, GhostsUnbounded,
                   GhostsWeighted) {
    CHECK(check_strong<TestType>([](auto& subject) { subject.store.reserve(500); }) > 0);
    for (const std::size_t capacity : {1U, 7U, 8U, 9U, 200U}) {
        CAPTURE(capacity);
        const int points = check_strong<TestType>([&](auto& subject) { subject.store.set_capacity(capacity); });
        if (!TestType::config().max_weight || capacity == 200) CHECK(points > 0);
    }
    // Sixteen and more of them make the table grow.
    for (int count = 8; count < 40; ++count) {
        check_strong<TestType>([&](auto& subject) {
            {
                const support::FaultsOff off;
                for (int key = 8; key < count; ++key) subject.store.set(Faulty{key}, Faulty{100}, 5ms);
                subject.log.clear();
                subject.before = picture_of(subject.store);
            }
            subject.store.set(Faulty{count}, Faulty{100}, 5ms);
        });
    }
}

TEST_CASE("a construction whose policy or index throws leaks nothing", "[construction][fault]") {
    const ManualTicker clock;
    std::vector<Heard> log;
    struct Nothing {};
    const int points =
        for_each_fault([] { return Nothing{}; },
                       [&](Nothing) {
                           const InformedUnbounded::Store store{clock, {.capacity = 100}, LogListener{&log}};
                       },
                       [](Nothing) { CHECK(support::FaultyAllocator<std::byte>::outstanding() == 0); });
    CHECK(points > 3);
}
