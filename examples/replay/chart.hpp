// The hit ratio over virtual time as a bar chart of text.
#pragma once

#include <string>

#include "timeline.hpp"

namespace replay {

enum class ChartStyle { none, ascii, blocks };

/// Fits a terminal of 80 columns. A column without lookups stays empty; any other has at least its lowest mark.
std::string hit_ratio_chart(const Timeline& timeline, Micros span, ChartStyle style);

}  // namespace replay
