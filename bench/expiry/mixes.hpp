/// Which entry gets which ttl.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "replay/twitter_clusters.hpp"
#include "support/workload.hpp"

namespace bench {

using std::chrono::nanoseconds;

/// No ttl is below a minute: nothing dies while a store is filled.
struct Mix {
    std::string name;
    std::string description;
    bool one_ttl = false;
    nanoseconds (*ttl)(const Mix&, std::uint64_t random) = nullptr;
    const replay::TwitterCluster* cluster = nullptr;
};

inline nanoseconds single_ttl(const Mix&, std::uint64_t) { return std::chrono::hours{1}; }
inline nanoseconds one_of_eight(const Mix&, std::uint64_t random) { return std::chrono::minutes{7} * (1 + random % 8); }
inline nanoseconds any_ttl(const Mix&, std::uint64_t random) {
    constexpr std::uint64_t kSpan = 59 * 60'000'000'000;
    return std::chrono::minutes{1} + nanoseconds{random % kSpan};
}
inline nanoseconds ttl_of_cluster(const Mix& mix, std::uint64_t random) {
    std::uint64_t total = 0;
    for (const replay::TtlShare& share : mix.cluster->ttls) total += share.percent;
    std::uint64_t drawn = random % total;
    for (const replay::TtlShare& share : mix.cluster->ttls) {
        if (drawn < share.percent) return std::chrono::seconds{share.seconds};
        drawn -= share.percent;
    }
    return {};
}

inline Mix twitter_mix(int number) {
    Mix mix{"Twitter cluster " + std::to_string(number), {}, false, ttl_of_cluster, replay::twitter_cluster(number)};
    for (const replay::TtlShare& share : mix.cluster->ttls) {
        if (share.percent == 0) continue;
        mix.description += (mix.description.empty() ? "" : ", ") + std::to_string(share.seconds) + " s " +
                           std::to_string(share.percent) + " %";
    }
    mix.description +=
        " (Yang, Yue, Vinayak: A large scale analysis of hundreds of in-memory cache clusters at Twitter, OSDI 2020)";
    return mix;
}

inline std::vector<Mix> all_mixes() {
    return {{"one ttl", "one hour for all", true, single_ttl},
            {"few ttls", "one of eight, from 7 to 56 minutes", false, one_of_eight},
            {"scattered ttls", "any nanosecond between a minute and an hour", false, any_ttl},
            twitter_mix(4),
            twitter_mix(24)};
}

/// The ttl of the `number`-th entry in the `pass`-th filling.
inline nanoseconds ttl_of(const Mix& mix, std::size_t number, std::uint64_t pass) {
    return mix.ttl(mix, mixed(number * 8 + pass));
}

}  // namespace bench
