/// What was found, judged and written down.
#pragma once

#include <cstddef>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "hit_ratio/count.hpp"
#include "hit_ratio/data.hpp"
#include "hit_ratio/policies.hpp"

namespace hit_ratio {

struct Found {
    std::string policy;
    Asked asked;
    std::map<Lives, std::vector<Misses>> misses;  ///< one a cell, in the order of the cells
};

struct Floor {
    std::string what;
    std::string found;
    bool reached;
};

std::vector<Floor> judge(const std::vector<Cell>& cells, const std::vector<Found>& all);

void write_report(std::ostream& out, const std::vector<Cell>& cells, const std::vector<Found>& all,
                  const std::vector<Floor>& floors, std::size_t seeds);

struct Picture {
    std::string name;
    std::string svg;
};
std::vector<Picture> draw(const std::vector<Cell>& cells, const std::vector<Found>& all);

}  // namespace hit_ratio
