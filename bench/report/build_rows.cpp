/// Rows for growing from nothing: the time to build, and the longest that a single call lets the caller wait.
#include <algorithm>
#include <string>

#include "report/set_passes.hpp"

namespace bench {
namespace {

template <class MakeOurs, class MakeTheirs>
Row build_row(std::size_t entries, const char* ours, MakeOurs make_ours, MakeTheirs make_theirs) {
    Row row{"build from empty, one ttl, not reserved, " + short_count(entries), ours,
            "unordered_map::insert_or_assign, not reserved, no ttl"};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = shared_keys(settings.size(entries));
        return contest(settings, fresh_sets(keys, make_ours, set_all(one_ttl)),
                       fresh_sets(keys, make_theirs, set_all(one_ttl)));
    };
    return row;
}

/// Each call timed by itself; the lap is the longest of them.
template <class Make>
Contestant worst_set(SharedKeys keys, Make make) {
    return [=](std::size_t) {
        tidy_heap();
        auto store = make(keys->size());
        double worst = 0;
        for (std::size_t i = 0; i < keys->size(); ++i) {
            const WallWatch watch;
            store->set((*keys)[i], value_of(i), kOneTtl);
            worst = std::max(worst, watch.nanoseconds());
        }
        return Lap{worst, 1, sampled_sum(*store, *keys)};
    };
}

template <class MakeOurs, class MakeTheirs>
Row worst_row(const char* what, std::size_t entries, MakeOurs make_ours, MakeTheirs make_theirs) {
    Row row{std::string{"worst single set of a build, "} + what + ", " + short_count(entries), "CachedTicker",
            "unordered_map::insert_or_assign, no ttl"};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = shared_keys(settings.size(entries));
        return contest(settings, worst_set(keys, make_ours), worst_set(keys, make_theirs), Passes::one);
    };
    return row;
}

}  // namespace

void add_build_rows(std::vector<Row>& rows) {
    using Store = Ours<Number, Cached>;
    for (const std::size_t entries : {kThousand, kHundredThousand, kMillion}) {
        rows.push_back(build_row(entries, "CachedTicker", growing<Store>, growing<Bare<Number>>));
    }
    rows.push_back(worst_row("not reserved", kMillion, growing<Store>, growing<Bare<Number>>));
    rows.push_back(worst_row("reserved", kMillion, reserved<Store>, reserved<Bare<Number>>));
}

}  // namespace bench
