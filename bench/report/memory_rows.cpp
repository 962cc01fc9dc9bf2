/// Rows for memory: bytes an entry at many capacities, counted by the allocator, so that no cliff hides between two of
/// them.
#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "report/passes.hpp"
#include "support/counting_allocator.hpp"

namespace bench {
namespace {

using Manual = ttlstore::ManualTicker;
using CountedStore = Ours<Number, Manual, ttlstore::WithAllocator<CountingAllocator<std::byte>>>;
using CountedMap = BareMap<Number, Number, CountingAllocator>;
using CountedLiteral = LiteralComposition<Number, Number, Manual, Recency::lru, CountingAllocator>;

/// From 1 k to `largest`: round figures, and one more than a power of two or than 7/8 of one, where a table that
/// doubles jumps.
std::vector<std::size_t> capacities(std::size_t largest) {
    std::vector<std::size_t> all;
    for (std::size_t decade = 1'000; decade <= largest; decade *= 10) {
        for (const std::size_t round : {decade, 2 * decade, 5 * decade}) all.push_back(round);
    }
    for (std::size_t power = 1'024; power <= largest; power *= 2) {
        all.push_back(power + 1);
        all.push_back(power / 8 * 7 + 1);
    }
    std::erase_if(all, [largest](std::size_t capacity) { return capacity < 1'000 || capacity > largest; });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// Bytes an entry of a filled structure; the `i`-th entry is stored under `ttl_of(i)`.
template <class Make, class TtlOf>
double bytes_an_entry(std::size_t entries, Make make, TtlOf ttl_of) {
    const std::size_t before = counted_bytes().live;
    double bytes = 0;
    {
        const auto store = make(entries);
        for (std::size_t i = 0; i < entries; ++i) store->set(make_key<Number>(i), value_of(i), ttl_of(i));
        expect(store->size() == entries, "a filled store misses entries");
        bytes = static_cast<double>(counted_bytes().live - before) / static_cast<double>(entries);
    }
    expect(counted_bytes().live == before, "a store did not give all its memory back");
    return bytes;
}

/// The worst case for a map of deadlines; ascending, because that is quick to build and takes the same memory.
constexpr std::chrono::milliseconds own_ttl(std::size_t index) { return std::chrono::milliseconds{index + 1}; }
constexpr std::chrono::hours one_ttl(std::size_t) { return kOneTtl; }

/// What the same contents would take in a flat table that doubles at 7/8 full: key, value, deadline, two hooks, a
/// control byte.
double bytes_if_doubling(std::size_t entries) {
    const std::size_t slots = std::bit_ceil((entries * 8 + 6) / 7);
    return 41.0 * static_cast<double>(slots) / static_cast<double>(entries);
}

std::unique_ptr<CountedMap> reserved_map(std::size_t entries) {
    auto map = std::make_unique<CountedMap>();
    map->reserve(entries);
    return map;
}

/// Measures at every capacity, draws the line, returns the figures.
template <class BytesAt>
std::vector<double> curve(std::vector<Curve>& curves, const std::vector<std::size_t>& at, std::string name,
                          BytesAt bytes_at, const char* chart = "memory", bool calculated = false) {
    Curve line{chart, std::move(name), {}, {}, calculated};
    for (const std::size_t entries : at) {
        line.x.push_back(static_cast<double>(entries));
        line.y.push_back(bytes_at(entries));
    }
    curves.push_back(line);
    return line.y;
}

Result compare(const std::vector<double>& ours, const std::vector<double>& theirs) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(ours.size(), theirs.size()); ++i) ratios.push_back(theirs[i] / ours[i]);
    return {"bytes", range_of(ours), range_of(theirs), range_of(ratios), ours.size()};
}

Result bounded(const Settings& settings, std::vector<Curve>& curves) {
    const auto at = capacities(settings.size(kTenMillion));
    const auto make = [](std::size_t entries) { return std::make_unique<CountedStore>(entries); };
    const auto ours = curve(curves, at, "TtlStore, capacity + LRU, map nodes apart",
                            [&](std::size_t entries) { return bytes_an_entry(entries, make, one_ttl); });
    const auto theirs = curve(curves, at, "unordered_map, reserved, no ttl, no LRU",
                              [](std::size_t entries) { return bytes_an_entry(entries, reserved_map, one_ttl); });
    curve(curves, at, "ours if it doubled like most flat tables (calculated)", bytes_if_doubling, "memory", true);
    return compare(ours, theirs);
}

Result with_nodes(const Settings& settings, std::vector<Curve>& curves) {
    const auto at = capacities(settings.size(kMillion));  // constant beyond, and the literal composition takes its time
    const Manual clock;
    const auto make = [](std::size_t entries) { return std::make_unique<CountedStore>(entries); };
    const auto make_literal = [&clock](std::size_t entries) {
        auto store = std::make_unique<CountedLiteral>(clock, entries);
        store->reserve(entries);
        return store;
    };
    const auto ours = curve(
        curves, at, "TtlStore, OrderedExpiry",
        [&](std::size_t entries) { return bytes_an_entry(entries, make, own_ttl); }, "memory_nodes");
    const auto theirs = curve(
        curves, at, "unordered_map + map<deadline, set<key>> + list",
        [&](std::size_t entries) { return bytes_an_entry(entries, make_literal, own_ttl); }, "memory_nodes");
    return compare(ours, theirs);
}

Result grown(const Settings& settings, std::vector<Curve>& curves) {
    const auto at = capacities(settings.size(kTenMillion));
    const auto make = [](std::size_t) { return std::make_unique<CountedStore>(); };
    const auto make_map = [](std::size_t) { return std::make_unique<CountedMap>(); };
    const auto ours = curve(curves, at, "TtlStore, unbounded, grown by inserting",
                            [&](std::size_t entries) { return bytes_an_entry(entries, make, one_ttl); });
    const auto theirs = curve(curves, at, "unordered_map, grown by inserting",
                              [&](std::size_t entries) { return bytes_an_entry(entries, make_map, one_ttl); });
    return compare(ours, theirs);
}

/// The most memory at any moment while growing from nothing, when the old table and the new one live side by side.
Result peak_while_growing(const Settings& settings, std::vector<Curve>&) {
    const auto peak = [](auto make, std::size_t entries) {
        const std::size_t before = counted_bytes().live;
        counted_bytes().restart_peak();
        bytes_an_entry(entries, make, one_ttl);
        return static_cast<double>(counted_bytes().peak - before) / static_cast<double>(entries);
    };
    std::vector<double> ours, theirs;
    for (const std::size_t entries : capacities(settings.size(kTenMillion))) {
        ours.push_back(peak([](std::size_t) { return std::make_unique<CountedStore>(); }, entries));
        theirs.push_back(peak([](std::size_t) { return std::make_unique<CountedMap>(); }, entries));
    }
    return compare(ours, theirs);
}

}  // namespace

void add_memory_rows(std::vector<Row>& rows) {
    const char* const what = "bytes an entry, 64-bit key and value, deadline";
    rows.push_back({std::string{what} + ", LRU, 1 k to 10 M, map nodes apart",
                    "capacity, LRU",
                    "unordered_map, reserved, no ttl",
                    {Floor::Kind::ours_at_most, 60},
                    {},
                    bounded});
    rows.push_back({std::string{what} + ", LRU, 1 k to 1 M, each entry its own deadline, nodes included",
                    "capacity, LRU",
                    "literal composition with LRU",
                    {},
                    {},
                    with_nodes});
    rows.push_back(
        {std::string{what} + ", grown by inserting, 1 k to 10 M", "unbounded", "unordered_map, no ttl", {}, {}, grown});
    rows.push_back({std::string{what} + ", peak while growing, 1 k to 10 M",
                    "unbounded",
                    "unordered_map, no ttl",
                    {},
                    {},
                    peak_while_growing});
}

}  // namespace bench
