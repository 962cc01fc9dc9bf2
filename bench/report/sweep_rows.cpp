/// Rows for `sweep`: a million entries are due at once, and leave a thousand a call.
#include <string>

#include "report/set_passes.hpp"

namespace bench {
namespace {

using Manual = ttlstore::ManualTicker;

constexpr std::size_t kBudget = 1'000;

/// Filled and overdue: everything in it has died.
template <class Make, class TtlOf>
auto overdue(SharedKeys keys, Make make, TtlOf ttl_of) {
    return [=] {
        auto store = make(keys->size());
        for (std::size_t i = 0; i < keys->size(); ++i) store->set((*keys)[i], value_of(i), ttl_of(i));
        store->clock.advance(std::chrono::hours{3});
        return store;
    };
}

template <class MakeOurs, class MakeTheirs, class TtlOf>
Row sweep_row(std::size_t entries, std::string what, const char* ours, MakeOurs make_ours, const char* theirs,
              MakeTheirs make_theirs, TtlOf ttl_of, Floor floor) {
    Row row{"sweep of a due backlog, " + what + ", " + short_count(entries), ours, theirs, floor};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = shared_keys(settings.size(entries));
        const auto sweep_all = [](auto& store) {
            while (store.sweep(kBudget) != 0) {
            }
        };
        const auto nothing_left = [](auto& store) {
            expect(store.size() == 0, "sweep left dead entries behind");
            return Number{0};
        };
        return contest(settings,
                       each_time_fresh(keys->size(), overdue(keys, make_ours, ttl_of), sweep_all, nothing_left),
                       each_time_fresh(keys->size(), overdue(keys, make_theirs, ttl_of), sweep_all, nothing_left));
    };
    return row;
}

}  // namespace

void add_sweep_rows(std::vector<Row>& rows) {
    using Store = Ours<Number, Manual>;
    using Plain = Literal<Number, Manual, Recency::untracked>;
    using Lru = Literal<Number, Manual, Recency::lru>;
    const char* const plain = "literal composition";
    const char* const lru = "literal composition with LRU";

    rows.push_back(sweep_row(kMillion, "scattered ttl", "unbounded", reserved<Store>, plain, reserved<Plain>,
                             scattered_ttl, at_least(2)));
    rows.push_back(
        sweep_row(kMillion, "one ttl", "unbounded", reserved<Store>, plain, reserved<Plain>, one_ttl, at_least(2)));
    rows.push_back(sweep_row(kMillion, "scattered ttl", "capacity, LRU", reserved_with_capacity<Store>, lru,
                             reserved_with_capacity<Lru>, scattered_ttl, at_least(2)));
    rows.push_back(sweep_row(kMillion, "one ttl", "capacity, LRU", reserved_with_capacity<Store>, lru,
                             reserved_with_capacity<Lru>, one_ttl, at_least(2)));
}

}  // namespace bench
