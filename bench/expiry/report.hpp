/// The figures of the expiry indexes as tables and charts.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

#include "expiry/passes.hpp"

namespace bench {

struct Measurement {
    std::string mix;
    std::size_t entries = 0;
    std::string index;
    bool sweeps = true;
    Figures figures;
};

/// The medians of each figure; of the worst calls, too: the typical worst one, not the machine's.
Figures medians_of(const std::vector<Figures>& rounds);

void write_head(std::ostream& out, bool quick);
void write_mix_head(std::ostream& out, const Mix& mix);
void write_row(std::ostream& out, const Measurement& row);

struct ChartOfIndexes {
    std::string name;
    std::string svg;
};
std::vector<ChartOfIndexes> draw_charts(const std::vector<Measurement>& all);

}  // namespace bench
