/// GhostQueue: a first-in-first-out memory of fingerprints of keys that are no longer stored.
///
/// Fingerprints are spread evenly over 32 bits. A ring holds them in order of arrival, chains through the ring find
/// them: O(1) each. One that is taken out leaves its place in the ring empty until it would be the oldest.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ttlstore::detail {

template <class Allocator>
class GhostQueue {
public:
    explicit GhostQueue(const Allocator& allocator) : ring_(allocator), heads_(allocator) {}
    GhostQueue(GhostQueue&&) noexcept = default;
    GhostQueue& operator=(GhostQueue&& other) noexcept {
        if (this != &other) {
            std::destroy_at(this);  // the allocator stays with the memory it gave
            std::construct_at(this, std::move(other));
        }
        return *this;
    }
    ~GhostQueue() = default;

    std::size_t capacity() const noexcept { return ring_.size(); }
    std::size_t bytes() const noexcept { return ring_.capacity() * sizeof(Ghost) + heads_.capacity() * sizeof(Place); }

    /// Memory for so many. What is remembered stays. Throws what allocation throws; nothing has changed then.
    void reserve(std::size_t count) {
        if (count <= capacity()) return;
        GhostQueue larger{ring_.get_allocator()};
        larger.ring_.resize(count);
        larger.heads_.resize(count, kNone);
        for (std::size_t i = 0; i < used_; ++i) {
            const std::uint32_t fingerprint = ring_[place(i)].fingerprint;
            if (*link_to(fingerprint) != kNone) larger.push(fingerprint, count);
        }
        *this = std::move(larger);
    }

    /// Remembers the `most` newest at most, and no more than there is memory for.
    void push(std::uint32_t fingerprint, std::size_t most) noexcept {
        most = std::min(most, capacity());
        while (used_ > 0 && used_ >= most) drop_oldest();
        if (most == 0 || *link_to(fingerprint) != kNone) return;
        const auto at = static_cast<Place>(place(used_++));
        Place& head = heads_[chain(fingerprint)];
        ring_[at] = {fingerprint, head};
        head = at;
    }

    /// Forgets a fingerprint; whether it was remembered.
    bool take(std::uint32_t fingerprint) noexcept {
        if (used_ == 0) return false;
        Place* const link = link_to(fingerprint);
        if (*link == kNone) return false;
        *link = ring_[*link].next;
        return true;
    }

    void clear() noexcept {
        std::fill(heads_.begin(), heads_.end(), kNone);
        first_ = 0;
        used_ = 0;
    }

private:
    using Place = std::uint32_t;  // in the ring
    static constexpr Place kNone = ~Place{0};
    struct Ghost {
        std::uint32_t fingerprint = 0;
        Place next = kNone;  // in its chain
    };
    template <class T>
    using Vector = std::vector<T, typename std::allocator_traits<Allocator>::template rebind_alloc<T>>;

    /// Of the i-th oldest.
    std::size_t place(std::size_t i) const noexcept {
        const std::size_t at = first_ + i;
        return at < capacity() ? at : at - capacity();
    }
    std::size_t chain(std::uint32_t fingerprint) const noexcept {
        return static_cast<std::size_t>((std::uint64_t{fingerprint} * heads_.size()) >> 32);
    }
    /// What points to the ghost with that fingerprint, or the end of its chain.
    Place* link_to(std::uint32_t fingerprint) noexcept {
        Place* link = &heads_[chain(fingerprint)];
        while (*link != kNone && ring_[*link].fingerprint != fingerprint) link = &ring_[*link].next;
        return link;
    }
    void drop_oldest() noexcept {
        Place* const link = link_to(ring_[first_].fingerprint);
        if (*link == first_) *link = ring_[first_].next;
        first_ = static_cast<Place>(place(1));
        --used_;
    }

    Vector<Ghost> ring_;
    Vector<Place> heads_;
    Place first_ = 0;
    std::size_t used_ = 0;  // places from first_ on, those taken out included
};

}  // namespace ttlstore::detail
