// An index that has no memory leaves everything as scheduled as it was.
#include <algorithm>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "contract/plain_slots.hpp"
#include "support/catch.hpp"
#include "support/faults.hpp"
#include "support/stores.hpp"

using contract::PlainSlots;
using support::for_each_fault;
using ttlstore::SlotId;
using ttlstore::Tick;

namespace {

/// Entries 0 to 9 with the deadlines 0, 1, 2, 0, 1, 2, ...
template <class Index>
struct Subject {
    Subject() {
        std::mt19937 random{1};
        for (int i = 0; i < 10; ++i) {
            ids.push_back(slots.free_slot(random));
            slots.set_deadline(ids.back(), i % 3);
            index.schedule(slots, ids.back(), i % 3);
            slots.occupy(ids.back());
        }
        spare = slots.free_slot(random);
    }
    /// The entries by deadline, first scheduled first.
    void require_unchanged() {
        std::vector<SlotId> expected;
        for (std::size_t deadline = 0; deadline < 3; ++deadline) {
            for (std::size_t i = deadline; i < ids.size(); i += 3) expected.push_back(ids[i]);
        }
        std::vector<SlotId> due;
        while (const std::optional<SlotId> id = index.pop_due(slots, 1'000)) due.push_back(*id);
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
        for_each_fault([] { return Subject<TestType>{}; },
                       [&](auto& subject) { subject.index.schedule(subject.slots, subject.spare, deadline); },
                       [](auto& subject) { subject.require_unchanged(); });
    }
}

TEMPLATE_LIST_TEST_CASE("a reschedule that throws leaves the entry at its deadline", "[expiry][strong][fault]",
                        support::AllIndexes) {
    if constexpr (requires(Subject<TestType> s) { s.index.reschedule(s.slots, s.spare, Tick{}); }) {
        for (const Tick deadline : {-1, 0, 1, 50}) {
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
            const auto deadline = static_cast<Tick>(which % 3);
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
