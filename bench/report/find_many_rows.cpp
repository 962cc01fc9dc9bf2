/// Rows for `find_many`: one clock read a batch, and the next keys' cache lines on their way while one is compared.
#include <algorithm>
#include <span>
#include <string>

#include "report/passes.hpp"

namespace bench {
namespace {

constexpr std::size_t kWholeStream = 0;

/// Asks for `batch` keys at a time, as a server does for one request, or for the whole stream in one call.
template <class Store>
Contestant finds_many(std::shared_ptr<Store> store, std::shared_ptr<const std::vector<Number>> lookups,
                      std::uint64_t sum, std::size_t batch) {
    return [=](std::size_t passes) {
        const std::span<const Number> all{*lookups};
        const std::size_t step = batch == kWholeStream ? all.size() : batch;
        std::uint64_t found = 0;
        const Stopwatch watch;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            for (std::size_t at = 0; at < all.size(); at += step) {
                store->store.find_many(all.subspan(at, std::min(step, all.size() - at)),
                                       [&found](std::size_t, const Number* value) {
                                           if (value != nullptr) found += *value;
                                       });
            }
        }
        const double time = watch.nanoseconds();
        expect(found == sum * passes, "find_many gave wrong answers");
        return Lap{time, passes * all.size(), found};
    };
}

template <class Ticker>
Row find_many_row(std::size_t entries, std::size_t batch, const char* ticker, Floor floor) {
    const std::string batches = batch == kWholeStream ? "all in one call" : std::to_string(batch) + " a call";
    Row row{"find_many, " + batches + ", 64-bit keys, " + short_count(entries) + " uniform", ticker,
            "unordered_map::find", floor};
    row.measure = [=](const Settings& settings, std::vector<Curve>&) {
        const Workload<Number> work = make_workload<Number>(settings.size(entries));
        const auto theirs = unbounded<Bare<Number>>(work.keys);
        const auto ours = unbounded<Ours<Number, Ticker>>(work.keys);
        return contest(settings, finds_many(ours, work.lookups, work.sum, batch),
                       finds(theirs, work.lookups, work.sum));
    };
    return row;
}

}  // namespace

void add_find_many_rows(std::vector<Row>& rows) {
    using Steady = ttlstore::SteadyTicker;
    for (const std::size_t batch : {std::size_t{16}, std::size_t{64}, kWholeStream}) {
        rows.push_back(find_many_row<Steady>(kMillion, batch, "SteadyTicker", at_least(2)));
    }
    rows.push_back(find_many_row<Steady>(kThousand, 16, "SteadyTicker", {}));
    rows.push_back(find_many_row<Steady>(kHundredThousand, 16, "SteadyTicker", {}));
    rows.push_back(find_many_row<Steady>(kTenMillion, 16, "SteadyTicker", {}));
    rows.push_back(find_many_row<Cached>(kMillion, 16, "CachedTicker", {}));
}

}  // namespace bench
