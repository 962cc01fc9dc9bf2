// The replay program's hit ratio over time: whatever the times, no lookup is lost and order is kept.
#include "../../examples/replay/timeline.hpp"

#include <cstdint>
#include <vector>

#include "../../examples/replay/random.hpp"
#include "support/catch.hpp"

using replay::Micros;

TEST_CASE("the parts of a timeline add up to what was recorded", "[replay][timeline]") {
    const std::uint64_t longest_step = GENERATE(1U, 1'000U, 86'400'000'000U);
    const std::int64_t start = GENERATE(0, 1'700'000'000'000'000);
    replay::Random random{longest_step};
    replay::Timeline timeline;
    std::uint64_t hits = 0;
    Micros time{start};
    for (int i = 0; i < 10'000; ++i) {
        const bool hit = random.next() % 3 == 0;
        hits += hit ? 1 : 0;
        timeline.record(time, hit);
        time += Micros{static_cast<std::int64_t>(random.next() % (longest_step + 1))};
    }
    std::uint64_t lookups_seen = 0;
    std::uint64_t hits_seen = 0;
    for (const replay::TimelinePart& part : timeline.parts(64)) {
        CHECK(part.lookups > 0);
        lookups_seen += part.lookups;
        hits_seen += part.hits;
    }
    CHECK(lookups_seen == 10'000);
    CHECK(hits_seen == hits);
}

TEST_CASE("a timeline without lookups has no parts", "[replay][timeline]") {
    CHECK(replay::Timeline{}.parts(64).empty());
}

TEST_CASE("a timeline reaches to the last microsecond there is", "[replay][timeline]") {
    replay::Timeline timeline;
    timeline.record(Micros{0}, false);
    timeline.record(Micros::max(), true);
    timeline.record(Micros::max(), true);
    const std::vector<replay::TimelinePart> parts = timeline.parts(64);
    REQUIRE(parts.size() == 64);
    CHECK(parts.front().lookups == 1);
    CHECK(parts.back().hits == 2);
}
