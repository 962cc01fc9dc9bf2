/// How the figures are written and drawn.
#include "expiry/report.hpp"

#include <algorithm>
#include <utility>

#include "report/svg.hpp"
#include "report/tables.hpp"

namespace bench {
namespace {

using Figure = double Figures::*;

constexpr Figure kFigures[] = {&Figures::set,       &Figures::overwrite,  &Figures::erase,
                               &Figures::sweep,     &Figures::call,       &Figures::worst,
                               &Figures::flow_call, &Figures::flow_worst, &Figures::bytes};

std::size_t position_of(std::vector<std::string>& list, const std::string& name) {
    const auto found = std::find(list.begin(), list.end(), name);
    if (found != list.end()) return static_cast<std::size_t>(found - list.begin());
    list.push_back(name);
    return list.size() - 1;
}

/// A bar of each index for each category that `category` names; rows whose category is empty are left out.
template <class CategoryOf>
std::string bars(const std::vector<Measurement>& all, Figure figure, const std::string& title, const char* x,
                 const Axis& y, CategoryOf category_of) {
    std::vector<std::string> categories;
    std::vector<std::string> names;
    std::vector<BarSeries> series;
    for (const Measurement& row : all) {
        const std::string category = category_of(row);
        if (category.empty() || row.figures.*figure == 0) continue;
        const std::size_t at = position_of(categories, category);
        const std::size_t s = position_of(names, row.index);
        if (series.size() <= s) series.push_back({row.index, {}});
        series[s].values.resize(std::max(series[s].values.size(), at + 1));
        series[s].values[at] = row.figures.*figure;
    }
    if (series.empty()) return {};
    for (BarSeries& one : series) one.values.resize(categories.size());
    return bar_chart(title, "64-bit keys and values, unbounded, reserved; medians of the rounds; lower is better",
                     categories, {x}, y, series);
}

std::string times(double worst, double median) { return median == 0 ? "" : " (" + figure(worst / median) + " x)"; }

}  // namespace

Figures medians_of(const std::vector<Figures>& rounds) {
    Figures medians;
    for (const Figure figure : kFigures) {
        std::vector<double> values;
        for (const Figures& round : rounds) values.push_back(round.*figure);
        medians.*figure = range_of(std::move(values)).median;
    }
    return medians;
}

void write_head(std::ostream& out, bool quick) {
    out << "# Expiry indexes\n\n"
           "64-bit keys and values in an unbounded store with room reserved; 1 M requests a virtual second.\n"
           "set: new keys. overwrite: every key in scattered order, with a new deadline. erase: a fourth of them.\n"
           "sweep: the rest, all due at once, by sweep(1000); an entry's share, and the median and the worst call.\n"
           "flow: the store filled again and swept as time flows, the calls that find more than 500 due.\n"
           "bytes: of the index, hooks included, an entry. The indexes take turns in each round; medians of the "
           "rounds;\n"
           "processor time, also of single calls; every answer checked.\n";
    write_machine(out);
    if (quick) out << "**Quick run: small sizes, figures mean nothing.**\n";
}

void write_mix_head(std::ostream& out, const Mix& mix) {
    out << "\n## " << mix.name << "\n\n"
        << mix.description
        << "\n\n"
           "| entries | index | set, ns | overwrite, ns | erase, ns | sweep, ns | call, us | worst call, us | flow "
           "call, "
           "us | worst, us | bytes |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n";
}

void write_row(std::ostream& out, const Measurement& row) {
    const Figures& f = row.figures;
    out << "| " << short_count(row.entries) << " | " << row.index << " | " << figure(f.set) << " | "
        << figure(f.overwrite) << " | " << figure(f.erase) << " | ";
    if (row.sweeps) {
        out << figure(f.sweep) << " | " << figure(f.call) << " | " << figure(f.worst) << times(f.worst, f.call) << " | "
            << figure(f.flow_call) << " | " << figure(f.flow_worst) << times(f.flow_worst, f.flow_call);
    } else {
        out << "| | | |";
    }
    out << " | " << figure(f.bytes) << " |\n" << std::flush;
}

std::vector<ChartOfIndexes> draw_charts(const std::vector<Measurement>& all) {
    std::size_t largest = 0;
    for (const Measurement& row : all) largest = std::max(largest, row.entries);
    const Axis time{"nanoseconds (logarithmic)", Scale::logarithmic};
    const auto by_size = [](const char* mix) {
        return [mix](const Measurement& row) { return row.mix == mix ? short_count(row.entries) : std::string{}; };
    };
    const auto by_mix = [largest](const Measurement& row) { return row.entries == largest ? row.mix : std::string{}; };
    std::vector<ChartOfIndexes> charts;
    const auto add = [&](const char* name, std::string svg) {
        if (!svg.empty()) charts.push_back({name, std::move(svg)});
    };
    add("expiry_set_scattered.svg",
        bars(all, &Figures::set, "set of new keys, scattered ttls", "entries", time, by_size("scattered ttls")));
    add("expiry_overwrite_scattered.svg",
        bars(all, &Figures::overwrite, "Overwrite, scattered ttls", "entries", time, by_size("scattered ttls")));
    add("expiry_sweep_scattered.svg", bars(all, &Figures::sweep, "sweep, an entry removed, scattered ttls", "entries",
                                           time, by_size("scattered ttls")));
    add("expiry_set_one.svg",
        bars(all, &Figures::set, "set of new keys, one ttl", "entries", time, by_size("one ttl")));
    const std::string size = short_count(largest) + " entries";
    add("expiry_overwrite_mixes.svg", bars(all, &Figures::overwrite, "Overwrite, " + size, "ttls", time, by_mix));
    add("expiry_worst_call.svg", bars(all, &Figures::worst, "The worst sweep(1000), all due, " + size, "ttls",
                                      {"microseconds (logarithmic)", Scale::logarithmic}, by_mix));
    add("expiry_bytes.svg",
        bars(all, &Figures::bytes, "Bytes of the index an entry, " + size, "ttls", {"bytes", Scale::linear}, by_mix));
    return charts;
}

}  // namespace bench
