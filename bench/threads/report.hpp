/// The throughputs as tables and charts, and what they are held against.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "report/tables.hpp"
#include "threads/matrix.hpp"

namespace bench {

/// Ratios at two threads and the gain of the second one.
std::vector<Measured> judge(const std::vector<ThreadMix>& mixes, const std::vector<NamedEntrant>& entrants,
                            const Matrix& matrix);

void write_threads_preface(std::ostream& out, const Settings& settings, std::size_t rounds);

/// Million operations a second, a table for each mix.
void write_throughputs(std::ostream& out, const std::vector<ThreadMix>& mixes,
                       const std::vector<NamedEntrant>& entrants, const Matrix& matrix);

struct ThreadsChart {
    std::string name;
    std::string svg;
};
std::vector<ThreadsChart> draw_throughputs(const std::vector<ThreadMix>& mixes,
                                           const std::vector<NamedEntrant>& entrants, const Matrix& matrix);

}  // namespace bench
