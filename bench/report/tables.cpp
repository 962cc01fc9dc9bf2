/// Writes figures for people (Markdown) and for programs (CSV).
#include "report/tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace bench {
namespace {

constexpr double kNextToNothing = 0.1;

std::string printed(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string floor_text(const Floor& floor) {
    switch (floor.kind) {
        case Floor::Kind::times_at_least:
            return "at least " + printed("%g", floor.value) + " x";
        case Floor::Kind::ours_at_most:
            return "ours at most " + printed("%g", floor.value);
        case Floor::Kind::more_at_most:
            return "at most " + printed("%g", floor.value) + " more";
        case Floor::Kind::growth_at_most:
            return "at most " + printed("%g", floor.value) + " x";
        case Floor::Kind::none:
            break;
    }
    return "";
}

std::string verdict_text(Verdict verdict) {
    switch (verdict) {
        case Verdict::ok:
            return "ok";
        case Verdict::below:
            return "**below**";
        case Verdict::no_floor:
            break;
    }
    return "";
}

/// Bytes vary with the capacity, not with luck: there the worst counts and is shown.
std::string value_text(const Result& result, const Range& value) {
    return figure(value.median) + (result.unit == "bytes" ? " (max " + figure(value.high) + ")" : "");
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

std::string processor() {
    std::ifstream info{"/proc/cpuinfo"};
    for (std::string line; std::getline(info, line);) {
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    }
    return "unknown processor";
}

}  // namespace

std::string figure(double value) {
    const double size = std::abs(value);
    return printed(size < 10 ? "%.2f" : size < 100 ? "%.1f" : "%.0f", value);
}

double margin_of(const Measured& measured) {
    switch (measured.row.floor.kind) {
        case Floor::Kind::times_at_least:
            return measured.result.ratio.median / measured.row.floor.value;
        case Floor::Kind::ours_at_most:
            return measured.row.floor.value / measured.result.ours.high;
        case Floor::Kind::more_at_most: {
            const double more = measured.result.ours.median - measured.result.theirs.median;
            return measured.row.floor.value / std::max(more, kNextToNothing);
        }
        case Floor::Kind::growth_at_most:
            return measured.row.floor.value / measured.result.ratio.median;
        case Floor::Kind::none:
            break;
    }
    return 1;
}

Verdict verdict_of(const Measured& measured) {
    if (measured.row.floor.kind == Floor::Kind::none) return Verdict::no_floor;
    return margin_of(measured) >= 1 ? Verdict::ok : Verdict::below;
}

void write_markdown_head(std::ostream& out) {
    out << "| what | ours | against | ours, ns | theirs, ns | ratio | min..max | floor | |\n"
           "|---|---|---|--:|--:|--:|--:|--:|---|\n";
}

void write_markdown_row(std::ostream& out, const Measured& measured) {
    const Result& result = measured.result;
    out << "| " << measured.row.name << " | " << measured.row.ours << " | " << measured.row.theirs << " | "
        << value_text(result, result.ours) << " | " << value_text(result, result.theirs) << " | **"
        << printed("%.2f", result.ratio.median) << "** | " << printed("%.2f", result.ratio.low) << ".."
        << printed("%.2f", result.ratio.high) << " | " << floor_text(measured.row.floor) << " | "
        << verdict_text(verdict_of(measured)) << " |\n"
        << std::flush;
}

void write_summary(std::ostream& out, const std::vector<Measured>& all) {
    std::size_t with_floor = 0;
    std::size_t reached = 0;
    const Measured* worst = nullptr;
    const Measured* slowest = nullptr;
    for (const Measured& measured : all) {
        const bool is_growth = measured.row.floor.kind == Floor::Kind::growth_at_most;
        if (!is_growth && (slowest == nullptr || measured.result.ratio.median < slowest->result.ratio.median))
            slowest = &measured;
        if (verdict_of(measured) == Verdict::no_floor) continue;
        ++with_floor;
        if (verdict_of(measured) == Verdict::ok) ++reached;
        if (worst == nullptr || margin_of(measured) < margin_of(*worst)) worst = &measured;
    }
    out << '\n' << reached << " of " << with_floor << " rows with a floor reach it.";
    if (worst != nullptr) {
        out << " Lowest against its floor: " << worst->row.name << " (" << worst->row.ours << " against "
            << worst->row.theirs << "), " << printed("%.2f", margin_of(*worst)) << " of it.";
    }
    if (slowest != nullptr) {
        out << " Lowest ratio of all: " << slowest->row.name << " (" << slowest->row.ours << " against "
            << slowest->row.theirs << "), " << printed("%.2f", slowest->result.ratio.median) << " x.";
    }
    out << '\n';
}

void write_csv(std::ostream& out, const std::vector<Measured>& all) {
    out << "what,ours,against,unit,ours_median,ours_min,ours_max,theirs_median,theirs_min,theirs_max,"
           "ratio_median,ratio_min,ratio_max,rounds,floor,verdict\n";
    for (const Measured& measured : all) {
        const Result& result = measured.result;
        out << quoted(measured.row.name) << ',' << quoted(measured.row.ours) << ',' << quoted(measured.row.theirs)
            << ',' << result.unit;
        for (const Range& range : {result.ours, result.theirs, result.ratio}) {
            for (const double value : {range.median, range.low, range.high}) out << ',' << printed("%.6g", value);
        }
        const Verdict verdict = verdict_of(measured);
        out << ',' << result.rounds << ',' << quoted(floor_text(measured.row.floor)) << ','
            << (verdict == Verdict::no_floor ? ""
                : verdict == Verdict::ok     ? "ok"
                                             : "below")
            << '\n';
    }
}

void write_preface(std::ostream& out, const Settings& settings) {
    out << "Ratio: theirs / ours, so above 1 ours is faster or smaller; for churn the last tenth / the first tenth. "
           "Both run\n"
           "in turn within each round on the same keys; medians of the rounds and of the rounds' ratios; processor "
           "time\n"
           "(wall time for the worst single call); every answer checked.\n";
    write_machine(out);
    if (settings.quick) out << "**Quick run: sizes are a hundredth of what the rows say, figures mean nothing.**\n";
    out << '\n';
}

void write_machine(std::ostream& out) {
    out << processor();
#if defined(__clang__)
    out << ", clang " << __clang_major__ << '.' << __clang_minor__;
#elif defined(__GNUC__)
    out << ", g++ " << __GNUC__ << '.' << __GNUC_MINOR__;
#endif
#ifndef NDEBUG
    out << ", **with assertions: figures mean nothing**";
#endif
#ifndef __OPTIMIZE__
    out << ", **not optimised: figures mean nothing**";
#endif
    out << ".\n";
}

}  // namespace bench
