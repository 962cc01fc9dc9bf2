/// OrderedExpiry: a std::map from deadline to the entries due then. The default index.
///
/// The "set of keys" of each deadline is a first-in-first-out list threaded through the entries' slots: no key is
/// stored twice and entries due together cost the map one node. The first and the last entry of a list hold the number
/// of their bucket where a neighbour would stand, so an entry costs the index 8 bytes and is cancelled without a
/// search. The bucket used last is remembered and a deadline later than all others goes to the map's end without a
/// search, so uniform ttls cost O(1) an entry. Map nodes are pooled. schedule: O(1) for the last-used and the latest
/// deadline, else O(log d), d = distinct deadlines; cancel: O(1) amortised; next_deadline: O(1); pop_due: O(1)
/// amortised.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../assert.hpp"
#include "../concepts.hpp"
#include "../detail/node_pool.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

template <class Allocator = std::allocator<std::byte>>
class BasicOrderedExpiry {
    struct Bucket {
        SlotId first = detail::kNil;
        SlotId last = detail::kNil;
        std::uint32_t number = 0;
    };
    using Pool = detail::NodePool<Allocator>;
    using Map = std::map<Tick, Bucket, std::less<>, detail::PoolAllocator<std::pair<const Tick, Bucket>, Allocator>>;
    using Position = typename Map::iterator;

public:
    using Hook = detail::ListHook;
    static constexpr bool initialises_hook = true;
    template <class Other>
    using rebind_alloc = BasicOrderedExpiry<Other>;

    explicit BasicOrderedExpiry(const Allocator& allocator = Allocator{})
        : pool_{std::make_unique<Pool>(allocator)},
          buckets_{typename Map::allocator_type{*pool_}},
          last_{buckets_.end()},
          positions_(allocator),
          spare_numbers_(allocator) {}
    BasicOrderedExpiry(BasicOrderedExpiry&& other) noexcept
        : pool_{std::move(other.pool_)},
          buckets_{std::move(other.buckets_)},
          last_{buckets_.end()},
          positions_{std::move(other.positions_)},
          spare_numbers_{std::move(other.spare_numbers_)} {}
    BasicOrderedExpiry& operator=(BasicOrderedExpiry&& other) noexcept {
        if (this != &other) {
            std::destroy_at(this);  // the allocator stays with the memory it gave
            std::construct_at(this, std::move(other));
        }
        return *this;
    }

    template <class Slots>
    void schedule(Slots& slots, SlotId id, Tick deadline) {
        append(slots, id, bucket_of(deadline));
    }

    template <class Slots>
    void reschedule(Slots& slots, SlotId id, Tick deadline) {
        const Position bucket = bucket_of(deadline);
        if (bucket->second.first == id && bucket->second.last == id) return;  // it would be emptied and erased
        cancel(slots, id);
        append(slots, id, bucket);
    }

    template <class Slots>
    void cancel(Slots& slots, SlotId id) noexcept {
        const SlotId previous = slots.hook(id).previous;
        const SlotId next = slots.hook(id).next;
        if (is_end(previous)) {
            const Position bucket = positions_[previous & ~kEnd];
            if (is_end(next)) return erase(bucket);
            bucket->second.first = next;
        } else {
            slots.hook(previous).next = next;
        }
        if (is_end(next))
            positions_[next & ~kEnd]->second.last = previous;
        else
            slots.hook(next).previous = previous;
    }

    std::optional<Tick> next_deadline() const noexcept {
        if (buckets_.empty()) return std::nullopt;
        return buckets_.begin()->first;
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        if (buckets_.empty() || buckets_.begin()->first > now) return std::nullopt;
        const SlotId id = buckets_.begin()->second.first;
        cancel(slots, id);
        return id;
    }

    /// Leaves out `but`, if given.
    template <class Slots>
    std::optional<SlotId> soonest(Slots& slots, SlotId but = detail::kNil) const noexcept {
        for (const auto& [deadline, bucket] : buckets_) {
            if (bucket.first != but) return bucket.first;
            const SlotId second = slots.hook(bucket.first).next;
            if (!is_end(second)) return second;
        }
        return std::nullopt;
    }

