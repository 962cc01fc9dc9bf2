/// Rows for `find`: each ticker, bounded and not, small and large, hit and miss, against what people use today.
#include <string>

#include "report/passes.hpp"

namespace bench {
namespace {

constexpr const char* kBareFind = "unordered_map::find";

struct FindCase {
    std::size_t entries = 0;
    Floor floor = {};
    std::vector<Bar> bars = {};
    Spread spread = Spread::uniform;
};

/// `make_ours` and `make_theirs` build a filled store from the keys; both then answer the same stream of lookups.
template <class Key, class MakeOurs, class MakeTheirs>
Row find_row(const FindCase& wanted, std::string ours, MakeOurs make_ours, std::string theirs, MakeTheirs make_theirs) {
    const std::string keys = std::is_same_v<Key, Number> ? "64-bit keys" : "24-byte string keys";
    const std::string spread = wanted.spread == Spread::zipf ? " Zipf" : " uniform";
    Row row{"find hit, " + keys + ", " + short_count(wanted.entries) + spread, std::move(ours), std::move(theirs),
            wanted.floor, wanted.bars};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Key> work = make_workload<Key>(settings.size(wanted.entries), wanted.spread);
        const auto their_store = make_theirs(work.keys);
        const auto our_store = make_ours(work.keys);
        return contest(settings, finds(our_store, work.lookups, work.sum), finds(their_store, work.lookups, work.sum));
    };
    return row;
}

constexpr const char* kByHand = "by hand: unordered_map + list + steady_clock";

Bar size_bar(std::size_t entries, const char* ours) {
    return {"find", short_count(entries), ours, "unordered_map, no ttl"};
}
Bar ticker_bar(std::size_t entries, const char* ticker) {
    return {"find_tickers", short_count(entries), std::string{"TtlStore, "} + ticker, "unordered_map, no ttl"};
}

template <class Key, class Ticker>
void add_unbounded(std::vector<Row>& rows, const char* ticker, FindCase wanted) {
    if (wanted.spread == Spread::uniform && std::is_same_v<Key, Number>) {
        wanted.bars = {ticker_bar(wanted.entries, ticker)};
    }
    rows.push_back(find_row<Key>(wanted, ticker, unbounded<Ours<Key, Ticker>>, kBareFind, unbounded<Bare<Key>>));
}

void add_against_bare_map(std::vector<Row>& rows, std::size_t entries, Floor unbounded_floor, Floor lru_floor) {
    std::vector<Bar> bars{size_bar(entries, "TtlStore, CachedTicker, unbounded")};
    if (entries <= kMillion) bars.push_back(ticker_bar(entries, "CachedTicker"));
    rows.push_back(find_row<Number>({entries, unbounded_floor, bars}, "CachedTicker", unbounded<Ours<Number, Cached>>,
                                    kBareFind, unbounded<Bare<Number>>));
    rows.push_back(find_row<Number>({entries, lru_floor, {size_bar(entries, "TtlStore, CachedTicker, capacity + LRU")}},
                                    "CachedTicker, capacity, LRU", full<Ours<Number, Cached>>, kBareFind,
                                    unbounded<Bare<Number>>));
}

void add_against_hand_written(std::vector<Row>& rows, std::size_t entries) {
    using Hand = HandWritten<Number, Number>;
    const std::string size = short_count(entries);
    rows.push_back(find_row<Number>(
        {entries, {}, {{"find_lru", size, "TtlStore, CachedTicker, capacity + LRU", kByHand}}},
        "CachedTicker, capacity, LRU", full<Ours<Number, Cached>>, "hand-written LRU, steady_clock", full<Hand>));
    rows.push_back(
        find_row<Number>({entries, {}, {{"find_lru", size, "TtlStore, SteadyTicker, capacity + LRU", kByHand}}},
                         "SteadyTicker, capacity, LRU", full<Ours<Number, ttlstore::SteadyTicker>>,
                         "hand-written LRU, steady_clock", full<Hand>));
}

template <class Key, class Ticker>
Row miss_row(std::size_t entries, const char* ticker, Floor floor) {
    Row row{"find miss, 64-bit keys, " + short_count(entries), ticker, kBareFind, floor};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const std::size_t size = settings.size(entries);
        const auto keys = make_keys<Key>(size);
        const auto absent = std::make_shared<const std::vector<Key>>(make_keys<Key>(stream_length<Key>(size), kAbsent));
        const auto theirs = unbounded<Bare<Key>>(keys);
        const auto ours = unbounded<Ours<Key, Ticker>>(keys);
        return contest(settings, finds(ours, absent, 0), finds(theirs, absent, 0));
    };
    return row;
}

}  // namespace

void add_find_rows(std::vector<Row>& rows) {
    add_against_bare_map(rows, kThousand, at_least(2), at_least(1.4));
    add_against_bare_map(rows, kHundredThousand, at_least(2), at_least(1.4));
    add_against_bare_map(rows, kMillion, at_least(1.5), at_least(0.95));
    add_against_bare_map(rows, kTenMillion, {}, {});
    rows.push_back(find_row<Number>({kMillion, at_least(1.3), {}, Spread::zipf}, "CachedTicker",
                                    unbounded<Ours<Number, Cached>>, kBareFind, unbounded<Bare<Number>>));
    rows.push_back(find_row<Number>({kMillion, {}, {}, Spread::zipf}, "CachedTicker, capacity, LRU",
                                    full<Ours<Number, Cached>>, kBareFind, unbounded<Bare<Number>>));

    rows.push_back(find_row<Number>({kMillion, at_least(1.4), {}, Spread::zipf}, "CachedTicker, capacity, SIEVE",
                                    full<Ours<Number, Cached, ttlstore::SieveEviction>>, "CachedTicker, capacity, LRU",
                                    full<Ours<Number, Cached>>));

    add_unbounded<Number, ttlstore::CoarseTicker>(rows, "CoarseTicker", {kThousand, at_least(1.1)});
    add_unbounded<Number, ttlstore::CoarseTicker>(rows, "CoarseTicker", {kHundredThousand, at_least(1.1)});
    add_unbounded<Number, ttlstore::CoarseTicker>(rows, "CoarseTicker", {kMillion});
    for (const std::size_t entries : {kThousand, kHundredThousand, kMillion}) {
        add_unbounded<Number, ttlstore::ManualTicker>(rows, "ManualTicker", {entries});
        add_unbounded<Number, ttlstore::SteadyTicker>(rows, "SteadyTicker", {entries});
        add_unbounded<Number, ttlstore::BoottimeTicker>(rows, "BoottimeTicker", {entries});
    }
    constexpr auto for_ever = [](const auto& keys) {
        return filled<Ours<Number, ttlstore::SteadyTicker>>(keys, ttlstore::Expiry::never());
    };
    rows.push_back(find_row<Number>({kHundredThousand}, "SteadyTicker, entries without deadline", for_ever, kBareFind,
                                    unbounded<Bare<Number>>));

    add_unbounded<std::string, Cached>(rows, "CachedTicker", {kHundredThousand, at_least(1.3)});
    add_unbounded<std::string, Cached>(rows, "CachedTicker", {kMillion});

    rows.push_back(miss_row<Number, Cached>(kHundredThousand, "CachedTicker", at_least(1.5)));
    rows.push_back(miss_row<Number, ttlstore::SteadyTicker>(kMillion, "SteadyTicker", {}));

    for (const std::size_t entries : {kThousand, kHundredThousand, kMillion}) add_against_hand_written(rows, entries);
}

}  // namespace bench
