/// HeapExpiry: a min-heap of (deadline, version, slot), whose stale records are skipped when they surface.
///
/// Every schedule pushes a record and stamps the entry's hook with the record's version; cancelling only takes the
/// stamp off. A record whose version is not its slot's is stale and is dropped when it comes to the top, so the top is
/// always an entry that is stored, and next_deadline() is exact. When more than a third of the records are stale (and
/// there are more than 64) all of them are dropped at once and the heap is built anew, paid for by the cancels before:
/// a hot key whose ttl is renewed for ever cannot make it grow. Versions count upwards and so give equal deadlines
/// their order. They have 32 bits, so that a record takes 16 bytes; when they run out, the records are sorted and
/// numbered anew. Eight children a record: half as many cache lines on the way down as with two (a fifth off a sweep of
/// three million entries against four).
///
/// schedule: O(1) on average for scattered deadlines, O(log n) at worst; cancel: O(1) amortised; pop_due: O(log n)
/// amortised; but a single call may take the O(n) of dropping what is stale. About 30 bytes an entry, all of it allocated
/// when the table is, so that nothing allocates afterwards. Wins over OrderedExpiry for scattered ttls (four times on
/// insertion, ten on overwrite, half the memory); loses to it where many entries share a deadline, and in the worst
/// single call.
///
/// Sources: D. B. Johnson, "Priority queues with update and finding minimum spanning trees" (1975), for d-ary heaps;
/// R. W. Floyd, "Algorithm 245: Treesort 3" (1964), for building one in O(n).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "../concepts.hpp"
#include "../detail/slot_list.hpp"

namespace ttlstore {

/// `Version` is another unsigned type in tests only.
template <class Allocator = std::allocator<std::byte>, class Version = std::uint32_t>
class BasicHeapExpiry {
    struct Record {
        Tick deadline;
        Version version;
        SlotId slot;

        bool before(const Record& other) const noexcept {
            return deadline != other.deadline ? deadline < other.deadline : version < other.version;
        }
    };
    using Records = std::vector<Record, typename std::allocator_traits<Allocator>::template rebind_alloc<Record>>;

public:
    struct Hook {
        Version version = 0;  // of the entry's record; 0: not scheduled
    };
    static constexpr bool initialises_hook = true;
    template <class Other>
    using rebind_alloc = BasicHeapExpiry<Other, Version>;

    explicit BasicHeapExpiry(const Allocator& allocator = Allocator{}) noexcept : records_(allocator) {}
    BasicHeapExpiry(BasicHeapExpiry&&) noexcept = default;
    BasicHeapExpiry& operator=(BasicHeapExpiry&& other) noexcept {
        if (this != &other) {
            std::destroy_at(this);  // the allocator stays with the memory it gave
            std::construct_at(this, std::move(other));
        }
        return *this;
    }

    /// Memory for so many entries, however often they are scheduled anew.
    void reserve(std::size_t entries) { records_.reserve(bound(entries) + 1); }

    template <class Slots>
    void schedule(Slots& slots, SlotId id, Tick deadline) {
        make_room(slots);
        push(slots, id, deadline);
        ++live_;
    }

    template <class Slots>
    void reschedule(Slots& slots, SlotId id, Tick deadline) {
        make_room(slots);
        push(slots, id, deadline);  // takes the stamp of the former record
        tidy(slots);
    }

    template <class Slots>
    void cancel(Slots& slots, SlotId id) noexcept {
        slots.hook(id).version = 0;
        --live_;
        tidy(slots);
    }

    std::optional<Tick> next_deadline() const noexcept {
        if (records_.empty()) return std::nullopt;
        return records_.front().deadline;
    }

    template <class Slots>
    std::optional<SlotId> pop_due(Slots& slots, Tick now) noexcept {
        if (records_.empty() || records_.front().deadline > now) return std::nullopt;
        const SlotId id = records_.front().slot;
        cancel(slots, id);
        return id;
    }

    /// Leaves out `but`, if given. O(1), and O(stale records above the second) to leave out the first.
    template <class Slots>
    std::optional<SlotId> soonest(Slots& slots, SlotId but = detail::kNil) const noexcept {
        const Record* best = nullptr;
        visit([&](const Record& record) {
            if (best != nullptr && best->before(record)) return false;
            if (record.slot == but || stale(slots, record)) return true;
            best = &record;
            return false;
        });
        return best == nullptr ? std::nullopt : std::optional{best->slot};
    }

    /// O(1) a record due, the stale ones included.
    template <class Slots, class F>
    void for_each_due(Slots& slots, Tick now, F f) const {
        visit([&](const Record& record) {
            if (record.deadline > now) return false;
            if (!stale(slots, record)) f(record.slot);
            return true;
        });
    }

    /// Sorts a copy of the records: O(n log n), and may throw for want of memory.
    template <class Slots, class F>
    void for_each_by_deadline(Slots& slots, F f) const {
        Records sorted{records_.get_allocator()};
        sorted.reserve(live_);
        for (const Record& record : records_) {
            if (!stale(slots, record)) sorted.push_back(record);
        }
        std::sort(sorted.begin(), sorted.end(), earlier);
        for (const Record& record : sorted) f(record.slot);
    }

