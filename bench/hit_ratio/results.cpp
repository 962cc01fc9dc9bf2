/// The floors, the tables and the charts of the hit ratio report.
#include "hit_ratio/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "report/svg.hpp"

namespace hit_ratio {
namespace {

constexpr double kNearToBest = 0.002;
constexpr const char* kTinyLfus[] = {"caffeine-2.6", "wtinylfu"};
/// Without one of these the best of ours is not asked for.
constexpr const char* kOurs[] = {"fifo", "lru", "sieve", "s3fifo", "lfu", "tinylfu"};

std::string printed(double value, const char* format = "%.4f") {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}
std::string cell_name(const Cell& cell) { return cell.trace + ' ' + std::to_string(cell.capacity); }

const std::vector<Misses>& endless(const Found& found) { return found.misses.at(Lives::endless); }

double best_of_ours(const std::vector<Found>& all, std::size_t cell) {
    double best = 1;
    for (const Found& found : all) best = std::min(best, endless(found)[cell].mean);
    return best;
}
double distance_to_best(const std::vector<Cell>& cells, const std::vector<Found>& all, std::size_t cell) {
    return std::max(0.0, best_of_ours(all, cell) - best_listed(cells[cell]));
}

template <class Each>
double mean_over(const std::vector<Cell>& cells, Each each) {
    double sum = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) sum += each(i);
    return sum / static_cast<double>(cells.size());
}

// ---- floors

/// The largest difference to a listed figure, and where.
struct Worst {
    double difference = -1;
    std::string cell = "no cell";
    void add(double other, const Cell& where) {
        if (other <= difference) return;
        difference = other;
        cell = cell_name(where);
    }
    std::string text() const { return printed(difference, "%+.4f") + " (" + cell + ')'; }
};

Floor judge_against_namesake(const std::vector<Cell>& cells, const Found& found) {
    Worst worst;
    int different = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto listed = cells[i].listed.find(found.policy);
        if (listed == cells[i].listed.end()) continue;
        worst.add(endless(found)[i].mean - listed->second, cells[i]);
        different += printed(endless(found)[i].mean) != printed(listed->second);
    }
    if (found.asked == Asked::equality) {
        return {found.policy + " equals the list's", std::to_string(different) + " cells differ", different == 0};
    }
    return {found.policy + " at most " + printed(kNear, "%g") + " above the list's, in every cell", worst.text(),
            worst.difference <= kNear};
}

void judge_against_tiny_lfus(const std::vector<Cell>& cells, const Found& found, std::vector<Floor>& floors) {
    for (const char* other : kTinyLfus) {
        double ours = 0;
        double theirs = 0;
        double count = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto listed = cells[i].listed.find(other);
            if (listed == cells[i].listed.end()) continue;
            ours += endless(found)[i].mean;
            theirs += listed->second;
            ++count;
        }
        floors.push_back({found.policy + ", mean over its cells at most that of " + other,
                          printed(ours / count) + " to " + printed(theirs / count), count > 0 && ours <= theirs});
    }
    Worst worst;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        double better = 1;
        for (const char* other : kTinyLfus) {
            const auto listed = cells[i].listed.find(other);
            if (listed != cells[i].listed.end()) better = std::min(better, listed->second);
        }
        worst.add(endless(found)[i].highest - better, cells[i]);
    }
    floors.push_back(
        {found.policy + ", no cell and seed more than " + printed(kFar, "%g") + " above the better of them",
         worst.text(), worst.difference <= kFar});
}

bool has_all_of_ours(const std::vector<Found>& all) {
    return std::all_of(std::begin(kOurs), std::end(kOurs), [&](const std::string name) {
        return std::any_of(all.begin(), all.end(), [&](const Found& found) { return found.policy == name; });
    });
}

// ---- tables

const char* title_of(Lives lives) {
    switch (lives) {
        case Lives::endless:
            return "without ttl";
        case Lives::an_hour:
            return "one ttl, an hour if the trace is a day";
        default:
            return "scattered ttls, six minutes to ten hours if the trace is a day";
    }
}

