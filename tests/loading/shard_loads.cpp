// ShardLoads by itself: flights and memories by hash, and what a write does to them.
#include "loading/shorthand.hpp"

using namespace loading;
using detail::FlightBase;
using detail::Manned;
using detail::MemoryBase;
using detail::ShardLoads;

namespace {

std::shared_ptr<FlightBase> flight(std::uint64_t hash) { return std::make_shared<FlightBase>(hash, Manned::yes); }

std::unique_ptr<MemoryBase> memory(std::uint64_t hash, Tick until) {
    auto made = std::make_unique<MemoryBase>();
    made->hash = hash;
    made->until = until;
    return made;
}

const auto kAny = [](const auto&) { return true; };

}  // namespace

TEST_CASE("Flights of one hash are told apart", "[load]") {
    ShardLoads loads;
    const auto one = flight(5);
    const auto two = flight(5);
    CHECK(loads.find(5, kAny) == nullptr);
    loads.add(one);
    loads.add(two);
    CHECK(loads.find(5, [&](const FlightBase& f) { return &f == two.get(); }) == two);
    CHECK(loads.find(6, kAny) == nullptr);
    CHECK(loads.remove(*one));
    CHECK_FALSE(loads.remove(*one));
    CHECK_FALSE(loads.holds(*one));
    CHECK(loads.holds(*two));
    CHECK(loads.find(5, kAny) == two);
}

TEST_CASE("A write overtakes the flights and ends the memories of its hash", "[load]") {
    ShardLoads loads;
    const auto one = flight(5);
    const auto other = flight(6);
    loads.overtake(5);
    loads.add(one);
    loads.add(other);
    loads.remember(memory(5, 10), 0);
    loads.remember(memory(6, 10), 0);
    loads.overtake(5);
    CHECK_FALSE(loads.holds(*one));
    CHECK(loads.holds(*other));
    auto now = [] { return Tick{0}; };
    CHECK(loads.recall(5, kAny, now) == nullptr);
    CHECK(loads.recall(6, kAny, now) != nullptr);
    loads.overtake_all();
    CHECK_FALSE(loads.holds(*other));
    CHECK(loads.recall(6, kAny, now) == nullptr);
}

TEST_CASE("A memory ends at its time, and a newer one takes its place", "[load]") {
    ShardLoads loads;
    loads.remember(memory(5, 10), 0);
    auto before = [] { return Tick{9}; };
    auto at = [] { return Tick{10}; };
    CHECK(loads.recall(5, kAny, before)->until == 10);
    CHECK(loads.recall(5, kAny, at) == nullptr);
    loads.remember(memory(5, 20), 0);
    CHECK(loads.recall(5, kAny, at)->until == 20);
    loads.purge(at);
    CHECK(loads.recall(5, kAny, at) != nullptr);
    auto later = [] { return Tick{20}; };
    loads.purge(later);
    CHECK(loads.recall(5, kAny, before) == nullptr);
}

TEST_CASE("Only so many memories are kept, those that end first give way", "[load]") {
    ShardLoads loads;
    constexpr auto kMost = static_cast<Tick>(ShardLoads::kMostMemories);
    for (Tick i = 1; i <= kMost + 2; ++i) loads.remember(memory(static_cast<std::uint64_t>(i), 1'000 + i), 0);
    auto now = [] { return Tick{0}; };
    CHECK(loads.recall(1, kAny, now) == nullptr);
    CHECK(loads.recall(2, kAny, now) == nullptr);
    CHECK(loads.recall(3, kAny, now) != nullptr);
    CHECK(loads.recall(static_cast<std::uint64_t>(kMost + 2), kAny, now) != nullptr);
}
