/// The report: every row measured against its competitor in one run, as a table and as charts.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "report/charts.hpp"
#include "report/measure.hpp"
#include "report/tables.hpp"
#include "support/command_line.hpp"

namespace {

constexpr const char* kUsage =
    "usage: report [options]\n"
    "  --only TEXT    only rows in which TEXT occurs (may be given several times)\n"
    "  --rounds N     rounds a row, instead of 15 (7 where a round takes over a second, 3 for churn)\n"
    "  --out DIR      write ratios.md, ratios.csv and the charts into DIR\n"
    "  --quick        small sizes and short laps: checks every answer, measures nothing\n"
    "  --list         print the rows and stop\n"
    "  --help         print this and stop\n"
    "The table goes to standard output, progress to standard error. Exit code 1: a wrong answer; 2: a wrong option.\n";

struct Options {
    bench::Settings settings;
    std::vector<std::string> only;
    std::string out;
    bool list = false;
    bool help = false;
};

Options parse(int count, char** arguments) {
    Options options;
    bench::read_options(count, arguments, [&](std::string_view option, auto operand) {
        if (option == "--quick")
            options.settings.quick = true;
        else if (option == "--only")
            options.only.push_back(operand());
        else if (option == "--rounds")
            options.settings.rounds = bench::positive(operand());
        else if (option == "--out")
            options.out = operand();
        else if (option == "--list")
            options.list = true;
        else if (option == "--help")
            options.help = true;
        else
            return false;
        return true;
    });
    return options;
}

std::string title(const bench::Row& row) { return row.name + " | " + row.ours + " | " + row.theirs; }

std::vector<bench::Row> chosen_rows(const std::vector<std::string>& only) {
    std::vector<bench::Row> rows;
    bench::add_find_rows(rows);
    bench::add_find_many_rows(rows);
    bench::add_set_rows(rows);
    bench::add_literal_rows(rows);
    bench::add_sweep_rows(rows);
    bench::add_build_rows(rows);
    bench::add_churn_rows(rows);
    bench::add_memory_rows(rows);
    std::erase_if(rows, [&](const bench::Row& row) {
        return !only.empty() && std::none_of(only.begin(), only.end(), [&](const std::string& text) {
            return title(row).find(text) != std::string::npos;
        });
    });
    if (rows.empty()) throw bench::UsageError{"no row contains what --only asks for; --list shows them"};
    return rows;
}

void write_files(const Options& options, const std::vector<bench::Measured>& all,
                 const std::vector<bench::Curve>& curves) {
    const std::filesystem::path directory{options.out};
    std::filesystem::create_directories(directory);
    bench::write_file(directory / "ratios.md", [&](std::ostream& out) {
        bench::write_preface(out, options.settings);
        bench::write_markdown_head(out);
        for (const bench::Measured& measured : all) bench::write_markdown_row(out, measured);
        bench::write_summary(out, all);
    });
    bench::write_file(directory / "ratios.csv", [&](std::ostream& out) { bench::write_csv(out, all); });
    for (const bench::ChartFile& chart : bench::draw_charts(all, curves)) {
        bench::write_file(directory / chart.name, [&](std::ostream& out) { out << chart.svg; });
    }
}

void run(const Options& options) {
    const std::vector<bench::Row> rows = chosen_rows(options.only);
    if (options.list) {
        for (const bench::Row& row : rows) std::cout << title(row) << '\n';
        return;
    }
    bench::check_contestants();
    bench::write_preface(std::cout, options.settings);
    bench::write_markdown_head(std::cout);
    std::vector<bench::Measured> all;
    std::vector<bench::Curve> curves;
    for (const bench::Row& row : rows) {
        std::cerr << '[' << all.size() + 1 << '/' << rows.size() << "] " << title(row) << '\n';
        try {
            all.push_back({row, row.measure(options.settings, curves)});
        } catch (const bench::WrongAnswer& error) {
            throw bench::WrongAnswer{title(row) + ": " + error.what()};
        }
        bench::write_markdown_row(std::cout, all.back());
    }
    bench::write_summary(std::cout, all);
    if (!options.out.empty()) write_files(options, all, curves);
}

}  // namespace

int main(int count, char** arguments) {
    return bench::guarded("report", kUsage, [&] {
        const Options options = parse(count, arguments);
        if (options.help)
            std::cout << kUsage;
        else
            run(options);
        return 0;
    });
}
