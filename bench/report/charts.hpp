/// The charts that README shows, made of the measured rows.
#pragma once

#include <string>
#include <vector>

#include "report/tables.hpp"

namespace bench {

struct ChartFile {
    std::string name;
    std::string svg;
};

/// Only the charts for which something was measured.
std::vector<ChartFile> draw_charts(const std::vector<Measured>& all, const std::vector<Curve>& curves);

}  // namespace bench
