/// Two kinds of chart, drawn as SVG without help: grouped bars and lines.
#pragma once

#include <string>
#include <vector>

namespace bench {

enum class Scale { linear, logarithmic };

struct Axis {
    std::string title;  ///< with its unit
    Scale scale = Scale::linear;
};

struct BarSeries {
    std::string name;
    std::vector<double> values;  ///< one a category; 0 where there is none
};

/// Bars from the floor of the chart up, each with its value above it; the first series is grey: what the others are
/// compared with. A category may be two lines. `subtitle` says how it was measured.
std::string bar_chart(const std::string& title, const std::string& subtitle, const std::vector<std::string>& categories,
                      const Axis& x, const Axis& y, const std::vector<BarSeries>& series);

struct LineSeries {
    std::string name;
    std::vector<double> x;
    std::vector<double> y;
    bool dashed = false;
};

/// A line at `height` across the chart, named in the legend: what is asked for.
struct Mark {
    double height = 0;
    std::string name;
};

/// The y axis starts at 0.
std::string line_chart(const std::string& title, const std::string& subtitle, const Axis& x, const Axis& y,
                       const std::vector<LineSeries>& series, const std::vector<Mark>& marks);

}  // namespace bench
