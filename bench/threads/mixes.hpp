/// What each thread asks for: which keys, and which of the operations are writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "support/workload.hpp"

namespace bench {

struct ThreadMix {
    std::string name;
    std::string file;      ///< of its chart
    std::size_t keys = 0;  ///< asked for, uniformly, out of those that are stored
    std::uint64_t writes_in_100 = 0;
};

inline std::vector<ThreadMix> thread_mixes(std::size_t entries) {
    return {{"read-mostly (95/5)", "threads_95_5", entries, 5},
            {"write-heavy (50/50)", "threads_50_50", entries, 50},
            {"one hot key (95/5)", "threads_hot_key", 1, 5}};
}

/// One operation: which key, and whether it is written.
class Operation {
public:
    Operation(std::uint64_t index, bool writes) : bits_{static_cast<std::uint32_t>(index << 1 | (writes ? 1 : 0))} {}
    std::size_t index() const { return bits_ >> 1; }
    bool writes() const { return (bits_ & 1) != 0; }

private:
    std::uint32_t bits_;
};

/// A stream for each thread, so long that no cache or branch predictor learns it.
using Streams = std::vector<std::vector<Operation>>;

inline constexpr std::size_t kMostThreads = 8;

inline Streams make_streams(const ThreadMix& mix) {
    constexpr std::size_t kLength = std::size_t{1} << 19;
    Streams streams(kMostThreads);
    for (std::size_t thread = 0; thread < kMostThreads; ++thread) {
        Rng rng{thread + 1};
        streams[thread].reserve(kLength);
        for (std::size_t i = 0; i < kLength; ++i) {
            const std::uint64_t index = rng.below(mix.keys);
            streams[thread].emplace_back(index, rng.below(100) < mix.writes_in_100);
        }
    }
    return streams;
}

}  // namespace bench
