/// What a row of the report is, and how two contestants are run against each other.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

/// How carefully to measure.
struct Settings {
    bool quick =
        false;  ///< sizes a hundredth, laps of 1 ms, three rounds: shows that everything runs, measures nothing
    std::optional<std::size_t> rounds = {};

    std::size_t size(std::size_t full) const { return quick ? std::max<std::size_t>(1'000, full / 100) : full; }
    std::chrono::nanoseconds lap_time() const { return std::chrono::milliseconds{quick ? 1 : 25}; }
};

/// What the issue asks of a row.
struct Floor {
    enum class Kind { none, times_at_least, ours_at_most, more_at_most, growth_at_most };
    Kind kind = Kind::none;
    double value = 0;
};

struct Range {
    double median = 0;
    double low = 0;
    double high = 0;
};

/// Where a row's medians are drawn: one bar for us and one for them, in the group `category` of the chart `chart`.
struct Bar {
    std::string chart = {};
    std::string category = {};
    std::string ours = {};
    std::string theirs = {};
};

struct Result {
    std::string unit = "ns";
    Range ours = {};
    Range theirs = {};
    Range ratio = {};  ///< theirs / ours, round by round (for `growth_at_most`: ours / theirs)
    std::size_t rounds = 0;
};

/// A measured line for a chart.
struct Curve {
    std::string chart;
    std::string name;
    std::vector<double> x;
    std::vector<double> y;
    bool calculated = false;
};

struct Row {
    std::string name;    ///< what is done, at which size
    std::string ours;    ///< which store of ours
    std::string theirs;  ///< against what
    Floor floor = {};
    std::vector<Bar> bars = {};
    std::function<Result(const Settings&, std::vector<Curve>&)> measure = {};
};

/// An answer was wrong: no figure may be believed.
struct WrongAnswer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline void expect(bool holds, const char* what) {
    if (!holds) throw WrongAnswer{what};
}

/// One contestant's part of a round.
struct Lap {
    double nanoseconds = 0;
    std::size_t operations = 0;
    std::uint64_t checksum = 0;  ///< of the answers; must be the same for both contestants
};

/// Does its work `passes` times over.
using Contestant = std::function<Lap(std::size_t passes)>;

enum class Passes {
    enough,  ///< so many a round that the faster contestant is at work for a whole lap time
    one      ///< for laps that are not a sum over their operations
};

/// Runs both alternately, the order turned each round, and compares them round by round.
/// Throws: WrongAnswer if their checksums differ.
Result contest(const Settings& settings, const Contestant& ours, const Contestant& theirs,
               Passes kind = Passes::enough);

/// Median and range; `values` must not be empty.
Range range_of(std::vector<double> values);

/// "1 k", "100 k", "10 M"
std::string short_count(std::size_t count);

void add_find_rows(std::vector<Row>& rows);
void add_find_many_rows(std::vector<Row>& rows);
void add_set_rows(std::vector<Row>& rows);
void add_literal_rows(std::vector<Row>& rows);
void add_sweep_rows(std::vector<Row>& rows);
void add_build_rows(std::vector<Row>& rows);
void add_memory_rows(std::vector<Row>& rows);
void add_churn_rows(std::vector<Row>& rows);

/// Every contestant against a plain model. Throws: WrongAnswer.
void check_contestants();

}  // namespace bench