    /// Also drops the stale records: their slots have no new number.
    template <class Slots, class Translate>
    void rehashed(Slots& slots, Translate translate) noexcept {
        keep_if([&](Record& record) {
            record.slot = translate(record.slot);
            return record.slot < slots.slot_count() && slots.occupied(record.slot) && !stale(slots, record);
        });
    }

    void clear() noexcept {
        records_.clear();
        live_ = 0;
    }

    /// Records kept, the stale ones included: at most one and a half an entry, or 64.
    std::size_t records() const noexcept { return records_.size(); }
    std::size_t bytes() const noexcept { return records_.capacity() * sizeof(Record); }

private:
    static constexpr std::size_t kArity = 8;
    static constexpr std::size_t kFloor = 64;
    static constexpr Version kLastVersion = std::numeric_limits<Version>::max();

    static bool earlier(const Record& a, const Record& b) noexcept { return a.before(b); }

    template <class Slots>
    static bool stale(Slots& slots, const Record& record) noexcept {
        return slots.hook(record.slot).version != record.version;
    }

    /// The most records kept for so many entries.
    static std::size_t bound(std::size_t entries) noexcept { return std::max(entries + entries / 2, kFloor); }

    /// Makes the next push one that cannot fail. Throws if there is no memory and no stale record to take the place of.
    template <class Slots>
    void make_room(Slots& slots) {
        if (last_version_ == kLastVersion) number_anew(slots);
        const std::size_t size = records_.size();
        if (size < records_.capacity()) return;
        const std::size_t waste = size - live_;
        if (4 * waste >= size && size > kFloor) return drop_stale(slots);
        try {
            records_.reserve(2 * size + 8);
        } catch (...) {
            if (waste == 0) throw;
            drop_stale(slots);
        }
    }

    template <class Slots>
    void push(Slots& slots, SlotId id, Tick deadline) noexcept {
        slots.hook(id).version = ++last_version_;
        const Record record{deadline, last_version_, id};
        std::size_t hole = records_.size();
        records_.push_back(record);
        while (hole > 0) {
            const std::size_t parent = (hole - 1) / kArity;
            if (!record.before(records_[parent])) break;
            records_[hole] = records_[parent];
            hole = parent;
        }
        records_[hole] = record;
    }

    /// After a record has become stale: keeps the bound, and the top live.
    template <class Slots>
    void tidy(Slots& slots) noexcept {
        if (live_ == 0) return records_.clear();
        if (records_.size() > bound(live_)) drop_stale(slots);
        while (stale(slots, records_.front())) pop_front();
    }

    void pop_front() noexcept {
        const Record last = records_.back();
        records_.pop_back();
        if (!records_.empty()) sift_down(0, last);
    }

    /// Puts `record` where it belongs in the branch below `hole`.
    void sift_down(std::size_t hole, const Record record) noexcept {
        const std::size_t size = records_.size();
        for (std::size_t child = kArity * hole + 1; child < size; child = kArity * hole + 1) {
            const std::size_t end = std::min(child + kArity, size);
            std::size_t first = child;
            for (++child; child < end; ++child) {
                if (records_[child].before(records_[first])) first = child;
            }
            if (!records_[first].before(record)) break;
            records_[hole] = records_[first];
            hole = first;
        }
        records_[hole] = record;
    }

    template <class Slots>
    void drop_stale(Slots& slots) noexcept {
        keep_if([&](const Record& record) { return !stale(slots, record); });
    }
    template <class Keep>
    void keep_if(Keep keep) noexcept {
        std::size_t kept = 0;
        for (Record& record : records_) {
            if (keep(record)) records_[kept++] = record;
        }
        if (kept == records_.size()) return;
        records_.resize(kept);
        if (records_.size() < 2) return;
        for (std::size_t i = (records_.size() - 2) / kArity + 1; i > 0; --i) sift_down(i - 1, records_[i - 1]);
    }

    template <class Slots>
    void number_anew(Slots& slots) noexcept {
        drop_stale(slots);
        std::sort(records_.begin(), records_.end(), earlier);  // sorted records are a heap
        last_version_ = 0;
        for (Record& record : records_) slots.hook(record.slot).version = record.version = ++last_version_;
    }

    /// f(record) for the top and for the children of every record for which it answers true.
    template <class F>
    void visit(F f) const {
        if (!records_.empty()) visit_from(0, f);
    }
    template <class F>
    void visit_from(std::size_t at, F& f) const {
        if (!f(records_[at])) return;
        const std::size_t end = std::min(kArity * at + 1 + kArity, records_.size());
        for (std::size_t child = kArity * at + 1; child < end; ++child) visit_from(child, f);
    }

    Records records_;
    std::size_t live_ = 0;
    Version last_version_ = 0;
};

using HeapExpiry = BasicHeapExpiry<>;

}  // namespace ttlstore
