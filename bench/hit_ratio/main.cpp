/// hit_ratio: every eviction policy on public traces, against the figures of other programs.
#include <filesystem>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hit_ratio/count.hpp"
#include "hit_ratio/data.hpp"
#include "hit_ratio/policies.hpp"
#include "hit_ratio/results.hpp"
#include "support/command_line.hpp"

#ifndef TTLSTORE_DATA_FOLDER
#define TTLSTORE_DATA_FOLDER "../shared/data"
#endif

namespace {

constexpr const char* kUsage =
    "usage: hit_ratio [options]\n"
    "  --data DIR   the folder with hit_ratios.csv and traces/, instead of ../shared/data beside the sources\n"
    "  --out DIR    write hit_ratio.md and the charts into DIR\n"
    "  --seeds N    hash seeds for policies that remember keys by hash, instead of 5\n"
    "  --check      exit code 1 if something that is asked of a policy is missed\n"
    "  --help       print this and stop\n"
    "The report goes to standard output, progress to standard error. Without the data there is nothing to do: exit "
    "code "
    "0.\nUnpacks with the gzip program. Exit code 2: a wrong option.\n";

struct Options {
    std::string data = TTLSTORE_DATA_FOLDER;
    std::string out;
    std::size_t seeds = 5;
    bool check = false;
    bool help = false;
};

Options parse(int count, char** arguments) {
    Options options;
    bench::read_options(count, arguments, [&](std::string_view option, auto operand) {
        if (option == "--data")
            options.data = operand();
        else if (option == "--out")
            options.out = operand();
        else if (option == "--seeds")
            options.seeds = bench::positive(operand());
        else if (option == "--check")
            options.check = true;
        else if (option == "--help")
            options.help = true;
        else
            return false;
        return true;
    });
    return options;
}

std::vector<hit_ratio::Found> run_all(const std::vector<hit_ratio::Cell>& cells, const Options& options) {
    using namespace hit_ratio;
    std::map<std::string, Trace> traces;
    for (const Cell& cell : cells) {
        if (!traces.contains(cell.trace)) traces.emplace(cell.trace, read_trace(options.data, cell.trace));
    }
    std::vector<Found> all;
    const auto run = [&]<class Policy>(const Contestant<Policy>& contestant) {
        std::cerr << contestant.name << '\n';
        Found found{contestant.name, contestant.asked, {}};
        for (const Lives lives : kAllLives) {
            for (const Cell& cell : cells) {
                found.misses[lives].push_back(
                    misses_of<Policy>(traces.at(cell.trace), cell.capacity, lives, options.seeds));
            }
        }
        all.push_back(std::move(found));
    };
    std::apply([&](const auto&... contestant) { (run(contestant), ...); }, kContestants);
    return all;
}

int run(const Options& options) {
    if (!std::filesystem::exists(options.data + "/hit_ratios.csv")) {
        std::cout << "skipped: no hit_ratios.csv in " << options.data << " (--data names another folder)\n";
        return 0;
    }
    const std::vector<hit_ratio::Cell> cells = hit_ratio::read_cells(options.data);
    const std::vector<hit_ratio::Found> all = run_all(cells, options);
    const std::vector<hit_ratio::Floor> floors = hit_ratio::judge(cells, all);
    const auto write = [&](std::ostream& out) { write_report(out, cells, all, floors, options.seeds); };
    write(std::cout);
    if (!options.out.empty()) {
        const std::filesystem::path directory{options.out};
        std::filesystem::create_directories(directory);
        bench::write_file(directory / "hit_ratio.md", write);
        for (const hit_ratio::Picture& picture : hit_ratio::draw(cells, all)) {
            bench::write_file(directory / picture.name, [&](std::ostream& out) { out << picture.svg; });
        }
    }
    int missed = 0;
    for (const hit_ratio::Floor& floor : floors) missed += !floor.reached;
    return options.check && missed > 0 ? 1 : 0;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::guarded("hit_ratio", kUsage, [&] {
        const Options options = parse(count, arguments);
        if (!options.help) return run(options);
        std::cout << kUsage;
        return 0;
    });
}
