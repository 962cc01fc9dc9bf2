/// Rows for endless churn in a full store: it must be as quick after a hundred million operations as after ten.
#include <string>
#include <vector>

#include "report/passes.hpp"

namespace bench {
namespace {

using Bounded = Ours<Number, Cached>;
using LiteralLru = Literal<Number, Cached, Recency::lru>;

constexpr std::size_t kTenths = 10;
constexpr std::size_t kOperations = 100'000'000;

/// Each operation stores a key never seen before, so the least recently used entry has to go.
template <class Store>
void set_new(Store& store, Number& next, std::size_t operations) {
    for (std::size_t i = 0; i < operations; ++i, ++next) store.set(make_key<Number>(next), next, kOneTtl);
}

/// Each pair of operations erases some entry, wherever it is, and stores a new key: holes open all over the table.
template <class Store>
void erase_and_set(Store& store, std::vector<Number>& living, Rng& rng, Number& next, std::size_t operations) {
    for (std::size_t i = 0; i < operations; i += 2, ++next) {
        Number& chosen = living[rng.below(living.size())];
        expect(store.erase(make_key<Number>(chosen)), "churn lost an entry");
        store.set(make_key<Number>(next), next, kOneTtl);
        chosen = next;
    }
}

/// Runs `operations` in ten parts; `ours` is the last tenth, `theirs` the first, so that the ratio is the growth.
/// `start` fills a store and returns what does the next so many operations on it.
template <class Start>
Result tenths(const Settings& settings, std::vector<Curve>& curves, const std::string& name, Start start) {
    const std::size_t part = settings.size(kOperations) / kTenths;
    const std::size_t runs = settings.rounds.value_or(settings.quick ? 1 : 3);
    std::vector<double> first, last, growth;
    std::vector<std::vector<double>> each(kTenths);
    for (std::size_t run = 0; run < runs; ++run) {
        tidy_heap();
        auto act = start(settings.size(kHundredThousand));
        for (std::size_t tenth = 0; tenth < kTenths; ++tenth) {
            const Stopwatch watch;
            act(part);
            each[tenth].push_back(watch.nanoseconds() / static_cast<double>(part));
        }
        first.push_back(each.front().back());
        last.push_back(each.back().back());
        growth.push_back(last.back() / first.back());
    }
    Curve line{"churn", name, {}, {}};
    for (std::size_t tenth = 0; tenth < kTenths; ++tenth) {
        line.x.push_back(static_cast<double>((tenth + 1) * part));
        line.y.push_back(range_of(each[tenth]).median);
    }
    curves.push_back(line);
    return {"ns", range_of(last), range_of(first), range_of(growth), runs};
}

Result evicting(const Settings& settings, std::vector<Curve>& curves) {
    return tenths(settings, curves, "set of a new key, LRU evicts one", [](std::size_t capacity) {
        auto store = std::make_shared<Bounded>(capacity);
        auto next = std::make_shared<Number>(0);
        set_new(*store, *next, 2 * capacity);
        return [=](std::size_t operations) {
            set_new(*store, *next, operations);
            expect(store->size() == capacity, "churn changed the number of entries");
            expect(store->store.stats().evicted == *next - capacity, "churn evicted too many or too few");
            for (Number number = *next - capacity; number < *next; number += 97) {
                const Number* value = store->store.peek(make_key<Number>(number));
                expect(value != nullptr && *value == number, "churn lost a recent entry");
            }
        };
    });
}

Result erasing(const Settings& settings, std::vector<Curve>& curves) {
    return tenths(settings, curves, "erase anywhere, then set of a new key", [](std::size_t capacity) {
        auto store = std::make_shared<Bounded>(capacity);
        auto next = std::make_shared<Number>(0);
        set_new(*store, *next, capacity);
        auto living = std::make_shared<std::vector<Number>>(capacity);
        for (std::size_t i = 0; i < capacity; ++i) (*living)[i] = i;
        auto rng = std::make_shared<Rng>(9);
        erase_and_set(*store, *living, *rng, *next, 2 * capacity);
        return [=](std::size_t operations) {
            erase_and_set(*store, *living, *rng, *next, operations);
            expect(store->size() == capacity, "churn changed the number of entries");
        };
    });
}

/// The same eviction churn against another store with LRU, side by side.
template <class Theirs>
Row churn_against(const char* theirs) {
    Row row{"churn: set of a new key into a full store, " + short_count(kHundredThousand),
            "CachedTicker, capacity, LRU", theirs};
    row.measure = [](const Settings& settings, std::vector<Curve>&) {
        const std::size_t capacity = settings.size(kHundredThousand);
        const auto contestant = [capacity](auto store) {
            auto next = std::make_shared<Number>(0);
            set_new(*store, *next, 2 * capacity);
            return [=](std::size_t passes) {
                const Stopwatch watch;
                set_new(*store, *next, passes * capacity);
                const double time = watch.nanoseconds();
                Number sum = store->size();
                for (Number number = *next - capacity; number < *next; ++number) {
                    const auto* value = store->find(make_key<Number>(number));
                    expect(value != nullptr, "churn lost a recent entry");
                    sum += *value;
                }
                return Lap{time, passes * capacity, sum};
            };
        };
        return contest(settings, contestant(std::make_shared<Bounded>(capacity)),
                       contestant(std::make_shared<Theirs>(capacity)));
    };
    return row;
}

}  // namespace

void add_churn_rows(std::vector<Row>& rows) {
    rows.push_back({"churn, 100 M sets of new keys at capacity 100 k",
                    "last tenth",
                    "first tenth",
                    {Floor::Kind::growth_at_most, 1.1},
                    {},
                    evicting});
    rows.push_back({"churn, 100 M operations, erase anywhere and set, at capacity 100 k",
                    "last tenth",
                    "first tenth",
                    {Floor::Kind::growth_at_most, 1.1},
                    {},
                    erasing});
    rows.push_back(churn_against<LiteralLru>("literal composition with LRU, same CachedTicker"));
    rows.push_back(churn_against<HandWritten<Number, Number>>("hand-written LRU, steady_clock"));
}

}  // namespace bench
