// The sketch of W-TinyLFU: counts that may be too high, never too low, and fade with time.
#include <ttlstore/detail/frequency_sketch.hpp>

#include <algorithm>
#include <map>
#include <random>

#include "support/catch.hpp"

namespace {

using Sketch = ttlstore::detail::FrequencySketch<>;

constexpr std::uint32_t kSome = 0x1234'5678;

void record(Sketch& sketch, std::uint32_t hash, unsigned times) {
    for (unsigned i = 0; i < times; ++i) sketch.record(hash);
}

/// Large enough for the sketch never to age.
Sketch ageless(std::size_t entries) {
    Sketch sketch;
    sketch.reserve(entries);
    sketch.set_entries(1'000'000);
    return sketch;
}

}  // namespace

TEST_CASE("A hash is counted up to sixteen, one by the doorkeeper, fifteen by the counters", "[sketch]") {
    Sketch sketch = ageless(100);
    CHECK(sketch.estimate(kSome) == 0);
    for (unsigned times = 1; times <= 40; ++times) {
        sketch.record(kSome);
        CHECK(sketch.estimate(kSome) == std::min(times, Sketch::kMost));
    }
    CHECK(sketch.estimate(~kSome) == 0);
}

TEST_CASE("However many hashes share the counters, none is estimated too low", "[sketch]") {
    Sketch sketch = ageless(8);
    std::mt19937 random{1};
    std::map<std::uint32_t, unsigned> counts;
    for (int i = 0; i < 5'000; ++i) {
        const auto hash = static_cast<std::uint32_t>(random());
        counts[hash] = static_cast<unsigned>(random() % 20);
        record(sketch, hash, counts[hash]);
    }
    for (const auto& [hash, count] : counts) REQUIRE(sketch.estimate(hash) >= std::min(count, Sketch::kMost));
}

TEST_CASE("Hashes that fit are told apart", "[sketch]") {
    Sketch sketch = ageless(10'000);
    std::mt19937 random{2};
    int wrong = 0;
    std::map<std::uint32_t, unsigned> counts;
    for (int i = 0; i < 10'000; ++i) {
        const auto hash = static_cast<std::uint32_t>(random());
        counts[hash] = static_cast<unsigned>(random() % 4);
        record(sketch, hash, counts[hash]);
    }
    for (const auto& [hash, count] : counts) wrong += sketch.estimate(hash) != count;
    CHECK(wrong < 1'500);
}

TEST_CASE("After a sample the counters are halved and the doorkeeper forgets", "[sketch]") {
    Sketch sketch;
    sketch.reserve(4);
    sketch.set_entries(4);
    constexpr std::uint32_t kSample = 4 * Sketch::kSample;
    record(sketch, kSome, 11);
    CHECK(sketch.estimate(kSome) == 11);
    // Others, in blocks of their own, fill the sample and then carry the pass through the blocks.
    for (std::uint32_t i = 0; i < kSample - 11; ++i) sketch.record(0x8000'0000U + (i << 24U));
    CHECK(sketch.estimate(kSome) == 11);
    for (std::uint32_t i = 0; i < 8; ++i) sketch.record(0xf000'0000U);
    CHECK(sketch.estimate(kSome) == 5);
    sketch.record(kSome);
    CHECK(sketch.estimate(kSome) == 6);
    // The next pass comes after half a sample.
    for (std::uint32_t i = 0; i < kSample / 2; ++i) sketch.record(0xf000'0000U);
    CHECK(sketch.estimate(kSome) == 2);
}

TEST_CASE("Halving one counter does not change its neighbours", "[sketch]") {
    Sketch sketch = ageless(500);
    std::mt19937 random{4};
    std::map<std::uint32_t, unsigned> estimates;
    for (int i = 0; i < 500; ++i) {
        const auto hash = static_cast<std::uint32_t>(random());
        record(sketch, hash, 1 + static_cast<unsigned>(random() % 12));
        estimates[hash] = 0;
    }
    for (auto& [hash, estimate] : estimates) estimate = sketch.estimate(hash);
    sketch.set_entries(1);
    record(sketch, kSome, 8);  // starts the pass and carries it through
    int wrong = 0;
    for (const auto& [hash, estimate] : estimates) wrong += sketch.estimate(hash) != (estimate - 1) / 2;
    CHECK(wrong < 5);  // those that share counters with kSome
}

TEST_CASE("A sketch that grows keeps what it knows", "[sketch]") {
    Sketch sketch = ageless(300);
    std::mt19937 random{3};
    std::map<std::uint32_t, unsigned> estimates;
    for (int i = 0; i < 1'000; ++i) {
        const auto hash = static_cast<std::uint32_t>(random());
        record(sketch, hash, static_cast<unsigned>(random() % 9));
        estimates[hash] = 0;
    }
    for (auto& [hash, estimate] : estimates) estimate = sketch.estimate(hash);
    const std::size_t before = sketch.bytes();
    for (const std::size_t entries : {1'000U, 1'700U, 20'000U}) {
        sketch.reserve(entries);
        CHECK(sketch.bytes() >= entries * 8);
        for (const auto& [hash, estimate] : estimates) REQUIRE(sketch.estimate(hash) == estimate);
    }
    CHECK(sketch.bytes() > before);
    sketch.reserve(10);
    CHECK(sketch.bytes() >= std::size_t{20'000} * 8);
}

TEST_CASE("A cleared sketch has seen nothing and one without memory never sees anything", "[sketch]") {
    Sketch sketch = ageless(100);
    record(sketch, kSome, 5);
    sketch.clear();
    CHECK(sketch.estimate(kSome) == 0);
    record(sketch, kSome, 2);
    CHECK(sketch.estimate(kSome) == 2);
    Sketch nothing;
    record(nothing, kSome, 5);
    CHECK(nothing.estimate(kSome) == 0);
}
