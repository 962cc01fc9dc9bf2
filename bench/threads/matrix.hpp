/// Every entrant on every mix with every number of threads, round by round.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/measure.hpp"
#include "threads/entrants.hpp"
#include "threads/mixes.hpp"

namespace bench {

inline const std::vector<std::size_t>& thread_counts() {
    static const std::vector<std::size_t> counts{1, 2, 4, kMostThreads};
    return counts;
}

/// Wall nanoseconds an operation, all threads together: half as many are twice the throughput.
class Matrix {
public:
    /// The rounds are the outermost loop and the order of the entrants turns, so that what is compared was measured
    /// under the same conditions. Throws: WrongAnswer.
    Matrix(const Settings& settings, const std::vector<ThreadMix>& mixes, const std::vector<NamedEntrant>& entrants);

    std::size_t rounds() const { return rounds_; }
    const std::vector<double>& samples(std::size_t mix, std::size_t count, std::size_t entrant) const {
        return cells_[mix][count][entrant].samples;
    }
    double median(std::size_t mix, std::size_t count, std::size_t entrant) const {
        return range_of(samples(mix, count, entrant)).median;
    }

private:
    struct Cell {
        std::size_t operations = 0;  // a thread and lap
        std::vector<double> samples;
    };

    void measure(const Settings& settings, const std::vector<Streams>& streams,
                 const std::vector<NamedEntrant>& entrants);

    std::size_t rounds_;
    std::vector<std::vector<std::vector<Cell>>> cells_;
};

/// Two series of one run, compared round by round: the ratio is theirs / ours.
Result compare(const std::vector<double>& ours, const std::vector<double>& theirs);

}  // namespace bench
