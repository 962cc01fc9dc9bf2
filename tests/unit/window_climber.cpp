// The window's share climbs to where the cache hits most.
#include <ttlstore/detail/window_climber.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "support/catch.hpp"

namespace {

using Climber = ttlstore::detail::WindowClimber;

constexpr std::size_t kPeriod = 10'000;

Climber climber() {
    Climber made;
    made.set_entries(kPeriod / Climber::kPeriod);
    made.on_eviction();
    return made;
}

/// A period in which this share of the accesses hits.
void period(Climber& climber, double hit_ratio) {
    const auto hits = static_cast<std::size_t>(hit_ratio * kPeriod);
    for (std::size_t i = 0; i < kPeriod; ++i) i < hits ? climber.on_hit() : climber.on_miss();
}

/// The hit ratio falls on both sides of the best share.
double where_it_ends(double best) {
    Climber tried = climber();
    for (int i = 0; i < 200; ++i) period(tried, 0.6 - std::abs(tried.share() - best));
    return tried.share();
}

}  // namespace

TEST_CASE("The share ends near the best one, be it small or large", "[climber]") {
    CHECK(where_it_ends(0.01) == Approx(0.01).margin(0.03));
    CHECK(where_it_ends(0.2) == Approx(0.2).margin(0.03));
    CHECK(where_it_ends(0.5) == Approx(0.5).margin(0.03));
}

TEST_CASE("Falls that are each within the noise make it turn when they add up", "[climber]") {
    Climber tried = climber();
    double highest = 0;
    for (int i = 0; i < 30; ++i) {
        period(tried, 0.6 - 0.15 * tried.share());
        highest = std::max(highest, tried.share());
    }
    CHECK(highest < 0.2);
}

TEST_CASE("When the load changes, the share moves in large steps again", "[climber]") {
    Climber tried = climber();
    for (int i = 0; i < 300; ++i) period(tried, 0.5);
    const double settled = tried.share();
    period(tried, 0.5);
    CHECK(std::abs(tried.share() - settled) < 0.001);
    period(tried, 0.3);
    const double shocked = tried.share();
    period(tried, 0.3);
    CHECK(std::abs(tried.share() - shocked) >= Climber::kStep);
}

TEST_CASE("Nothing is learnt from a cache that has room for all", "[climber]") {
    Climber filling;
    filling.set_entries(1);
    for (int i = 0; i < 100; ++i) period(filling, 0.5 - i * 0.005);
    CHECK(filling.share() == Climber::kFirstShare);
}

TEST_CASE("The share stays within its bounds", "[climber]") {
    Climber up = climber();
    for (int i = 0; i < 200; ++i) {
        period(up, up.share());
        REQUIRE(up.share() >= 0);
        REQUIRE(up.share() <= Climber::kMostShare);
    }
    CHECK(up.share() > 0.5);
    Climber down = climber();
    for (int i = 0; i < 200; ++i) period(down, 1 - down.share());
    CHECK(down.share() < 0.02);
}