void write_head(std::ostream& out, const std::vector<Found>& all, const std::vector<std::string>& more) {
    out << "| trace | entries |";
    for (const Found& found : all) out << ' ' << found.policy << " |";
    for (const std::string& name : more) out << ' ' << name << " |";
    out << "\n|---|--:|";
    for (std::size_t i = 0; i < all.size() + more.size(); ++i) out << "--:|";
    out << '\n';
}

void write_table(std::ostream& out, const std::vector<Cell>& cells, const std::vector<Found>& all, Lives lives) {
    const bool listed = lives == Lives::endless;
    out << "\n## Misses per request, " << title_of(lives) << "\n\n";
    write_head(out, all,
               listed ? std::vector<std::string>{"best listed", "ours to it", "optimum"} : std::vector<std::string>{});
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << "| " << cells[i].trace << " | " << cells[i].capacity << " |";
        double best = 1;
        for (const Found& found : all) best = std::min(best, found.misses.at(lives)[i].mean);
        for (const Found& found : all) {
            const double misses = found.misses.at(lives)[i].mean;
            out << (misses == best ? " **" + printed(misses) + "** |" : ' ' + printed(misses) + " |");
        }
        if (listed) {
            out << ' ' << printed(best_listed(cells[i])) << " | "
                << printed(best_of_ours(all, i) - best_listed(cells[i]), "%+.4f") << " | "
                << printed(cells[i].listed.at(kOptimum)) << " |";
        }
        out << '\n';
    }
    out << "| mean | |";
    for (const Found& found : all) {
        out << ' ' << printed(mean_over(cells, [&](std::size_t i) { return found.misses.at(lives)[i].mean; })) << " |";
    }
    if (listed) {
        out << ' ' << printed(mean_over(cells, [&](std::size_t i) { return best_listed(cells[i]); })) << " | "
            << printed(mean_over(cells, [&](std::size_t i) { return distance_to_best(cells, all, i); }), "%+.4f")
            << " | " << printed(mean_over(cells, [&](std::size_t i) { return cells[i].listed.at(kOptimum); })) << " |";
    }
    out << '\n';
}

/// Ours less the listed policy of the name; W-TinyLFU is listed twice.
void write_differences(std::ostream& out, const std::vector<Cell>& cells, const std::vector<Found>& all) {
    out << "\n## Difference to the listed figures, without ttl\n\n"
           "Below 0: fewer misses than the listed program. Seeds: the lowest to the highest of a policy that remembers "
           "keys by hash.\n\n";
    out << "| trace | entries |";
    std::vector<std::pair<const Found*, std::string>> columns;
    for (const Found& found : all) {
        if (found.asked == Asked::equality || found.asked == Asked::nearness) columns.push_back({&found, found.policy});
        if (found.asked != Asked::best_of_tiny_lfu) continue;
        for (const char* other : kTinyLfus) columns.push_back({&found, other});
    }
    for (const auto& [found, other] : columns) {
        out << ' ' << found->policy << (found->policy == other ? "" : " to " + other) << " |";
    }
    out << " seeds |\n|---|--:|";
    for (std::size_t i = 0; i <= columns.size(); ++i) out << "--:|";
    out << '\n';
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << "| " << cells[i].trace << " | " << cells[i].capacity << " |";
        for (const auto& [found, other] : columns) {
            const auto listed = cells[i].listed.find(other);
            out << ' '
                << (listed == cells[i].listed.end() ? "" : printed(endless(*found)[i].mean - listed->second, "%+.4f"))
                << " |";
        }
        for (const Found& found : all) {
            const Misses& misses = endless(found)[i];
            if (misses.lowest < misses.highest) {
                out << ' ' << found.policy << ' ' << printed(misses.lowest) << ".." << printed(misses.highest);
            }
        }
        out << " |\n";
    }
}

}  // namespace

