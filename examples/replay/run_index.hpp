// A run with one index; instantiated for each of kIndexes in a file of its own.
#pragma once

#include "run.hpp"

namespace replay {

/// Adds the policy's name to `result.store_name`.
template <class Index>
void run_index(const Options& options, RequestSource& source, RunResult& result);

}  // namespace replay
