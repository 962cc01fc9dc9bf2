/// The sharded store against what programs with threads use today: 1, 2, 4 and 8 threads, three mixes of operations.
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "report/tables.hpp"
#include "support/command_line.hpp"
#include "threads/entrants.hpp"
#include "threads/matrix.hpp"
#include "threads/report.hpp"
#include "threads/single.hpp"

namespace {

using namespace bench;

constexpr const char* kUsage =
    "usage: threads [options]\n"
    "  --rounds N     rounds, instead of 7\n"
    "  --only PART    only `matrix` or `single` (several times: each of them)\n"
    "  --out DIR      write threads.md and the charts into DIR\n"
    "  --quick        small sizes, two rounds: checks every answer, measures nothing\n"
    "  --help         print this and stop\n"
    "The tables go to standard output, progress to standard error. Exit code 1: a wrong answer; 2: a wrong option.\n";

struct Options {
    Settings settings;
    std::vector<std::string> only;
    std::string out;
    bool help = false;

    bool wants(std::string_view part) const {
        for (const std::string& name : only) {
            if (name == part) return true;
        }
        return only.empty();
    }
};

Options parse(int count, char** arguments) {
    Options options;
    read_options(count, arguments, [&](std::string_view option, auto operand) {
        if (option == "--quick") {
            options.settings.quick = true;
        } else if (option == "--rounds") {
            options.settings.rounds = positive(operand());
        } else if (option == "--out") {
            options.out = operand();
        } else if (option == "--help") {
            options.help = true;
        } else if (option == "--only") {
            options.only.push_back(operand());
            if (options.only.back() != "matrix" && options.only.back() != "single")
                throw UsageError{"no part of this name: " + options.only.back()};
        } else {
            return false;
        }
        return true;
    });
    return options;
}

void run(const Options& options) {
    std::ostringstream tables;
    std::vector<Measured> rows;
    std::vector<ThreadsChart> charts;
    std::size_t rounds = 0;
    if (options.wants("matrix")) {
        const std::size_t entries = options.settings.size(kMillion);
        const std::vector<ThreadMix> mixes = thread_mixes(entries);
        const std::vector<NamedEntrant> entrants = make_entrants(entries);
        const Matrix matrix{options.settings, mixes, entrants};
        rounds = matrix.rounds();
        rows = judge(mixes, entrants, matrix);
        write_throughputs(tables, mixes, entrants, matrix);
        charts = draw_throughputs(mixes, entrants, matrix);
    }
    if (options.wants("single")) {
        for (Measured& measured : measure_single_threads(options.settings)) rows.push_back(std::move(measured));
    }
    const auto write = [&](std::ostream& out) {
        write_threads_preface(out, options.settings, rounds);
        write_markdown_head(out);
        for (const Measured& measured : rows) write_markdown_row(out, measured);
        write_summary(out, rows);
        out << tables.str();
    };
    write(std::cout);
    if (options.out.empty()) return;
    const std::filesystem::path directory{options.out};
    std::filesystem::create_directories(directory);
    write_file(directory / "threads.md", [&](std::ostream& out) { write(out); });
    for (const ThreadsChart& chart : charts) {
        write_file(directory / chart.name, [&](std::ostream& out) { out << chart.svg; });
    }
}

}  // namespace

int main(int count, char** arguments) {
    return guarded("threads", kUsage, [&] {
        const Options options = parse(count, arguments);
        if (options.help)
            std::cout << kUsage;
        else
            run(options);
        return 0;
    });
}
