// Decides whether what several threads saw of an object could have happened one call after the other.
//
// A history says of each call what it answered, and when it began and ended on one common counter. It is linearizable if
// the calls can be put in one order that keeps every "ended before the other began" and in which a model without any
// thread, asked in that order, gives each answer that was recorded.
//
// Search: among the calls not yet placed only those can be next that began before the first of them ended; each is
// tried, and if the model gives its answer, the rest is searched in the same way. Whether the rest can be placed
// depends on nothing but the set of calls placed and the model's state, so each such pair is tried once. Calls that
// overlap are few (at most one a thread), so the pairs are few as well, though the orders are many. Worst case:
// exponential in the number of threads, which is why histories are short and threads few.
//
// One history holds the calls on every key, and is not taken apart by keys as is often done: locality (1, theorem 1)
// holds for objects that share nothing, but all keys share the clock, whose `advance` is a call like any other.
//
// 1. M. Herlihy, J. Wing, Linearizability: a correctness condition for concurrent objects, TOPLAS 12(3), 1990.
// 2. J. Wing, C. Gong, Testing and verifying concurrent objects, J. Parallel Distrib. Comput. 17, 1993: the search.
// 3. G. Lowe, Testing for linearizability, Concurrency and Computation 29(4), 2017: what has been tried is remembered.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace support {

/// A call that has returned.
template <class Op>
struct Call {
    Op op;  ///< what was asked, and what was answered
    std::uint64_t began;
    std::uint64_t ended;
};

/// The model: `step(op)` does what the op asks and tells whether the answer that the op carries is the one due.
template <class M, class Op>
concept SequentialModel = std::copyable<M> && std::totally_ordered<M> && requires(M& model, const Op& op) {
    { model.step(op) } -> std::same_as<bool>;
};

template <class Op, SequentialModel<Op> Model>
class LinearizationSearch {
public:
    static constexpr std::size_t kMostCalls = 64;  // they are counted in the bits of a word

    LinearizationSearch(const std::vector<Call<Op>>& history, const Model& start) : history_{history}, start_{start} {
        if (history.size() > kMostCalls) throw std::length_error{"LinearizationSearch: the history is too long"};
    }

    /// The calls by number in an order that explains all answers, or nothing if there is none.
    std::optional<std::vector<std::size_t>> run() {
        if (!place_rest(0, start_)) return std::nullopt;
        return order_;
    }
    /// How far the best attempt came.
    const std::vector<std::size_t>& longest() const { return longest_; }

private:
    using Placed = std::uint64_t;

    bool place_rest(Placed placed, const Model& model) {
        if (order_.size() > longest_.size()) longest_ = order_;
        if (order_.size() == history_.size()) return true;
        if (!tried_.emplace(placed, model).second) return false;
        const std::uint64_t first_end = first_end_of_rest(placed);
        for (std::size_t i = 0; i < history_.size(); ++i) {
            if (is_in(placed, i) || history_[i].began > first_end) continue;
            Model next = model;
            if (!next.step(history_[i].op)) continue;
            order_.push_back(i);
            if (place_rest(placed | bit(i), next)) return true;
            order_.pop_back();
        }
        return false;
    }
    std::uint64_t first_end_of_rest(Placed placed) const {
        std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
        for (std::size_t i = 0; i < history_.size(); ++i) {
            if (!is_in(placed, i)) first = std::min(first, history_[i].ended);
        }
        return first;
    }
    static constexpr Placed bit(std::size_t i) { return Placed{1} << i; }
    static constexpr bool is_in(Placed placed, std::size_t i) { return (placed & bit(i)) != 0; }

    const std::vector<Call<Op>>& history_;
    Model start_;
    std::set<std::pair<Placed, Model>> tried_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> longest_;
};

template <class Op, SequentialModel<Op> Model>
bool is_linearizable(const std::vector<Call<Op>>& history, const Model& start) {
    return LinearizationSearch<Op, Model>{history, start}.run().has_value();
}

}  // namespace support
