/// Chunks: memory for the tables of many shards, carved from blocks of 2 MiB on huge pages.
///
/// A shard's arrays are too small for huge pages of their own; without them a large sharded store waits for the TLB at
/// nearly every lookup. Pieces are taken first fit from a list in order of address, and joined with their neighbours when
/// they come back. Both take O(free pieces): only growing and dying tables ask, and of a piece there is one an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>

#include "../huge_page_allocator.hpp"

namespace ttlstore::detail {

class Chunks {
public:
    static constexpr std::size_t kGrain = 4096;
    static constexpr std::size_t kChunk = std::size_t{2} << 20;

    Chunks() = default;
    Chunks(const Chunks&) = delete;
    Chunks& operator=(const Chunks&) = delete;
    /// Everything must have come back.
    ~Chunks() {
        for (Chunk* chunk = chunks_; chunk != nullptr;) {
            Chunk* const next = chunk->next;
            HugePageAllocator<std::byte>{}.deallocate(reinterpret_cast<std::byte*>(chunk), kChunk);
            chunk = next;
        }
    }

    /// Whether a block of that size comes from here: not too small, and less than what gets huge pages by itself.
    static constexpr bool serves(std::size_t bytes) noexcept { return bytes >= kGrain && bytes <= kChunk - kGrain; }

    /// Aligned to kGrain. Throws: std::bad_alloc.
    void* allocate(std::size_t bytes) {
        const std::size_t size = rounded(bytes);
        const std::lock_guard lock{mutex_};
        if (void* const piece = first_fit(size)) return piece;
        std::byte* const memory = HugePageAllocator<std::byte>{}.allocate(kChunk);
        chunks_ = ::new (memory) Chunk{chunks_};
        ++count_;
        insert(memory + kGrain, kChunk - kGrain);
        return first_fit(size);
    }
    void deallocate(void* memory, std::size_t bytes) noexcept {
        const std::lock_guard lock{mutex_};
        insert(static_cast<std::byte*>(memory), rounded(bytes));
    }

    /// Blocks taken from the system so far. None goes back before the end.
    std::size_t count() noexcept {
        const std::lock_guard lock{mutex_};
        return count_;
    }

private:
    /// At the head of each block; what it wastes keeps pieces of two blocks apart.
    struct Chunk {
        Chunk* next;
    };
    /// In the free piece itself.
    struct Piece {
        std::size_t size;
        Piece* next;
        std::byte* end() noexcept { return reinterpret_cast<std::byte*>(this) + size; }
    };

    static constexpr std::size_t rounded(std::size_t bytes) noexcept { return (bytes + kGrain - 1) / kGrain * kGrain; }

    void* first_fit(std::size_t size) noexcept {
        for (Piece** at = &free_; *at != nullptr; at = &(*at)->next) {
            Piece* const piece = *at;
            if (piece->size < size) continue;
            if (piece->size == size)
                *at = piece->next;
            else
                *at = ::new (reinterpret_cast<std::byte*>(piece) + size) Piece{piece->size - size, piece->next};
            return piece;
        }
        return nullptr;
    }

    void insert(std::byte* memory, std::size_t size) noexcept {
        Piece* before = nullptr;
        Piece* after = free_;
        while (after != nullptr && std::less<>{}(reinterpret_cast<std::byte*>(after), memory)) {
            before = after;
            after = after->next;
        }
        Piece* piece = ::new (memory) Piece{size, after};
        if (after != nullptr && piece->end() == reinterpret_cast<std::byte*>(after)) {
            piece->size += after->size;
            piece->next = after->next;
        }
        if (before == nullptr) {
            free_ = piece;
        } else if (before->end() == memory) {
            before->size += piece->size;
            before->next = piece->next;
        } else {
            before->next = piece;
        }
    }

    std::mutex mutex_;
    Chunk* chunks_ = nullptr;
    std::size_t count_ = 0;
    Piece* free_ = nullptr;
};

/// HugePageAllocator for the tables of a ShardSet.
template <class T>
struct ChunkAllocator {
    using value_type = T;

    ChunkAllocator() = default;
    explicit ChunkAllocator(Chunks& from) noexcept : chunks{&from} {}
    template <class U>
    ChunkAllocator(const ChunkAllocator<U>& other) noexcept : chunks{other.chunks} {}
    template <class U>
    ChunkAllocator(const HugePageAllocator<U>&) noexcept {}

    T* allocate(std::size_t count) {
        if (from_chunks(count)) return static_cast<T*>(chunks->allocate(count * sizeof(T)));
        return HugePageAllocator<T>{}.allocate(count);
    }
    void deallocate(T* memory, std::size_t count) noexcept {
        if (from_chunks(count)) return chunks->deallocate(memory, count * sizeof(T));
        HugePageAllocator<T>{}.deallocate(memory, count);
    }

    template <class U>
    friend bool operator==(const ChunkAllocator& a, const ChunkAllocator<U>& b) noexcept {
        return a.chunks == b.chunks;
    }

    Chunks* chunks = nullptr;  // none: all memory is HugePageAllocator's

private:
    bool from_chunks(std::size_t count) const noexcept {
        return chunks != nullptr && alignof(T) <= Chunks::kGrain && count <= Chunks::kChunk / sizeof(T) &&
               Chunks::serves(count * sizeof(T));
    }
};

}  // namespace ttlstore::detail
