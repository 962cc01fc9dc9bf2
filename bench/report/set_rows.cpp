/// Rows for `set` and `erase` against a bare map, which keeps no deadline: what a ttl costs when it costs anything at
/// all.
#include <span>
#include <string>

#include "report/set_passes.hpp"

namespace bench {
namespace {

using Steady = ttlstore::SteadyTicker;

Row new_keys_row(const char* what, std::size_t entries, const char* ours, const char* theirs, Floor floor,
                 auto make_ours, auto act_ours, auto make_theirs, auto act_theirs, Memory memory = Memory::at_hand) {
    Row row{std::string{what} + ", " + short_count(entries), ours, theirs, floor};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = shared_keys(settings.size(entries));
        return contest(settings, fresh_sets(keys, make_ours, act_ours, memory),
                       fresh_sets(keys, make_theirs, act_theirs, memory));
    };
    return row;
}

template <class Ticker>
Row overwrite_row(std::size_t entries, const char* ticker, Floor floor) {
    Row row{"set over old keys, one ttl, " + short_count(entries), ticker, "unordered_map::insert_or_assign, no ttl",
            floor};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Number> work = make_workload<Number>(settings.size(entries));
        const auto theirs = unbounded<Bare<Number>>(work.keys);
        const auto ours = unbounded<Ours<Number, Ticker>>(work.keys);
        return contest(settings, overwrites(ours, work, one_ttl), overwrites(theirs, work, one_ttl));
    };
    return row;
}

/// Every key erased once, in an order that has nothing to do with the order of insertion.
template <class Ticker>
Row erase_row(std::size_t entries, const char* ticker) {
    Row row{"erase, one ttl, 64-bit keys, " + short_count(entries), ticker, "unordered_map::erase, no ttl"};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Number> work = make_workload<Number>(settings.size(entries));
        const auto keys = std::make_shared<const std::vector<Number>>(work.keys);
        const auto erase_all = [order = work.lookups, count = keys->size()](auto& store) {
            for (const Number key : std::span{*order}.first(count)) expect(store.erase(key), "erase missed a key");
        };
        const auto count_left = [](auto& store) { return Number{store.size()}; };
        return contest(
            settings,
            each_time_fresh(
                keys->size(), [keys] { return unbounded<Ours<Number, Ticker>>(*keys); }, erase_all, count_left),
            each_time_fresh(
                keys->size(), [keys] { return unbounded<Bare<Number>>(*keys); }, erase_all, count_left));
    };
    return row;
}

/// A walk over everything alive: our walk has to judge each entry, and to step over empty slots.
Row walk_row(std::size_t entries) {
    Row row{"walk over all entries, " + short_count(entries), "CachedTicker, for_each", "unordered_map, range-for"};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const auto keys = make_keys<Number>(settings.size(entries));
        const auto walk = [](auto store, std::size_t count, auto for_each) {
            return [=](std::size_t passes) {
                Number sum = 0;
                const Stopwatch watch;
                for (std::size_t pass = 0; pass < passes; ++pass) {
                    for_each(*store, [&sum](const Number&, const Number& value) { sum += value; });
                }
                return Lap{watch.nanoseconds(), passes * count, sum};
            };
        };
        const auto theirs = unbounded<Bare<Number>>(keys);
        const auto ours = unbounded<Ours<Number, Cached>>(keys);
        return contest(settings, walk(ours, keys.size(), [](auto& store, auto f) { store.store.for_each(f); }),
                       walk(theirs, keys.size(), [](auto& store, auto f) { store.for_each(f); }));
    };
    return row;
}

}  // namespace

void add_set_rows(std::vector<Row>& rows) {
    const char* const assign = "unordered_map::insert_or_assign, reserved, no ttl";
    const auto bare = reserved<Bare<Number>>;
    const auto cached = reserved<Ours<Number, Cached>>;

    rows.push_back(new_keys_row("set of new keys, one ttl, reserved", kMillion, "CachedTicker", assign, at_least(2),
                                cached, set_all(one_ttl), bare, set_all(one_ttl)));
    rows.push_back(new_keys_row("set of new keys, one ttl, reserved", kMillion, "CachedTicker",
                                "unordered_map::emplace, reserved, no ttl", at_least(2), cached, set_all(one_ttl), bare,
                                emplace_all));
    rows.push_back(new_keys_row("set of new keys, one ttl, reserved, memory untouched (page faults count)", kMillion,
                                "CachedTicker", assign, {}, reserved_untouched<Ours<Number, Cached>>, set_all(one_ttl),
                                bare, set_all(one_ttl), Memory::untouched));
    rows.push_back(new_keys_row("set of new keys, one ttl, reserved", kMillion, "SteadyTicker", assign, {},
                                reserved<Ours<Number, Steady>>, set_all(one_ttl), bare, set_all(one_ttl)));
    rows.push_back(new_keys_row("set of new keys, one ttl, reserved", kHundredThousand, "CachedTicker", assign, {},
                                cached, set_all(one_ttl), bare, set_all(one_ttl)));
    rows.push_back(new_keys_row("set of new keys, scattered ttl, reserved", kMillion, "CachedTicker", assign, {},
                                cached, set_all(scattered_ttl), bare, set_all(scattered_ttl)));
    rows.push_back(new_keys_row("set of new keys, scattered ttl, reserved", kMillion, "CachedTicker, TimingWheelExpiry",
                                assign, at_least(2.5), reserved<Ours<Number, Cached, ttlstore::TimingWheelExpiry>>,
                                set_all(scattered_ttl), bare, set_all(scattered_ttl)));
    rows.push_back(overwrite_row<Cached>(kHundredThousand, "CachedTicker", {}));
    rows.push_back(overwrite_row<Cached>(kMillion, "CachedTicker", {}));
    rows.push_back(erase_row<Cached>(kMillion, "CachedTicker"));
    rows.push_back(walk_row(kMillion));
}

}  // namespace bench
