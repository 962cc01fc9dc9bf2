// The memory of past keys, beside one too simple to be wrong.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <random>

#include <ttlstore/detail/ghost_queue.hpp>

#include "support/catch.hpp"

using Ghosts = ttlstore::detail::GhostQueue<std::allocator<std::byte>>;

namespace {

/// The places in order of arrival; one that was taken out leaves its place empty.
struct PlainGhosts {
    std::deque<std::optional<std::uint32_t>> places;

    [[nodiscard]] auto find(std::uint32_t fingerprint) {
        return std::find(places.begin(), places.end(), std::optional{fingerprint});
    }
    void push(std::uint32_t fingerprint, std::size_t most) {
        while (!places.empty() && places.size() >= most) places.pop_front();
        if (most > 0 && find(fingerprint) == places.end()) places.emplace_back(fingerprint);
    }
    bool take(std::uint32_t fingerprint) {
        const auto found = find(fingerprint);
        if (found == places.end()) return false;
        found->reset();
        return true;
    }
};

}  // namespace

TEST_CASE("A ghost queue remembers the newest, each until it is taken", "[ghosts]") {
    std::mt19937 random{GENERATE(1U, 2U, 3U)};
    const std::uint32_t spread = GENERATE(1U, 0x9E37'79B9U);  // 1: all in one chain
    Ghosts ghosts{{}};
    PlainGhosts plain;
    CHECK_FALSE(ghosts.take(1));
    ghosts.push(1, 10);  // no memory: not remembered
    CHECK_FALSE(ghosts.take(1));
    ghosts.reserve(20);
    for (int i = 0; i < 5'000; ++i) {
        const std::uint32_t fingerprint = static_cast<std::uint32_t>(random() % 60) * spread;
        if (random() % 3 == 0) {
            REQUIRE(ghosts.take(fingerprint) == plain.take(fingerprint));
        } else {
            const std::size_t most = i < 4'000 ? 20 : random() % 25;
            ghosts.push(fingerprint, most);
            plain.push(fingerprint, std::min<std::size_t>(most, 20));
        }
    }
    ghosts.clear();
    for (std::uint32_t key = 0; key < 60; ++key) CHECK_FALSE(ghosts.take(key * spread));
}

TEST_CASE("More memory for ghosts forgets none", "[ghosts]") {
    Ghosts ghosts{{}};
    ghosts.reserve(10);
    for (std::uint32_t key = 0; key < 15; ++key) ghosts.push(key << 27U, 10);
    CHECK(ghosts.take(8U << 27U));
    ghosts.reserve(100);
    CHECK(ghosts.capacity() == 100);
    CHECK(ghosts.bytes() >= 1'200);
    for (std::uint32_t key = 0; key < 15; ++key) CHECK(ghosts.take(key << 27U) == (key >= 5 && key != 8));
}
