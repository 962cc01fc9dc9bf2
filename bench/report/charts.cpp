/// Which rows go into which chart, and under which title.
#include "report/charts.hpp"

#include <algorithm>

#include "report/svg.hpp"

namespace bench {
namespace {

constexpr const char* kHow =
    "hits, 64-bit keys and values, a live deadline each, uniform order; medians of interleaved rounds; lower is better";

/// A competitor takes part in several rows: its bar is the median of its medians.
std::vector<BarSeries> bars_of(const std::string& chart, const std::vector<Measured>& all,
                               std::vector<std::string>& categories) {
    std::vector<std::string> names;
    std::vector<std::vector<std::vector<double>>> values;
    const auto index_in = [](std::vector<std::string>& list, const std::string& name) {
        const auto found = std::find(list.begin(), list.end(), name);
        if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
        list.push_back(name);
        return list.size() - 1;
    };
    const auto add = [&](const std::string& name, const std::string& category, double value) {
        const std::size_t series = index_in(names, name);
        const std::size_t at = index_in(categories, category);
        if (values.size() <= series) values.resize(series + 1);
        if (values[series].size() <= at) values[series].resize(at + 1);
        values[series][at].push_back(value);
    };
    for (const Measured& measured : all) {
        for (const Bar& bar : measured.row.bars) {
            if (bar.chart != chart) continue;
            add(bar.theirs, bar.category, measured.result.theirs.median);
            add(bar.ours, bar.category, measured.result.ours.median);
        }
    }
    std::vector<BarSeries> series;
    for (std::size_t s = 0; s < names.size(); ++s) {
        values[s].resize(categories.size());
        BarSeries one{names[s], {}};
        for (const auto& samples : values[s]) one.values.push_back(samples.empty() ? 0 : range_of(samples).median);
        series.push_back(one);
    }
    return series;
}

std::vector<LineSeries> lines_of(const std::string& chart, const std::vector<Curve>& curves) {
    std::vector<LineSeries> lines;
    for (const Curve& curve : curves) {
        if (curve.chart == chart) lines.push_back({curve.name, curve.x, curve.y, curve.calculated});
    }
    return lines;
}

void add_bars(std::vector<ChartFile>& files, const std::vector<Measured>& all, const std::string& chart,
              const char* title, const char* subtitle, const char* x, const Axis& y) {
    std::vector<std::string> categories;
    const std::vector<BarSeries> series = bars_of(chart, all, categories);
    if (series.empty()) return;
    files.push_back({chart + ".svg", bar_chart(title, subtitle, categories, {x}, y, series)});
}

void add_lines(std::vector<ChartFile>& files, const std::vector<Curve>& curves, const std::string& chart,
               const char* title, const char* subtitle, const Axis& x, const Axis& y, const std::vector<Mark>& marks) {
    const std::vector<LineSeries> lines = lines_of(chart, curves);
    if (lines.empty()) return;
    files.push_back({chart + ".svg", line_chart(title, subtitle, x, y, lines, marks)});
}

}  // namespace

std::vector<ChartFile> draw_charts(const std::vector<Measured>& all, const std::vector<Curve>& curves) {
    const Axis linear{"nanoseconds a call", Scale::linear};
    const Axis logarithmic{"nanoseconds a call (logarithmic)", Scale::logarithmic};
    std::vector<ChartFile> files;
    add_bars(files, all, "find", "find: a store with deadlines against a bare map", kHow, "entries", linear);
    add_bars(files, all, "find_tickers", "find: what the clock costs", kHow, "entries", logarithmic);
    add_bars(files, all, "find_lru", "find with strict LRU: against the cache people write by hand", kHow, "entries",
             logarithmic);
    add_bars(files, all, "literal", "1 M entries: against the composition of standard containers",
             "64-bit keys and values, same clock, same deadlines; medians of interleaved rounds; "
             "lower is better",
             "operation", logarithmic);
    add_lines(files, curves, "memory", "Bytes an entry at every capacity",
              "64-bit key and value, deadline; requested bytes, counted by the allocator; lower is better",
              {"entries (logarithmic)", Scale::logarithmic}, {"bytes an entry", Scale::linear},
              {{60, "asked of TtlStore with a capacity: 60 at most"}});
    add_lines(
        files, curves, "memory_nodes", "Bytes an entry when no two deadlines agree",
        "64-bit key and value, deadline, LRU, nodes of the deadline map included; requested bytes; lower is better",
        {"entries (logarithmic)", Scale::logarithmic}, {"bytes an entry", Scale::linear}, {});
    add_lines(files, curves, "churn", "Churn in a full store of 100 k entries: each tenth of 100 M operations",
              "each operation's key is new; medians of the runs; a flat line is what counts",
              {"operations done", Scale::linear}, {"nanoseconds an operation", Scale::linear}, {});
    return files;
}

}  // namespace bench
