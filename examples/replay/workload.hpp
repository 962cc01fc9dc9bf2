// The built-in generator: requests with the popularity, ttls, operations and sizes of a Twitter cluster.
//
// Per request a Zipf rank gives the key and a draw the operation. Ttl and size belong to the key (derived from it and
// the seed): a cache's ttls come from what is cached, not from the request. Keys are as long as the cluster's mean,
// sizes uniform from half to one and a half times the mean. Requests arrive evenly, the clock moves in whole
// milliseconds. The published share of keys seen only once is not modelled: it follows from Zipf law and key space.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "durations.hpp"
#include "random.hpp"
#include "request.hpp"
#include "text.hpp"
#include "twitter_clusters.hpp"
#include "zipf.hpp"

namespace replay {

struct WorkloadPlan {
    std::uint64_t requests;
    std::uint64_t keys;  // distinct keys there are
    std::uint64_t rate;  // requests a virtual second
    std::uint64_t seed;
    std::optional<Micros> one_ttl;  // instead of the cluster's mix; kNever: none
};

class ClusterWorkload final : public RequestSource {
public:
    ClusterWorkload(const TwitterCluster& cluster, const WorkloadPlan& plan)
        : cluster_{cluster}, plan_{plan}, ranks_{plan.keys, cluster.zipf_exponent}, random_{plan.seed} {
        for (const OperationShare& share : cluster.operations) operation_total_ += share.percent;
        for (const TtlShare& share : cluster.ttls) ttl_total_ += share.percent;
    }

    void fill(Batch& batch) override {
        batch.clear();
        for (; made_ < plan_.requests && !batch.full(); ++made_) {
            Request request;
            request.time = Micros{static_cast<std::int64_t>(made_ * 1'000 / plan_.rate) * 1'000};
            request.operation = next_operation();
            const std::uint64_t rank = ranks_(random_);
            const std::uint64_t nature = scattered(rank ^ scattered(plan_.seed));
            request.size = size_for(nature);
            request.ttl = ttl_for(scattered(nature));
            batch.add(key_of(rank), request);
        }
    }

    std::optional<double> progress() const override {
        return static_cast<double>(made_) / static_cast<double>(plan_.requests);
    }

    std::string description() const override {
        std::string ttls;
        for (const TtlShare& share : cluster_.ttls) {
            if (plan_.one_ttl || share.percent == 0) continue;
            ttls += (ttls.empty() ? "        ttl " : ", ") + format_duration(std::chrono::seconds{share.seconds}) +
                    " " + std::to_string(share.percent) + " %";
        }
        std::string operations;
        for (const OperationShare& share : cluster_.operations) {
            if (share.percent == 0) continue;
            operations += std::string{share.name} + " " + std::to_string(share.percent) + " %, ";
        }
        return "Twitter cluster " + std::to_string(cluster_.number) + ": " + operations + "Zipf exponent " +
               fixed(cluster_.zipf_exponent, 4) + "\n" + ttls + (ttls.empty() ? "" : "\n") + "        " +
               grouped(plan_.keys) + " keys of " + std::to_string(cluster_.key_bytes) + " bytes, values of " +
               grouped(cluster_.value_bytes) + ", " + grouped(plan_.rate) + " requests/s, seed " +
               std::to_string(plan_.seed) + "\n";
    }

private:
    Operation next_operation() {
        std::uint32_t drawn = below(operation_total_, random_.next());
        for (const OperationShare& share : cluster_.operations) {
            if (drawn < share.percent) return operation_named(share.name).value();
            drawn -= share.percent;
        }
        return Operation::get;
    }

    std::uint64_t size_for(std::uint64_t bits) const {
        return std::max<std::uint64_t>(1, cluster_.value_bytes / 2 + below(cluster_.value_bytes + 1, bits));
    }

    Micros ttl_for(std::uint64_t bits) const {
        if (plan_.one_ttl) return *plan_.one_ttl;
        std::uint32_t drawn = below(ttl_total_, bits);
        for (const TtlShare& share : cluster_.ttls) {
            if (drawn < share.percent) return std::chrono::seconds{share.seconds};
            drawn -= share.percent;
        }
        return kNever;
    }

    /// The rank in decimal, zeros in front up to the cluster's key length.
    std::string_view key_of(std::uint64_t rank) {
        const std::string digits = std::to_string(rank);
        key_.assign(std::max<std::size_t>(cluster_.key_bytes, digits.size()), '0');
        key_.replace(key_.size() - digits.size(), digits.size(), digits);
        return key_;
    }

    const TwitterCluster& cluster_;
    WorkloadPlan plan_;
    ZipfRanks ranks_;
    Random random_;
    std::uint32_t operation_total_ = 0;
    std::uint32_t ttl_total_ = 0;
    std::uint64_t made_ = 0;
    std::string key_;
};

}  // namespace replay
