/// Writes what was measured with several threads.
#include "threads/report.hpp"

#include <thread>

#include "report/svg.hpp"

namespace bench {
namespace {

constexpr std::size_t kOne = 0;  // in thread_counts()
constexpr std::size_t kTwo = 1;
constexpr std::size_t kReadMostly = 0;

double millions(double nanoseconds) { return 1'000 / nanoseconds; }

std::string threads_text(std::size_t threads) {
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
}

}  // namespace

std::vector<Measured> judge(const std::vector<ThreadMix>& mixes, const std::vector<NamedEntrant>& entrants,
                            const Matrix& matrix) {
    using Kind = Floor::Kind;
    std::vector<Measured> all;
    const auto against = [&](std::size_t mix, std::size_t ours, std::size_t theirs, Floor floor) {
        if (theirs >= entrants.size()) return;
        all.push_back({{mixes[mix].name + ", 2 threads", entrants[ours].name, entrants[theirs].name, floor, {}, {}},
                       compare(matrix.samples(mix, kTwo, ours), matrix.samples(mix, kTwo, theirs))});
    };
    const auto gain = [&](std::size_t entrant, Floor floor) {
        all.push_back(
            {{mixes[kReadMostly].name + ", 2 threads against 1",
              entrants[entrant].name + ", 2 threads",
              "itself, 1 thread",
              floor,
              {},
              {}},
             compare(matrix.samples(kReadMostly, kTwo, entrant), matrix.samples(kReadMostly, kOne, entrant))});
    };
    gain(kOurs, {Kind::times_at_least, 1.8});
    gain(kOursUnbounded, {Kind::times_at_least, 1.8});
    gain(kNothingShared, {});
    for (std::size_t mix = 0; mix < mixes.size(); ++mix) {
        const bool asked = mix == kReadMostly;
        against(mix, kOurs, kByHand, asked ? Floor{Kind::times_at_least, 8} : Floor{});
        against(mix, kOursSteady, kByHand, {});
        against(mix, kOurs, kTtlStoreLocked, {});
        against(mix, kOursUnbounded, kTbb, asked ? Floor{Kind::times_at_least, 1.5} : Floor{});
        against(mix, kOurs, kTbb, asked ? Floor{Kind::times_at_least, 1.5} : Floor{});
    }
    return all;
}

void write_threads_preface(std::ostream& out, const Settings& settings, std::size_t rounds) {
    out << "Wall time; every get is checked; " << rounds
        << " interleaved rounds, medians; ratios are medians of the rounds' ratios (theirs / ours). 64-bit keys and "
           "values, a live deadline each, stores full.\nThis machine has "
        << std::thread::hardware_concurrency()
        << " processors: with more threads than that nothing can get faster, and what is shown is whether it stays as "
           "fast.\n";
    write_machine(out);
    if (settings.quick) out << "**Quick run: a hundredth of the entries, figures mean nothing.**\n";
    out << '\n';
}

void write_throughputs(std::ostream& out, const std::vector<ThreadMix>& mixes,
                       const std::vector<NamedEntrant>& entrants, const Matrix& matrix) {
    for (std::size_t mix = 0; mix < mixes.size(); ++mix) {
        out << "\n## " << mixes[mix].name << ", million operations a second\n\n| store |";
        for (const std::size_t threads : thread_counts()) out << ' ' << threads_text(threads) << " |";
        out << "\n|---|";
        for (std::size_t i = 0; i < thread_counts().size(); ++i) out << "--:|";
        out << '\n';
        for (std::size_t entrant = 0; entrant < entrants.size(); ++entrant) {
            out << "| " << entrants[entrant].name << " |";
            for (std::size_t count = 0; count < thread_counts().size(); ++count)
                out << ' ' << figure(millions(matrix.median(mix, count, entrant))) << " |";
            out << '\n';
        }
    }
}

std::vector<ThreadsChart> draw_throughputs(const std::vector<ThreadMix>& mixes,
                                           const std::vector<NamedEntrant>& entrants, const Matrix& matrix) {
    std::vector<std::string> categories;
    for (const std::size_t threads : thread_counts()) categories.push_back(std::to_string(threads));
    std::vector<ThreadsChart> charts;
    for (std::size_t mix = 0; mix < mixes.size(); ++mix) {
        std::vector<BarSeries> series;
        for (std::size_t entrant = 0; entrant < entrants.size(); ++entrant) {
            BarSeries one{entrants[entrant].name, {}};
            for (std::size_t count = 0; count < thread_counts().size(); ++count)
                one.values.push_back(millions(matrix.median(mix, count, entrant)));
            series.push_back(one);
        }
        const std::string processors = std::to_string(std::thread::hardware_concurrency());
        charts.push_back(
            {mixes[mix].file + ".svg", bar_chart("Throughput, " + mixes[mix].name + ", higher is better",
                                                 "64-bit keys and values, live deadlines, full stores, " + processors +
                                                     " processors; medians of interleaved rounds",
                                                 categories, {"threads"}, {"million operations a second"}, series)});
    }
    return charts;
}

}  // namespace bench
