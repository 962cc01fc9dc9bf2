/// What is timed: a store of each index is filled, overwritten, thinned and swept, round after round.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <ttlstore/ttlstore.hpp>

#include "expiry/mixes.hpp"
#include "report/measure.hpp"
#include "support/stopwatch.hpp"
#include "support/workload.hpp"

namespace bench {

inline constexpr std::size_t kBudget = 1'000;

/// Of one round; nanoseconds an operation unless said otherwise.
struct Figures {
    double set = 0;        ///< of new keys
    double overwrite = 0;  ///< with a new deadline
    double erase = 0;
    double sweep = 0;      ///< per entry removed, all due at once
    double call = 0;       ///< the median sweep(1000) of those, in microseconds
    double worst = 0;      ///< the worst one
    double flow_call = 0;  ///< the median sweep(1000) while time flows and each call finds about a thousand due
    double flow_worst = 0;
    double bytes = 0;  ///< of the index, an entry
};

class Subject {
public:
    Subject() = default;
    Subject(const Subject&) = delete;
    Subject& operator=(const Subject&) = delete;
    virtual ~Subject() = default;
    virtual Figures round() = 0;
};

/// Keys and the order in which they are asked for, shared by all subjects of a size.
struct Traffic {
    explicit Traffic(std::size_t entries) : keys{make_keys<Number>(entries)} {
        Rng rng{7};
        order = permutation(entries, rng);
    }
    std::vector<Number> keys;
    std::vector<std::uint32_t> order;
};

template <class Index>
class StoreSubject final : public Subject {
    using Clock = ttlstore::BasicManualTicker<nanoseconds>;
    using Store = ttlstore::TtlStore<Number, Number, Clock, Index>;

public:
    StoreSubject(const Mix& mix, const Traffic& traffic, bool sweeps)
        : mix_{mix}, traffic_{traffic}, sweeps_{sweeps}, store_{clock_} {
        store_.reserve(traffic.keys.size());
    }

    Figures round() override {
        Figures figures;
        figures.set = fill();
        figures.overwrite = overwrite();
        figures.bytes = static_cast<double>(store_.memory().index) / static_cast<double>(count());
        figures.erase = erase();
        if (!sweeps_) {
            store_.clear();
            return figures;
        }
        sweep_all_at_once(figures);
        fill();
        sweep_as_time_flows(figures);
        return figures;
    }

private:
    std::size_t count() const { return traffic_.keys.size(); }

    /// A million requests a second: deadlines differ as they do in life.
    void tick() { clock_.advance(std::chrono::microseconds{1}); }

    double fill() {
        ++pass_;
        std::size_t inserted = 0;
        const Stopwatch watch;
        for (std::size_t i = 0; i < count(); ++i) {
            inserted +=
                store_.set(traffic_.keys[i], value_of(i), ttl_of(mix_, i, pass_)) == ttlstore::SetResult::inserted ? 1U
                                                                                                                   : 0U;
            tick();
        }
        const double time = watch.nanoseconds();
        expect(inserted == count() && store_.size() == count(), "not every new key was inserted");
        return time / static_cast<double>(count());
    }
    double overwrite() {
        ++pass_;
        std::size_t replaced = 0;
        const Stopwatch watch;
        for (const std::uint32_t i : traffic_.order) {
            replaced +=
                store_.set(traffic_.keys[i], value_of(i), ttl_of(mix_, i, pass_)) == ttlstore::SetResult::replaced ? 1U
                                                                                                                   : 0U;
            tick();
        }
        const double time = watch.nanoseconds();
        expect(replaced == count(), "not every key was overwritten");
        return time / static_cast<double>(count());
    }
    /// Every fourth, in scattered order.
    double erase() {
        std::size_t erased = 0;
        const Stopwatch watch;
        for (std::size_t i = 0; i < count() / 4; ++i) {
            erased += store_.erase(traffic_.keys[traffic_.order[i]]) ? 1U : 0U;
        }
        const double time = watch.nanoseconds();
        expect(erased == count() / 4, "not every key was erased");
        return time / static_cast<double>(erased);
    }

    void sweep_all_at_once(Figures& figures) {
        clock_.advance(std::chrono::hours{24 * 365});
        const std::size_t due = store_.stored();
        std::vector<double> calls;
        std::size_t removed = 0;
        const Stopwatch watch;
        for (;;) {
            const Stopwatch call;
            const std::size_t now = store_.sweep(kBudget);
            if (now == kBudget) calls.push_back(call.nanoseconds() / 1e3);
            removed += now;
            if (now < kBudget) break;
        }
        figures.sweep = watch.nanoseconds() / static_cast<double>(removed);
        expect(removed == due && store_.stored() == 0, "a sweep left dead entries behind");
        const Range range = range_of(std::move(calls));
        figures.call = range.median;
        figures.worst = range.high;
    }

    void sweep_as_time_flows(Figures& figures) {
        std::vector<double> calls;
        const std::size_t calls_wanted = count() / kBudget;
        const nanoseconds longest = std::chrono::hours{24 * 31};
        const nanoseconds span =
            std::min(longest, mix_.cluster == nullptr ? nanoseconds{std::chrono::hours{1}} : longest);
        const auto begin = clock_.now();
        std::size_t removed = 0;
        for (std::size_t i = 1; removed != count(); ++i) {
            clock_.set(begin + span / static_cast<std::int64_t>(calls_wanted) * static_cast<std::int64_t>(i));
            // What comes due in one step may be more than one call takes.
            for (;;) {
                const Stopwatch call;
                const std::size_t now = store_.sweep(kBudget);
                if (now > kBudget / 2) calls.push_back(call.nanoseconds() / 1e3);
                removed += now;
                if (now < kBudget) break;
            }
            expect(i < 3 * calls_wanted + 3, "a sweep left dead entries behind");
        }
        const Range range = calls.empty() ? Range{} : range_of(std::move(calls));
        figures.flow_call = range.median;
        figures.flow_worst = range.high;
    }

    const Mix& mix_;
    const Traffic& traffic_;
    bool sweeps_;
    Clock clock_;
    Store store_;
    std::uint64_t pass_ = 0;
};

}  // namespace bench
