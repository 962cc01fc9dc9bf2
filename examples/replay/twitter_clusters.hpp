// What production caches look like: published figures of cache clusters at Twitter.
//
// Source: J. Yang, Y. Yue, R. Vinayak: "A large scale analysis of hundreds of in-memory cache clusters at Twitter",
// OSDI 2020, and the statistics of https://github.com/twitter/cache-trace. Licence of the figures: CC BY 4.0.
// A selection, figures unchanged; shares are rounded as published, so a mix need not add up to 100.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace replay {

struct TtlShare {
    std::uint32_t seconds = 0;
    std::uint32_t percent = 0;
};

struct OperationShare {
    std::string_view name;
    std::uint32_t percent = 0;
};

struct TwitterCluster {
    int number;
    std::uint32_t key_bytes;    // mean
    std::uint32_t value_bytes;  // mean
    double zipf_exponent;
    std::array<OperationShare, 4> operations;  // unused places stay empty
    std::array<TtlShare, 9> ttls;
};

// clang-format off
inline constexpr std::array kTwitterClusters{
    // The web's everyday cache: six ttls from a minute to a day.
    TwitterCluster{4, 67, 2439, 1.1004, {{{"get", 93}, {"set", 7}}},
                   {{{60, 39}, {300, 24}, {3600, 13}, {600, 12}, {14400, 9}, {86400, 3}}}},
    // Five ttls of about two hours: jitter against a stampede.
    TwitterCluster{7, 17, 1936, 1.0666, {{{"get", 82}, {"set", 18}}},
                   {{{6480, 28}, {6120, 24}, {6840, 23}, {5760, 13}, {7200, 12}}}},
    // Five days for nearly all, 20 seconds for the rest; checked writes.
    TwitterCluster{11, 24, 170, 1.4891, {{{"get", 96}, {"add", 2}, {"gets", 1}, {"cas", 1}}}, {{{432000, 97}, {20, 3}}}},
    // Four of five requests are writes and most keys are never asked for again.
    TwitterCluster{12, 44, 1030, 0.3048, {{{"set", 80}, {"get", 20}}}, {{{300, 98}, {299, 2}}}},
    // Every fifth request deletes.
    TwitterCluster{14, 96, 414, 1.2959, {{{"get", 65}, {"delete", 22}, {"set", 13}}}, {{{86400, 100}}}},
    // Marks left once and never read: adds only, a quarter of them for ten seconds.
    TwitterCluster{21, 25, 1, 0.0521, {{{"add", 100}}}, {{{7920, 62}, {10, 23}, {900, 14}}}},
    // Counters: a third of the requests increment.
    TwitterCluster{23, 35, 224, 0.274, {{{"set", 31}, {"get", 36}, {"incr", 30}, {"delete", 2}}},
                   {{{120, 93}, {2700, 5}, {5, 3}}}},
    // From one minute to a month in the same cache.
    TwitterCluster{24, 32, 699, 1.3726, {{{"get", 99}}}, {{{1209600, 71}, {60, 19}, {2592000, 3}, {86400, 2}, {3600, 2}}}},
    // Short lives, long keys, a flat popularity.
    TwitterCluster{26, 122, 1745, 0.6299, {{{"get", 71}, {"set", 29}}},
                   {{{60, 67}, {120, 10}, {360, 9}, {600, 6}, {660, 3}, {180, 2}}}},
    // Counts of eight bytes kept from an hour to three months.
    TwitterCluster{27, 66, 8, 1.065, {{{"get", 85}, {"set", 15}}},
                   {{{8000640, 28}, {86400, 25}, {3600, 20}, {14400, 18}, {21600, 6}, {43200, 2}}}},
    // One hour or two.
    TwitterCluster{29, 36, 799, 1.2323, {{{"get", 86}, {"set", 13}}}, {{{3600, 67}, {7200, 33}}}},
    // Twenty seconds for values of twenty kilobytes.
    TwitterCluster{37, 72, 20134, 0.4251, {{{"set", 37}, {"get", 63}}}, {{{20, 91}, {300, 6}, {7200, 2}, {600, 1}}}},
    // Ten minutes, written with add only.
    TwitterCluster{42, 40, 4703, 1.5974, {{{"get", 96}, {"add", 4}}}, {{{600, 82}, {300, 16}, {21600, 2}}}},
    // The largest values, half of the requests write.
    TwitterCluster{50, 18, 67485, 1.2816, {{{"get", 52}, {"set", 48}}}, {{{900, 73}, {1200, 24}, {1199, 3}}}},
    // Nine ttls within an hour.
    TwitterCluster{54, 19, 246, 1.611, {{{"get", 97}, {"set", 3}}},
                   {{{13680, 13}, {11880, 13}, {12240, 13}, {14040, 12}, {12600, 12}, {12960, 12}, {13320, 11},
                     {14400, 7}, {11520, 6}}}},
};
// clang-format on

constexpr const TwitterCluster* twitter_cluster(std::int64_t number) {
    for (const TwitterCluster& cluster : kTwitterClusters) {
        if (cluster.number == number) return &cluster;
    }
    return nullptr;
}

}  // namespace replay
