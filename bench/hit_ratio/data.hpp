/// The traces and what other programs missed on them: hit_ratios.csv and traces/ of a data folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace hit_ratio {

struct DataError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Trace {
    std::string name;
    std::vector<std::uint32_t> keys;  ///< one a request; numbered in order of appearance
};

/// A trace in a cache of one size, with the misses per request that are listed for it.
struct Cell {
    std::string trace;
    std::size_t capacity = 0;
    std::map<std::string, double> listed;  ///< by policy
};

inline constexpr const char* kOptimum = "belady";

/// The lowest of all listed but the optimum.
double best_listed(const Cell& cell);

/// Throws DataError if the file is not as its README says.
std::vector<Cell> read_cells(const std::string& folder);

/// Unpacks it with gzip. Throws DataError if that or the trace is not there.
Trace read_trace(const std::string& folder, const std::string& name);

}  // namespace hit_ratio
