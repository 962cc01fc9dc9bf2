// The checker itself: histories written by hand that are and are not linearizable.
#include <cstdint>
#include <vector>

#include "concurrency/store_calls.hpp"
#include "support/catch.hpp"
#include "support/linearizability.hpp"

using namespace concurrency;
using support::Call;

namespace {

constexpr int kInserted = static_cast<int>(ttlstore::SetResult::inserted);

Call<Op> call(std::uint64_t began, std::uint64_t ended, Op op) { return {op, began, ended}; }
Op set(int value, int ttl = 0) { return {.kind = Kind::set, .value = value, .ttl = ttl, .answer = kInserted}; }
Op get(int answer) { return {.kind = Kind::get, .answer = answer}; }
Op erase(bool answer) { return {.kind = Kind::erase, .answer = answer ? 1 : 0}; }
Op advance(int by) { return {.kind = Kind::advance, .value = by}; }

bool linearizable(const History& history) { return support::is_linearizable(history, StoreModel{}); }

}  // namespace

TEST_CASE("calls one after the other must answer as the model does", "[linearizability]") {
    CHECK(linearizable({}));
    CHECK(linearizable({call(1, 2, set(7)), call(3, 4, get(7)), call(5, 6, erase(true)), call(7, 8, get(0))}));
    CHECK_FALSE(linearizable({call(1, 2, set(7)), call(3, 4, get(0))}));
    CHECK_FALSE(linearizable({call(1, 2, get(7)), call(3, 4, set(7))}));
    CHECK_FALSE(linearizable({call(1, 2, set(7)), call(3, 4, erase(true)), call(5, 6, erase(true))}));
}

TEST_CASE("calls that overlap may have happened in either order, but in the same one for all", "[linearizability]") {
    CHECK(linearizable({call(1, 4, set(7)), call(2, 3, get(0))}));
    CHECK(linearizable({call(1, 4, set(7)), call(2, 3, get(7))}));
    // Seen, then not seen any more, while the set has not returned yet.
    CHECK_FALSE(linearizable({call(1, 8, set(7)), call(2, 3, get(7)), call(4, 5, get(0))}));
    // Both erase the one entry.
    CHECK_FALSE(linearizable({call(1, 2, set(7)), call(3, 6, erase(true)), call(4, 5, erase(true))}));
    CHECK(linearizable({call(1, 2, set(7)), call(3, 6, erase(false)), call(4, 5, erase(true))}));
}

TEST_CASE("an entry dies where the clock reaches its deadline, not before and not after", "[linearizability]") {
    CHECK(linearizable({call(1, 2, set(7, 2)), call(3, 4, advance(1)), call(5, 6, get(7))}));
    CHECK_FALSE(linearizable({call(1, 2, set(7, 2)), call(3, 4, advance(2)), call(5, 6, get(7))}));
    CHECK(linearizable({call(1, 2, set(7, 2)), call(3, 6, advance(2)), call(4, 5, get(7))}));
    CHECK(linearizable({call(1, 2, set(7, 2)), call(3, 6, advance(2)), call(4, 5, get(0))}));
    CHECK_FALSE(linearizable({call(1, 2, set(7, 2)), call(3, 4, advance(1)), call(5, 6, get(0))}));
}

TEST_CASE("the keys share one clock", "[linearizability]") {
    Op other = set(8, 2);
    other.key = 1;
    Op get_other = get(0);
    get_other.key = 1;
    // Each key alone could be explained: one read before the clock moved, one after; but the reads came the other way.
    const History history{call(1, 2, set(7, 2)), call(3, 4, other), call(5, 12, advance(2)), call(6, 7, get_other),
                          call(8, 9, get(7))};
    CHECK_FALSE(linearizable(history));
}

TEST_CASE("a long history of overlapping calls is decided, and one too long is refused", "[linearizability]") {
    History history;
    for (std::uint64_t i = 0; i < 16; ++i) {
        for (std::uint64_t thread = 0; thread < 4; ++thread) {
            Op op{.kind = Kind::erase, .answer = 0};
            op.key = static_cast<int>(thread) % kKeys;
            history.push_back(call(10 * i + thread + 1, 10 * i + thread + 6, op));
        }
    }
    CHECK(linearizable(history));
    history.back().op.answer = 1;
    CHECK_FALSE(linearizable(history));
    history.push_back(history.back());
    CHECK_THROWS_AS(linearizable(history), std::length_error);
}
