/// Batch: set_many, several writes of which all happen or none.
///
/// All that can throw comes first: keys and values are made, tables get their room, and each new entry is placed beside
/// the old one it will replace. Then, with nothing left to fail, the old ones leave, room is made, and the policies hear
/// of the new ones. The locks of all shards concerned are held meanwhile, taken in ascending order; those of all shards if
/// room must be made, since anybody's dead go first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "shard_set.hpp"

namespace ttlstore::detail {

template <class Traits>
class Batch {
    using Shards = ShardSet<Traits>;
    using ShardType = typename Shards::ShardType;
    using Entries = typename Shards::Entries;
    using Now = typename Shards::Now;
    using Ticket = typename Shards::Ticket;
    using Visits = typename Shards::Visits;
    using Newcomer = typename Entries::Newcomer;
    using Policy = typename Traits::Policy;

public:
    /// Makes keys and values of the pairs.
    template <class Pairs>
    Batch(const Shards& shards, Pairs&& pairs) : shards_{shards} {
        for (auto&& pair : pairs) {
            if constexpr (std::is_lvalue_reference_v<Pairs>)
                add(std::get<0>(pair), std::get<1>(pair));
            else
                add(std::move(std::get<0>(pair)), std::move(std::get<1>(pair)));
        }
        sort_out();
    }

    std::size_t size() const noexcept { return newcomers_.size(); }

    /// False if it cannot have room; nothing changed then.
    bool store(Term term) {
        if (newcomers_.empty()) return true;
        const std::optional<bool> stored =
            shards_.visiting([&](Visits& visits) { return try_store(term, visits, false); });
        if (stored) return *stored;
        return *shards_.visiting([&](Visits& visits) { return try_all(term, visits); });
    }

private:
    /// The newcomers of one shard.
    struct Part {
        ShardType* shard;
        std::size_t first;
        std::size_t end;
        Ticket* ticket = nullptr;
    };

    static const typename Traits::Key& key_of(const Newcomer& one) noexcept { return std::as_const(one.key).get(); }

    template <class K, class V>
    void add(K&& key, V&& value) {
        Newcomer one{.hash = 0,
                     .order = made_.size(),
                     .key = Stored<typename Traits::Key>{std::in_place, std::forward<K>(key)},
                     .value = Stored<typename Traits::Value>{std::in_place, std::forward<V>(value)}};
        one.hash = shards_.hash(std::as_const(one.key).get());
        made_.push_back(std::move(one));
    }

    /// By shard, and of equal keys only the last.
    void sort_out() {
        std::vector<Newcomer*> sorted;
        for (Newcomer& one : made_) sorted.push_back(&one);
        std::sort(sorted.begin(), sorted.end(), [&](const Newcomer* a, const Newcomer* b) {
            const std::size_t of_a = shards_.number_of(a->hash);
            const std::size_t of_b = shards_.number_of(b->hash);
            if (of_a != of_b) return of_a < of_b;
            return a->hash != b->hash ? a->hash < b->hash : a->order > b->order;
        });
        for (Newcomer* const one : sorted) {
            bool later_one = false;
            for (auto other = newcomers_.rbegin(); other != newcomers_.rend() && (*other)->hash == one->hash; ++other) {
                later_one = later_one || shards_.equal(key_of(**other), key_of(*one));
            }
            if (!later_one) newcomers_.push_back(one);
        }
        for (std::size_t i = 0; i < newcomers_.size(); ++i) {
            ShardType& shard = shards_.of(newcomers_[i]->hash);
            if (parts_.empty() || parts_.back().shard != &shard) parts_.push_back({&shard, i, i});
            parts_.back().end = i + 1;
        }
    }

    /// Empty parts for the shards that have none.
    void take_all_shards() {
        std::vector<Part> parts;
        parts.reserve(shards_.count());
        auto next = parts_.begin();
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            if (next != parts_.end() && next->shard == &shards_[i])
                parts.push_back(*next++);
            else
                parts.push_back({&shards_[i], 0, 0});
        }
        parts_ = std::move(parts);
    }

    /// The locks of the parts' shards, in ascending order.
    class Locks {
    public:
        Locks(const Shards& shards, const std::vector<Part>& parts) TTLSTORE_NO_THREAD_SAFETY_ANALYSIS
            : room_{shards.room()},
              parts_{parts} {
            for (const Part& part : parts_) {
                Traits::Hooks::at(Point::before_lock);
                part.shard->mutex.lock();
            }
        }
        Locks(const Locks&) = delete;
        Locks& operator=(const Locks&) = delete;
        ~Locks() TTLSTORE_NO_THREAD_SAFETY_ANALYSIS {
            for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
                room_.give(part->shard->settle());
                part->shard->mutex.unlock();
            }
        }

