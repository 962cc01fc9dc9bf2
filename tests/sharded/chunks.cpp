// Pieces of large blocks: never two owners of a byte, joined again when they come back, and a store that lives on them.
#include <cstdint>
#include <cstring>
#include <map>
#include <ttlstore/sharded_ttl_store.hpp>
#include <vector>

#include "support/catch.hpp"

using ttlstore::detail::ChunkAllocator;
using ttlstore::detail::Chunks;

namespace {

constexpr std::size_t kWhole = Chunks::kChunk - Chunks::kGrain;

struct Taken {
    unsigned char* memory;
    std::size_t bytes;
    unsigned char mark;
};

bool untouched(const Taken& taken) {
    for (std::size_t i = 0; i < taken.bytes; i += 512) {
        if (taken.memory[i] != taken.mark) return false;
    }
    return taken.memory[taken.bytes - 1] == taken.mark;
}

}  // namespace

TEST_CASE("pieces that came back in any order make one block again", "[sharded][memory]") {
    Chunks chunks;
    void* const first = chunks.allocate(10'000);
    void* const second = chunks.allocate(200'000);
    void* const third = chunks.allocate(5'000);
    chunks.deallocate(second, 200'000);
    CHECK(chunks.allocate(180'000) == second);
    chunks.deallocate(first, 10'000);
    chunks.deallocate(third, 5'000);
    chunks.deallocate(second, 180'000);
    CHECK(chunks.count() == 1);
    CHECK(chunks.allocate(kWhole) == first);
    CHECK(chunks.count() == 1);
    chunks.deallocate(first, kWhole);
}

TEST_CASE("no two pieces share a byte, whatever is taken and given back", "[sharded][memory]") {
    Chunks chunks;
    std::vector<Taken> all;
    std::uint64_t state = 7;
    const auto next = [&] { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (int step = 0; step < 4'000; ++step) {
        if (all.size() < 20 || next() % 2 == 0) {
            const std::size_t bytes = Chunks::kGrain + next() % (step % 50 == 0 ? kWhole - Chunks::kGrain : 90'000);
            auto* const memory = static_cast<unsigned char*>(chunks.allocate(bytes));
            REQUIRE(reinterpret_cast<std::uintptr_t>(memory) % Chunks::kGrain == 0);
            const auto mark = static_cast<unsigned char>(step);
            std::memset(memory, mark, bytes);
            all.push_back({memory, bytes, mark});
        } else {
            const std::size_t at = next() % all.size();
            REQUIRE(untouched(all[at]));
            chunks.deallocate(all[at].memory, all[at].bytes);
            all[at] = all.back();
            all.pop_back();
        }
        if (all.size() > 60) {
            for (const Taken& taken : all) {
                REQUIRE(untouched(taken));
                chunks.deallocate(taken.memory, taken.bytes);
            }
            all.clear();
        }
    }
    for (const Taken& taken : all) chunks.deallocate(taken.memory, taken.bytes);
    const std::size_t blocks = chunks.count();
    std::vector<void*> wholes;
    for (std::size_t i = 0; i < blocks; ++i) wholes.push_back(chunks.allocate(kWhole));
    CHECK(chunks.count() == blocks);
    for (void* const whole : wholes) chunks.deallocate(whole, kWhole);
}

TEST_CASE("small blocks, and those with huge pages of their own, come from elsewhere", "[sharded][memory]") {
    Chunks chunks;
    ChunkAllocator<int> allocator{chunks};
    for (const std::size_t count : {std::size_t{1}, Chunks::kGrain / sizeof(int) - 1, Chunks::kChunk / sizeof(int)}) {
        int* const memory = allocator.allocate(count);
        memory[count - 1] = 1;
        allocator.deallocate(memory, count);
    }
    CHECK(chunks.count() == 0);
    int* const memory = allocator.allocate(Chunks::kGrain / sizeof(int));
    CHECK(chunks.count() == 1);
    allocator.deallocate(memory, Chunks::kGrain / sizeof(int));
}

TEST_CASE("shards grow out of one memory and keep all their entries", "[sharded][memory]") {
    ttlstore::ManualTicker clock;
    ttlstore::ShardedTtlStore<int, std::uint64_t, ttlstore::ManualTicker> store{clock, {.shards = 16}};
    for (int key = 0; key < 60'000; ++key) store.set(key, std::uint64_t(key) * 3, std::chrono::hours{1});
    CHECK(store.size() == 60'000);
    for (int key = 0; key < 60'000; key += 7) REQUIRE(store.get(key) == std::uint64_t(key) * 3);
    clock.advance(std::chrono::hours{1});
    CHECK(store.sweep(100'000) == 60'000);
}
