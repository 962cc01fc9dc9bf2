// The Zipf sampler of the replay program against probabilities computed one by one.
#include "../../examples/replay/zipf.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/catch.hpp"

namespace {

std::vector<double> probabilities(std::size_t ranks, double exponent) {
    std::vector<double> result(ranks);
    double sum = 0;
    for (std::size_t i = 0; i < ranks; ++i) sum += result[i] = std::pow(static_cast<double>(i + 1), -exponent);
    for (double& p : result) p /= sum;
    return result;
}

}  // namespace

TEST_CASE("Zipf ranks come as often as their law says", "[replay][zipf]") {
    const double exponent = GENERATE(0.0, 0.0521, 0.5, 0.99999999, 1.0, 1.00000001, 1.1004, 1.5, 2.6774, 3.0);
    constexpr std::size_t kRanks = 50;
    constexpr std::size_t kDraws = 200'000;
    const replay::ZipfRanks ranks{kRanks, exponent};
    replay::Random random{7};

    std::vector<double> seen(kRanks);
    for (std::size_t i = 0; i < kDraws; ++i) {
        ++seen.at(ranks(random) - 1);
    }
    const std::vector<double> expected = probabilities(kRanks, exponent);
    double chi_square = 0;
    for (std::size_t i = 0; i < kRanks; ++i) {
        const double mean = expected[i] * static_cast<double>(kDraws);
        chi_square += (seen[i] - mean) * (seen[i] - mean) / mean;
    }
    // 49 degrees of freedom: 85.35 is exceeded by chance once in a thousand seeds.
    CAPTURE(exponent, chi_square);
    CHECK(chi_square < 85.35);
}

TEST_CASE("Zipf ranks stay in range at the ends", "[replay][zipf]") {
    replay::Random random{1};
    const double exponent = GENERATE(0.0, 1.0, 3.0);
    CHECK(replay::ZipfRanks{1, exponent}(random) == 1);
    const replay::ZipfRanks many{1'000'000'000'000, exponent};
    for (int i = 0; i < 1'000; ++i) {
        const std::uint64_t rank = many(random);
        REQUIRE(rank >= 1);
        REQUIRE(rank <= 1'000'000'000'000);
    }
}

TEST_CASE("the same seed gives the same ranks", "[replay][zipf]") {
    const replay::ZipfRanks ranks{1'000, 1.1};
    replay::Random first{42};
    replay::Random second{42};
    for (int i = 0; i < 1'000; ++i) REQUIRE(ranks(first) == ranks(second));
}