    private:
        SharedRoom& room_;
        const std::vector<Part>& parts_;
    };

    static Entries& entries_of(const Part& part) noexcept { return part.shard->held_entries(); }
    template <class F>
    void for_each(F f) {
        for (const Part& part : parts_) {
            for (std::size_t i = part.first; i < part.end; ++i) f(part, entries_of(part), *newcomers_[i]);
        }
    }

    std::optional<bool> try_all(Term term, Visits& visits) {
        const Hold gathering{shards_.gathering()};
        take_all_shards();
        return try_store(term, visits, true);
    }
    /// Nothing if it takes the locks of all shards.
    std::optional<bool> try_store(Term term, Visits& visits, bool all) {
        for (Part& part : parts_) part.ticket = &visits.ticket_for(*part.shard);
        const Locks locks{shards_, parts_};
        Now now{shards_.ticker()};
        prepare(term, now);
        const Credits arriving = count([](const Newcomer& one) { return one.stays; });
        const Credits leaving = count_old([](const Newcomer&) { return true; });
        Credits missing = arriving;
        if (!count_old([](const Newcomer& one) { return one.old_lives; }).covers(arriving))
            missing += shards_.room().debt();  // what is new comes after what is owed
        missing = shortfall(missing, leaving);
        const Bounds& whole = shards_.room().whole();
        if (arriving.entries > whole.entries || arriving.weight > whole.weight) return false;
        Entries& first = entries_of(parts_.front());
        if (first.slots().is_bounded()) {
            const Credits taken = shards_.room().take(missing);
            first.take_in(taken);  // goes back when the locks are let go of, if something fails
            missing = shortfall(missing, taken);
        } else {
            missing = {};
        }
        if (!missing.none()) {
            if (!all) return std::nullopt;
            if (!may_make_room(missing, now)) return false;
            for (Part& part : parts_) part.ticket->reserve(most_removals(part, missing));
        }
        place();
        for_each([](const Part&, Entries& entries, Newcomer& one) { entries.hide(one); });
        for_each([&](const Part& part, Entries& entries, Newcomer& one) { entries.see_off(one, now, *part.ticket); });
        make_room(missing, now);
        for_each([](const Part& part, Entries& entries, Newcomer& one) {
            entries.settle_in(one);
            part.shard->held_loads().overtake(one.hash);
        });
        even_out();
        return true;
    }

    void prepare(Term term, Now& now) {
        for (const Part& part : parts_) {
            Entries& entries = entries_of(part);
            part.shard->attach(*part.ticket);
            entries.make_space(part.end - part.first);
            for (std::size_t i = part.first; i < part.end; ++i) {
                entries.weigh(*newcomers_[i]);
                entries.prepare(*newcomers_[i], term, now);
            }
            part.ticket->reserve(part.end - part.first);
        }
    }
    template <class Counts>
    Credits count(Counts counts) const {
        Credits sum;
        for (const Newcomer* const one : newcomers_) {
            if (counts(*one)) sum += {1, one->weight};
        }
        return sum;
    }
    template <class Counts>
    Credits count_old(Counts counts) {
        Credits sum;
        for_each([&](const Part&, Entries& entries, Newcomer& one) {
            if (one.old != kNil && counts(one)) sum += {1, entries.slots().weight(one.old)};
        });
        return sum;
    }

    /// Under a policy that evicts nobody only the dead make room.
    bool may_make_room(Credits missing, Now& now) {
        if constexpr (requires { Policy::evicts; }) {
            if constexpr (!Policy::evicts) {
                missing += count_old([](const Newcomer& one) { return !one.old_lives; });  // counted already
                Credits dead;
                for (const Part& part : parts_) dead += entries_of(part).count_dead(now);
                return dead.covers(missing);
            }
        }
        return true;
    }
    /// The old entries' removals and those to make room.
    std::size_t most_removals(const Part& part, const Credits& missing) {
        const std::size_t stored = entries_of(part).table().stored();
        const std::size_t for_room = missing.weight != 0 && Traits::kWeighs ? stored : missing.entries + missing.weight;
        return part.end - part.first + std::min(stored, for_room);
    }
    void place() {
        try {
            for_each([](const Part&, Entries& entries, Newcomer& one) { entries.place(one); });
        } catch (...) {
            for_each([](const Part&, Entries& entries, Newcomer& one) { entries.take_back(one); });
            throw;
        }
    }

    /// The dead of all shards go, then the living of those that have more than their share, then of any.
    void make_room(Credits missing, Now& now) {
        if (missing.none()) return;
        const std::size_t share = shards_.room().share().entries;
        const auto take_from = [&](const Part& part, bool living) {
            if (missing.none()) return;
            Entries& entries = entries_of(part);
            const Credits before = entries.slots().spare();
            Credits wanted = before;
            wanted += missing;
            entries.make_room_elsewhere(wanted, living, now, *part.ticket);
            missing = shortfall(missing, shortfall(entries.slots().spare(), before));
        };
        for (const Part& part : parts_) take_from(part, false);
        for (const Part& part : parts_) {
            if (entries_of(part).table().stored() > share) take_from(part, true);
        }
        for (const Part& part : parts_) take_from(part, true);
    }
    /// Shards that now hold more than they had room for get it from those that have some left.
    void even_out() {
        Credits lent;
        for (const Part& part : parts_) {
            const Credits missing = entries_of(part).slots().missing(0, 0);
            entries_of(part).take_in(missing);
            lent += missing;
        }
        for (const Part& part : parts_) {
            const Credits spare = entries_of(part).slots().spare();
            const Credits back = shortfall(lent, shortfall(lent, spare));
            entries_of(part).give_up(back);
            lent = shortfall(lent, back);
        }
        shards_.room().owe(lent);  // only if a policy that promised nobody named nobody
    }

    const Shards& shards_;
    std::vector<Newcomer> made_;
    std::vector<Newcomer*> newcomers_;  // into made_
    std::vector<Part> parts_;
};

}  // namespace ttlstore::detail
