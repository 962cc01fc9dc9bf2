// An index that has no memory leaves everything as scheduled as it was.
#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "contract/expiry_contract.hpp"
#include "contract/plain_slots.hpp"
#include "support/catch.hpp"
#include "support/faults.hpp"
#include "support/stores.hpp"

using contract::PlainSlots;
using support::for_each_fault;
using ttlstore::SlotId;
using ttlstore::Tick;

namespace {

/// Entries 0 to 9 with the deadlines 0, 1, 2, 0, 1, 2, ..., or 0, 0, 0, 0, 1, 1, 1, 2, 2, 2.
template <class Index>
struct Subject {
    Subject() {
        std::mt19937 random{1};
        for (std::size_t i = 0; i < 10; ++i) {
            ids.push_back(slots.free_slot(random));
            slots.set_deadline(ids.back(), deadline_of(i));
            index.schedule(slots, ids.back(), deadline_of(i));
            slots.occupy(ids.back());
        }
        spare = slots.free_slot(random);
    }
    static Tick deadline_of(std::size_t i) {
        if (support::in_order<Index>) return static_cast<Tick>(i == 0 ? 0 : (i - 1) / 3);
        return static_cast<Tick>(i % 3);
    }
    /// The entries by deadline, first scheduled first, where the index takes them in this order.
    void require_unchanged() {
        std::vector<SlotId> expected;
        for (Tick deadline = 0; deadline < 3; ++deadline) {
            for (std::size_t i = 0; i < ids.size(); ++i) {
                if (deadline_of(i) == deadline) expected.push_back(ids[i]);
            }
        }
        std::vector<SlotId> due;
        while (const std::optional<SlotId> id = index.pop_due(slots, 1'000)) due.push_back(*id);
        if (!contract::promises<Index>.earliest_first) {
            std::sort(due.begin(), due.end());
            std::sort(expected.begin(), expected.end());
        }
        REQUIRE(due == expected);
    }
    PlainSlots<typename Index::Hook> slots{16};
    Index index;
    std::vector<SlotId> ids;
    SlotId spare = 0;
};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a schedule that throws schedules nothing", "[expiry][strong][fault]", support::AllIndexes) {
    for (const Tick deadline : {-1, 1, 50}) {
        if (support::in_order<TestType> && deadline < 2) continue;  // refused, whatever memory there is
        for_each_fault([] { return Subject<TestType>{}; },
                       [&](auto& subject) { subject.index.schedule(subject.slots, subject.spare, deadline); },
                       [](auto& subject) { subject.require_unchanged(); });
    }
}

TEMPLATE_LIST_TEST_CASE("a reschedule that throws leaves the entry at its deadline", "[expiry][strong][fault]",
                        support::AllIndexes) {
    if constexpr (requires(Subject<TestType> s) { s.index.reschedule(s.slots, s.spare, Tick{}); }) {
        for (const Tick deadline : {-1, 0, 1, 50}) {
            if (support::in_order<TestType> && deadline < 2) continue;
            for_each_fault([] { return Subject<TestType>{}; },
                           [&](auto& subject) { subject.index.reschedule(subject.slots, subject.ids[1], deadline); },
                           [](auto& subject) { subject.require_unchanged(); });
        }
    }
}

TEMPLATE_LIST_TEST_CASE("an entry just cancelled is scheduled again at its deadline without memory",
                        "[expiry][strong][fault]", support::AllIndexes) {
    for (std::size_t which = 0; which < 10; ++which) {
        for (const int emptied : {1, 10}) {
            Subject<TestType> subject;
            const auto cancel = [&](SlotId id) { subject.index.cancel(subject.slots, id); };
            const auto deadline = Subject<TestType>::deadline_of(which);
            if (emptied == 10) {
                for (const SlotId id : subject.ids) {
                    if (id != subject.ids[which]) cancel(id);
                }
            }
            cancel(subject.ids[which]);
            const support::FaultPlan no_memory{0};
            subject.index.schedule(subject.slots, subject.ids[which], deadline);
        }
    }
}
