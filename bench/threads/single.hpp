/// What a lock costs when nobody else wants it.
#pragma once

#include <vector>

#include "report/tables.hpp"

namespace bench {

/// One thread's get from the sharded store against find of the unsynchronised one.
std::vector<Measured> measure_single_threads(const Settings& settings);

}  // namespace bench
