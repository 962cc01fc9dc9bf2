// A whole replay: chooses the store's type, drives the source through it, hands back what the report needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <ttlstore/stats.hpp>

#include "options.hpp"
#include "replayer.hpp"
#include "request.hpp"
#include "timeline.hpp"

namespace replay {

struct RunResult {
    std::string store_name;  // OrderedExpiry, LruEviction
    ReplayCounts counts;
    Timeline timeline;
    ttlstore::Stats stats;
    ttlstore::MemoryReport memory;
    std::size_t live = 0;
    std::size_t stored = 0;
    std::uint64_t live_value_bytes = 0;
};

RunResult run(const Options& options, RequestSource& source);

}  // namespace replay
