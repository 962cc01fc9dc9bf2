// What the user sees: the report as text or as JSON, and the list of clusters.
#pragma once

#include <string>

#include "options.hpp"
#include "request.hpp"
#include "run.hpp"

namespace replay {

std::string report(const Options& options, const RequestSource& source, const RunResult& result);

std::string cluster_list();

}  // namespace replay
