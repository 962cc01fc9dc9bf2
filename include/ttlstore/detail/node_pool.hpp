/// NodePool: memory for the nodes of one tree. Freed nodes are kept for the next, so a tree that has reached its size
/// allocates no more. Nodes begin at cache lines and lie in blocks of up to 2 MiB, the size of a huge page: a search
/// that goes down the tree meets one line a node, and few pages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace ttlstore::detail {

template <class Allocator>
class NodePool {
    struct alignas(64) Unit {
        std::byte bytes[64];
    };
    using Units = typename std::allocator_traits<Allocator>::template rebind_alloc<Unit>;
    struct Block {
        typename std::allocator_traits<Units>::pointer units;
        std::size_t count;
    };
    using Blocks = std::vector<Block, typename std::allocator_traits<Allocator>::template rebind_alloc<Block>>;
    struct Free {
        Free* next;
    };

public:
    explicit NodePool(const Allocator& allocator) : units_{allocator}, blocks_{Blocks{allocator}} {}
    NodePool(const NodePool&) = delete;
    NodePool& operator=(const NodePool&) = delete;
    ~NodePool() {
        for (const Block& block : blocks_) std::allocator_traits<Units>::deallocate(units_, block.units, block.count);
    }

    /// All nodes of a pool are of one size, that of the first.
    void* allocate(std::size_t bytes) {
        if (free_ == nullptr) add_block(bytes);
        Free* const node = free_;
        free_ = node->next;
        return node;
    }
    void deallocate(void* node) noexcept { free_ = ::new (node) Free{free_}; }

    std::size_t bytes() const noexcept { return bytes_; }

private:
    void add_block(std::size_t bytes) {
        const std::size_t size = (bytes + sizeof(Unit) - 1) / sizeof(Unit);
        const std::size_t nodes =
            std::clamp<std::size_t>(nodes_ / 2, 8, (std::size_t{2} << 20) / (size * sizeof(Unit)));
        blocks_.reserve(blocks_.size() + 1 > blocks_.capacity() ? 2 * blocks_.size() + 4 : 0);
        const auto units = std::allocator_traits<Units>::allocate(units_, nodes * size);
        blocks_.push_back({units, nodes * size});
        nodes_ += nodes;
        bytes_ += nodes * size * sizeof(Unit);
        Unit* const first = std::to_address(units);
        for (std::size_t i = nodes; i-- > 0;) deallocate(first + i * size);
    }

    [[no_unique_address]] Units units_;
    Blocks blocks_;
    Free* free_ = nullptr;
    std::size_t nodes_ = 0;
    std::size_t bytes_ = 0;
};

/// What a standard container takes: allocates from a pool it does not own. Single nodes only.
template <class T, class Allocator>
class PoolAllocator {
public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;
    using propagate_on_container_swap = std::true_type;

    explicit PoolAllocator(NodePool<Allocator>& pool) noexcept : pool_{&pool} {}
    template <class U>
    PoolAllocator(const PoolAllocator<U, Allocator>& other) noexcept : pool_{other.pool()} {}

    T* allocate(std::size_t) {
        static_assert(alignof(T) <= 64, "a pool's nodes are aligned to cache lines");
        return static_cast<T*>(pool_->allocate(sizeof(T)));
    }
    void deallocate(T* node, std::size_t) noexcept { pool_->deallocate(node); }

    NodePool<Allocator>* pool() const noexcept { return pool_; }
    template <class U>
    friend bool operator==(const PoolAllocator& a, const PoolAllocator<U, Allocator>& b) noexcept {
        return a.pool_ == b.pool();
    }

private:
    NodePool<Allocator>* pool_;
};

}  // namespace ttlstore::detail