std::vector<Floor> judge(const std::vector<Cell>& cells, const std::vector<Found>& all) {
    std::vector<Floor> floors;
    for (const Found& found : all) {
        if (found.asked == Asked::equality || found.asked == Asked::nearness)
            floors.push_back(judge_against_namesake(cells, found));
        else if (found.asked == Asked::best_of_tiny_lfu)
            judge_against_tiny_lfus(cells, found, floors);
    }
    if (has_all_of_ours(all)) {
        const double mean = mean_over(cells, [&](std::size_t i) { return distance_to_best(cells, all, i); });
        floors.push_back(
            {"our best in each cell, mean distance to the best listed at most " + printed(kNearToBest, "%g"),
             printed(mean, "%.5f"), mean <= kNearToBest});
    }
    return floors;
}

void write_report(std::ostream& out, const std::vector<Cell>& cells, const std::vector<Found>& all,
                  const std::vector<Floor>& floors, std::size_t seeds) {
    out << "# Misses of the eviction policies\n\n"
           "Public traces; capacity in entries; the cache starts empty, a miss is followed by an insert of the same "
           "key, every request counts. A policy that remembers keys by hash: mean over "
        << seeds
        << " hash seeds. Listed: what libCacheSim's and Caffeine's policies miss on the same requests; the best of "
           "them, the optimum aside, and Belady's optimum are in the last columns.\n\n"
           "| asked | found | |\n|---|---|---|\n";
    for (const Floor& floor : floors) {
        out << "| " << floor.what << " | " << floor.found << " | " << (floor.reached ? "ok" : "**missed**") << " |\n";
    }
    for (const Lives lives : kAllLives) write_table(out, cells, all, lives);
    write_differences(out, cells, all);
}

std::vector<Picture> draw(const std::vector<Cell>& cells, const std::vector<Found>& all) {
    const auto above_optimum = [&](double misses, std::size_t i) {
        return 100 * (misses - cells[i].listed.at(kOptimum));
    };
    const bench::Axis height{"misses in 100 requests beyond the optimum"};
    const char* const how = "capacity in entries, cache empty at first; grey: the best that is listed for any policy";
    std::vector<Picture> pictures;
    std::vector<std::string> categories;
    bench::BarSeries means{"mean over all traces and capacities", {}};
    bench::BarSeries listed_means{"the same for the listed program", {}};
    const auto add_listed = [&](const char* name) {
        double sum = 0;
        double count = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto listed = cells[i].listed.find(name);
            if (listed == cells[i].listed.end()) continue;
            sum += above_optimum(listed->second, i);
            ++count;
        }
        if (count < static_cast<double>(cells.size())) return;  // a mean over other cells is another thing
        categories.push_back(name);
        listed_means.values.push_back(sum / count);
        means.values.push_back(0);
    };
    for (const char* name : {"arc", "caffeine-2.6"}) add_listed(name);
    for (const Found& found : all) {
        categories.push_back(found.policy);
        means.values.push_back(
            mean_over(cells, [&](std::size_t i) { return above_optimum(endless(found)[i].mean, i); }));
        listed_means.values.push_back(0);
    }
    pictures.push_back({"hit_ratio.svg", bench::bar_chart("Misses beyond the optimum, lower is better",
                                                          "grey: listed for another program; blue: ours", categories,
                                                          {"policy"}, height, {listed_means, means})});
    for (std::size_t first = 0; first < cells.size();) {
        std::size_t end = first;
        while (end < cells.size() && cells[end].trace == cells[first].trace) ++end;
        std::vector<std::string> capacities;
        std::vector<bench::BarSeries> series{{"best listed", {}}};
        for (const Found& found : all) series.push_back({found.policy, {}});
        for (std::size_t i = first; i < end; ++i) {
            capacities.push_back(std::to_string(cells[i].capacity));
            series[0].values.push_back(above_optimum(best_listed(cells[i]), i));
            for (std::size_t p = 0; p < all.size(); ++p) {
                series[p + 1].values.push_back(above_optimum(endless(all[p])[i].mean, i));
            }
        }
        pictures.push_back({"hit_ratio_" + cells[first].trace + ".svg",
                            bench::bar_chart("Misses beyond the optimum on " + cells[first].trace + ", lower is better",
                                             how, capacities, {"capacity in entries"}, height, series)});
        first = end;
    }
    return pictures;
}

}  // namespace hit_ratio