    /// O(1) an entry due.
    template <class Slots, class F>
    void for_each_due(Slots& slots, Tick now, F f) const {
        for (auto bucket = buckets_.begin(); bucket != buckets_.end() && bucket->first <= now; ++bucket) {
            for_each_in(slots, bucket->second, f);
        }
    }
    template <class Slots, class F>
    void for_each_by_deadline(Slots& slots, F f) const {
        for (const auto& [deadline, bucket] : buckets_) for_each_in(slots, bucket, f);
    }

    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        for (auto& [deadline, bucket] : buckets_) {
            bucket.first = translate(bucket.first);
            bucket.last = translate(bucket.last);
        }
        detail::translate_hooks(
            slots, translate, [&](SlotId id) { return slots.deadline(id) != kNoDeadline; }, is_end);
    }

    void clear() noexcept {
        buckets_.clear();
        positions_.clear();
        spare_numbers_.clear();
        last_ = buckets_.end();
    }

    /// Bytes of the map's nodes, spare ones included, and of the table of their numbers.
    std::size_t bytes() const noexcept {
        return pool_->bytes() + positions_.capacity() * sizeof(Position) +
               spare_numbers_.capacity() * sizeof(std::uint32_t);
    }

private:
    template <class T>
    using Vector = std::vector<T, typename std::allocator_traits<Allocator>::template rebind_alloc<T>>;

    /// Marks a bucket's number where the number of a neighbour would stand; slots are numbered below it.
    static constexpr SlotId kEnd = SlotId{1} << 31;
    static bool is_end(SlotId link) noexcept { return (link & kEnd) != 0; }

    Position bucket_of(Tick deadline) {
        if (last_ != buckets_.end() && last_->first == deadline) [[likely]]
            return last_;
        return other_bucket(deadline);
    }
    TTLSTORE_COLD Position other_bucket(Tick deadline) {
        reserve_number();
        const bool latest = buckets_.empty() || std::prev(buckets_.end())->first < deadline;
        const std::size_t before = buckets_.size();
        last_ = latest ? buckets_.try_emplace(buckets_.end(), deadline) : buckets_.try_emplace(deadline).first;
        if (buckets_.size() != before) take_number(last_);
        return last_;
    }

    /// Memory for one more number, and for it among the spare ones later, so that nothing after this can throw.
    void reserve_number() {
        if (!spare_numbers_.empty()) return;
        if (positions_.size() < std::min(positions_.capacity(), spare_numbers_.capacity())) return;
        const std::size_t more = 2 * positions_.size() + 8;
        spare_numbers_.reserve(more);
        positions_.reserve(more);
    }
    void take_number(Position bucket) noexcept {
        if (spare_numbers_.empty()) {
            bucket->second.number = static_cast<std::uint32_t>(positions_.size());
            positions_.push_back(bucket);
        } else {
            bucket->second.number = spare_numbers_.back();
            spare_numbers_.pop_back();
            positions_[bucket->second.number] = bucket;
        }
    }

    template <class Slots>
    void append(Slots& slots, SlotId id, Position position) noexcept {
        Bucket& bucket = position->second;
        const SlotId end = kEnd | bucket.number;
        detail::ListHook& hook = slots.hook(id);
        hook.next = end;
        if (bucket.last == detail::kNil) {
            hook.previous = end;
            bucket.first = id;
        } else {
            hook.previous = bucket.last;
            slots.hook(bucket.last).next = id;
        }
        bucket.last = id;
    }

    template <class Slots, class F>
    static void for_each_in(Slots& slots, const Bucket& bucket, F& f) {
        for (SlotId id = bucket.first; !is_end(id); id = slots.hook(id).next) f(id);
    }

    void erase(Position bucket) noexcept {
        if (last_ == bucket) last_ = buckets_.end();
        spare_numbers_.push_back(bucket->second.number);
        buckets_.erase(bucket);
    }

    std::unique_ptr<Pool> pool_;
    Map buckets_;
    Position last_;               // the bucket scheduled into last, or end()
    Vector<Position> positions_;  // of the bucket with each number
    Vector<std::uint32_t> spare_numbers_;
};

using OrderedExpiry = BasicOrderedExpiry<>;

}  // namespace ttlstore
