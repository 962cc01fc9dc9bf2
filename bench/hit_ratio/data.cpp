/// Reads comma-separated lines, unpacked by the gzip program: the library and its benchmarks need no zlib.
#include "hit_ratio/data.hpp"

#include <stdio.h>  // popen

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <unordered_map>

namespace hit_ratio {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream rest{line};
    for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
    return fields;
}

std::string quoted_for_shell(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return quoted + "'";
}

std::string unpacked(const std::string& path) {
    struct Close {
        void operator()(std::FILE* pipe) const { pclose(pipe); }
    };
    std::unique_ptr<std::FILE, Close> pipe{popen(("gzip -dc " + quoted_for_shell(path)).c_str(), "r")};
    if (!pipe) throw DataError{"cannot start gzip"};
    std::string content;
    char buffer[1 << 16];
    while (const std::size_t read = std::fread(buffer, 1, sizeof buffer, pipe.get())) content.append(buffer, read);
    if (pclose(pipe.release()) != 0) throw DataError{"gzip cannot unpack " + path};
    return content;
}

double number_of(const std::string& text, const std::string& line) {
    try {
        return std::stod(text);
    } catch (const std::exception&) {
        throw DataError{"no number where one should be: " + line};
    }
}

}  // namespace

double best_listed(const Cell& cell) {
    double best = 1;
    for (const auto& [policy, misses] : cell.listed) {
        if (policy != kOptimum) best = std::min(best, misses);
    }
    return best;
}

std::vector<Cell> read_cells(const std::string& folder) {
    const std::string path = folder + "/hit_ratios.csv";
    std::ifstream file{path};
    std::string line;
    if (!std::getline(file, line) || fields_of(line).size() != 6) throw DataError{path + ": not the file expected"};
    std::vector<Cell> cells;
    while (std::getline(file, line)) {
        const std::vector<std::string> fields = fields_of(line);
        if (fields.size() != 6) throw DataError{path + ": not six fields: " + line};
        const auto capacity = static_cast<std::size_t>(number_of(fields[3], line));
        if (cells.empty() || cells.back().trace != fields[0] || cells.back().capacity != capacity) {
            cells.push_back({fields[0], capacity, {}});
        }
        cells.back().listed[fields[4]] = number_of(fields[5], line);
    }
    return cells;
}

/// `*.keys.gz` holds a key a line, `*.csv.gz` a header and the key in the second field.
Trace read_trace(const std::string& folder, const std::string& name) {
    const std::string stem = folder + "/traces/" + name;
    const bool bare = std::filesystem::exists(stem + ".keys.gz");
    std::istringstream lines{unpacked(stem + (bare ? ".keys.gz" : ".csv.gz"))};
    std::string line;
    if (!bare) std::getline(lines, line);
    Trace trace{name, {}};
    std::unordered_map<std::string, std::uint32_t> numbers;
    while (std::getline(lines, line)) {
        std::string key = line;
        if (!bare) {
            const std::size_t first = std::min(line.find(','), line.size() - 1) + 1;
            key = line.substr(first, line.find(',', first) - first);
        }
        trace.keys.push_back(numbers.emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second);
    }
    if (trace.keys.empty()) throw DataError{stem + ": empty"};
    return trace;
}

}  // namespace hit_ratio
