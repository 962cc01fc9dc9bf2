/// Rows against the literal composition: unordered_map + map<deadline, set<key>> (+ list for LRU), same clock, same
/// deadlines.
#include <string>

#include "report/set_passes.hpp"

namespace bench {
namespace {

using Manual = ttlstore::ManualTicker;
using Steady = ttlstore::SteadyTicker;
using LiteralPlain = Literal<Number, Cached, Recency::untracked>;
using LiteralLru = Literal<Number, Cached, Recency::lru>;
using Bounded = Ours<Number, Cached>;
using Wheel = Ours<Number, Cached, ttlstore::TimingWheelExpiry>;

constexpr const char* kLiteral = "literal composition, same CachedTicker";
constexpr const char* kLiteralLru = "literal composition with LRU, same CachedTicker";

std::vector<Bar> bar(const char* category) {
    return {{"literal", category, "TtlStore, OrderedExpiry", "unordered_map + map<deadline, set<key>> + list"}};
}

template <class MakeOurs, class MakeTheirs>
Row get_row(const char* ours, MakeOurs make_ours, const char* theirs, MakeTheirs make_theirs, Floor floor,
            std::vector<Bar> drawn) {
    Row row{"get hit, one ttl, 64-bit keys, " + short_count(kMillion) + " uniform", ours, theirs, floor, drawn};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Number> work = make_workload<Number>(settings.size(kMillion));
        const auto their_store = make_theirs(work.keys);
        const auto our_store = make_ours(work.keys);
        return contest(settings, finds(our_store, work.lookups, work.sum), finds(their_store, work.lookups, work.sum));
    };
    return row;
}

template <class MakeOurs, class MakeTheirs, class Act>
Row new_row(std::string what, const char* ours, MakeOurs make_ours, const char* theirs, MakeTheirs make_theirs, Act act,
            Floor floor, std::vector<Bar> drawn) {
    Row row{"set of new keys, " + what + ", " + short_count(kMillion), ours, theirs, floor, drawn};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = shared_keys(settings.size(kMillion));
        return contest(settings, fresh_sets(keys, make_ours, act), fresh_sets(keys, make_theirs, act));
    };
    return row;
}

template <class MakeOurs, class MakeTheirs, class TtlOf>
Row over_row(std::string what, const char* ours, MakeOurs make_ours, const char* theirs, MakeTheirs make_theirs,
             TtlOf ttl_of, Floor floor, std::vector<Bar> drawn) {
    Row row{"set over old keys, " + what + ", " + short_count(kMillion), ours, theirs, floor, drawn};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Number> work = make_workload<Number>(settings.size(kMillion));
        const auto their_store = make_theirs(work.keys);
        const auto our_store = make_ours(work.keys);
        return contest(settings, overwrites(our_store, work, ttl_of), overwrites(their_store, work, ttl_of));
    };
    return row;
}

void add_scattered(std::vector<Row>& rows) {
    rows.push_back(new_row("scattered ttl", "CachedTicker, unbounded", reserved<Bounded>, kLiteral,
                           reserved<LiteralPlain>, set_all(scattered_ttl), at_least(1.5),
                           bar("set new,\nscattered ttl")));
    rows.push_back(over_row("scattered ttl", "CachedTicker, unbounded", unbounded<Bounded>, kLiteral,
                            unbounded<LiteralPlain>, scattered_ttl, at_least(1.5), bar("overwrite,\nscattered ttl")));
    rows.push_back(new_row("scattered ttl", "CachedTicker, TimingWheelExpiry, unbounded", reserved<Wheel>, kLiteral,
                           reserved<LiteralPlain>, set_all(scattered_ttl), at_least(25), {}));
    rows.push_back(over_row("scattered ttl", "CachedTicker, TimingWheelExpiry, unbounded", unbounded<Wheel>, kLiteral,
                            unbounded<LiteralPlain>, scattered_ttl, at_least(20), {}));
}

void add_one_ttl_with_lru(std::vector<Row>& rows) {
    const char* const ours = "CachedTicker, capacity, LRU";
    const char* const by_steady_clock = "literal composition with LRU, SteadyTicker";
    const auto literal_by_steady_clock = full<Literal<Number, Steady, Recency::lru>>;
    rows.push_back(get_row(ours, full<Bounded>, by_steady_clock, literal_by_steady_clock, at_least(8), {}));
    rows.push_back(get_row(ours, full<Bounded>, kLiteralLru, full<LiteralLru>, {}, bar("get,\none ttl, LRU")));
    rows.push_back(get_row("SteadyTicker, capacity, LRU", full<Ours<Number, Steady>>, by_steady_clock,
                           literal_by_steady_clock, {}, {}));
    rows.push_back(new_row("one ttl", ours, reserved_with_capacity<Bounded>, kLiteralLru,
                           reserved_with_capacity<LiteralLru>, set_all(one_ttl), at_least(15),
                           bar("set new,\none ttl, LRU")));
    rows.push_back(over_row("one ttl", ours, full<Bounded>, kLiteralLru, full<LiteralLru>, one_ttl, at_least(15),
                            bar("overwrite,\none ttl, LRU")));
    rows.push_back(
        new_row("one ttl, 1 ms passes every 1000 sets", "ManualTicker, capacity, LRU",
                reserved_with_capacity<Ours<Number, Manual>>, "literal composition with LRU, same ManualTicker",
                reserved_with_capacity<Literal<Number, Manual, Recency::lru>>, set_all_while_time_passes, {}, {}));
}

}  // namespace

void add_literal_rows(std::vector<Row>& rows) {
    add_scattered(rows);
    add_one_ttl_with_lru(rows);
}

}  // namespace bench
