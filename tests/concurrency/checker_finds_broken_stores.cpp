// The search finds the usual mistakes in a handful of histories, and finds none in a store behind one lock.
#include "concurrency/histories.hpp"
#include "concurrency/locked_store.hpp"
#include "support/catch.hpp"

using namespace concurrency;

namespace {

/// How many histories it takes: a broken store that gets past so many is a failure of the search.
constexpr std::size_t kEnough = 3'000;

Mix with(Mix mix, Kind more) {
    mix.insert(mix.end(), 4, more);
    return mix;
}

template <class Store>
void check_is_found(const Mix& mix) {
    const Searched by_turns = search_histories<Subject<Store>>(Pace::by_turns, mix, kEnough);
    INFO("found after " << by_turns.histories << " histories");
    CHECK_FALSE(by_turns.violation.empty());
    // The same seed, the same interleaving: the failure can be looked at again.
    const Searched again = search_histories<Subject<Store>>(Pace::by_turns, mix, kEnough);
    CHECK(again.violation == by_turns.violation);
}

}  // namespace

TEST_CASE("the search finds a store that removes by key what it saw dead", "[linearizability]") {
    check_is_found<RemovesByKey>(usual_mix());
}

TEST_CASE("the search finds a store that looks in one step and stores in another", "[linearizability]") {
    check_is_found<LooksThenSets>(usual_mix());
}

TEST_CASE("the search finds a store that sets two keys one by one", "[linearizability]") {
    check_is_found<SetsOneByOne>(with(usual_mix(), Kind::set_two));
}

TEST_CASE("the search finds a store that reads the clock before it has the lock", "[linearizability]") {
    check_is_found<ReadsTheClockEarly>(usual_mix());
}

TEST_CASE("a store behind one lock is linearizable", "[linearizability]") {
    Mix mix = with(usual_mix(), Kind::set_two);
    for (const Kind more : {Kind::get_or_set, Kind::clear, Kind::size}) mix.push_back(more);
    for (const Pace pace : {Pace::by_turns, Pace::free}) {
        const Searched searched = search_histories<Subject<LockedStore>>(pace, mix, histories(400));
        INFO(searched.violation);
        CHECK(searched.violation.empty());
    }
}
