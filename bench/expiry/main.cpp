/// The expiry indexes side by side: every operation, at sizes from 10 k to 10 M, under five mixes of ttls.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "expiry/indexes.hpp"
#include "expiry/mixes.hpp"
#include "expiry/passes.hpp"
#include "expiry/report.hpp"
#include "support/command_line.hpp"

namespace {

using namespace bench;

constexpr const char* kUsage =
    "usage: expiry [options]\n"
    "  --only TEXT    only what has TEXT in \"mix | entries | index\" (several times: what has all of them)\n"
    "  --skip TEXT    not what has TEXT in it (several times: any of them); 10 M takes most of the time\n"
    "  --out DIR      write expiry.md and the charts into DIR\n"
    "  --quick        small sizes, one round: checks every answer, measures nothing\n"
    "  --list         print what would be measured and stop\n"
    "  --help         print this and stop\n"
    "The tables go to standard output, progress to standard error. Exit code 1: a wrong answer; 2: a wrong option.\n";

struct Options {
    bool quick = false;
    bool list = false;
    bool help = false;
    std::vector<std::string> only;
    std::vector<std::string> skip;
    std::string out;
};

Options parse(int count, char** arguments) {
    Options options;
    read_options(count, arguments, [&](std::string_view option, auto operand) {
        if (option == "--quick")
            options.quick = true;
        else if (option == "--only")
            options.only.push_back(operand());
        else if (option == "--skip")
            options.skip.push_back(operand());
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

struct Size {
    std::size_t entries;
    std::size_t rounds;  // after one that is not counted
};

std::vector<Size> sizes(bool quick) {
    if (quick) return {{2'000, 1}, {10'000, 1}};
    return {{10'000, 31}, {100'000, 7}, {1'000'000, 3}, {10'000'000, 1}};
}

class Report {
public:
    explicit Report(const Options& options) : options_{options} {}

    void run() {
        if (!options_.list) write_head(text_, options_.quick);
        for (const Mix& mix : mixes_) {
            bool begun = false;
            for (const Size& size : sizes(options_.quick)) {
                std::vector<Measurement> rows = chosen(mix, size);
                if (rows.empty()) continue;
                if (options_.list) {
                    for (const Measurement& row : rows) std::cout << title(row) << '\n';
                    continue;
                }
                if (!begun) write_mix_head(text_, mix);
                begun = true;
                measure(mix, size, rows);
            }
        }
        if (!options_.list && all_.empty()) throw UsageError{"nothing has what --only asks for; --list shows all"};
        show();
        if (!options_.out.empty() && !options_.list) write_files();
    }

private:
    static std::string title(const Measurement& row) {
        return row.mix + " | " + short_count(row.entries) + " | " + row.index;
    }
    bool wanted(const Measurement& row) const {
        const auto has = [&](const std::string& text) { return title(row).find(text) != std::string::npos; };
        return std::all_of(options_.only.begin(), options_.only.end(), has) &&
               std::none_of(options_.skip.begin(), options_.skip.end(), has);
    }

    template <class F>
    static void for_each_index(const Mix& mix, F f) {
        const auto one = [&](const auto& choice) {
            if (choice.lacks != Lacks::other_ttls || mix.one_ttl) f(choice);
        };
        std::apply([&](const auto&... choice) { (one(choice), ...); }, kIndexes);
    }

    std::vector<Measurement> chosen(const Mix& mix, const Size& size) const {
        std::vector<Measurement> rows;
        for_each_index(mix, [&](const auto& choice) {
            Measurement row{mix.name, size.entries, std::string{choice.name}, choice.lacks != Lacks::order, {}};
            if (wanted(row)) rows.push_back(std::move(row));
        });
        return rows;
    }

    void measure(const Mix& mix, const Size& size, std::vector<Measurement>& rows) {
        const Traffic traffic{size.entries};
        std::vector<std::unique_ptr<Subject>> subjects;
        for_each_index(mix, [&](const auto& choice) {
            using Index = typename std::remove_cvref_t<decltype(choice)>::Index;
            for (const Measurement& row : rows) {
                if (row.index != choice.name) continue;
                subjects.push_back(std::make_unique<StoreSubject<Index>>(mix, traffic, row.sweeps));
            }
        });
        std::vector<std::vector<Figures>> rounds(rows.size());
        for (std::size_t round = 0; round <= size.rounds; ++round) {
            for (std::size_t i = 0; i < rows.size(); ++i) {
                std::cerr << title(rows[i]) << ", round " << round << '\n';
                try {
                    const Figures figures = subjects[i]->round();
                    if (round != 0) rounds[i].push_back(figures);
                } catch (const WrongAnswer& error) {
                    throw WrongAnswer{title(rows[i]) + ": " + error.what()};
                }
            }
        }
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].figures = medians_of(rounds[i]);
            write_row(text_, rows[i]);
            all_.push_back(rows[i]);
        }
        show();
    }

    void show() {
        std::cout << text_.str().substr(shown_) << std::flush;
        shown_ = text_.str().size();
    }

    void write_files() const {
        const std::filesystem::path directory{options_.out};
        std::filesystem::create_directories(directory);
        const auto write = [&](const std::string& name, const std::string& text) {
            write_file(directory / name, [&](std::ostream& out) { out << text; });
        };
        write("expiry.md", text_.str());
        for (const ChartOfIndexes& chart : draw_charts(all_)) write(chart.name, chart.svg);
    }

    Options options_;
    std::vector<Mix> mixes_ = all_mixes();
    std::ostringstream text_;
    std::size_t shown_ = 0;
    std::vector<Measurement> all_;
};

}  // namespace

int main(int count, char** arguments) {
    return bench::guarded("expiry", kUsage, [&] {
        const Options options = parse(count, arguments);
        if (options.help)
            std::cout << kUsage;
        else
            Report{options}.run();
        return 0;
    });
}
