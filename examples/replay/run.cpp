// The one place where options become a store type.
#include "run.hpp"

#include <optional>
#include <string>

#include "progress.hpp"
#include "stores.hpp"

namespace replay {
namespace {

ttlstore::StoreConfig store_config(const Options& options) {
    const auto given = [](const auto& value, auto none) { return value && *value != none; };
    ttlstore::StoreConfig config;
    if (given(options.capacity, Options::kUnlimited)) config.capacity = static_cast<std::size_t>(*options.capacity);
    if (given(options.max_weight, Options::kUnlimited))
        config.max_weight = static_cast<std::size_t>(*options.max_weight);
    if (given(options.ttl, kNever)) config.default_ttl = *options.ttl;
    if (given(options.idle_ttl, kNever)) config.idle_ttl = *options.idle_ttl;
    config.hash_seed = options.seed;
    return config;
}

std::optional<SweepPlan> sweep_plan(const Options& options) {
    if (!options.sweep_period || *options.sweep_period == kNever) return std::nullopt;
    return SweepPlan{static_cast<std::size_t>(*options.sweep_budget), *options.sweep_period};
}

template <class Store>
void run_in(const Options& options, RequestSource& source, RunResult& result) {
    VirtualTicker clock;
    Store store{clock, store_config(options)};
    Replayer<Store> replayer{store, clock, sweep_plan(options)};
    Progress progress;
    Batch batch;
    for (source.fill(batch); !batch.requests.empty(); source.fill(batch)) {
        replayer.replay(batch);
        progress.show(replayer.counts().requests, source.progress());
    }
    result.counts = replayer.counts();
    result.timeline = replayer.timeline();
    result.stats = store.stats();
    result.memory = store.memory();
    result.live = store.size();
    result.stored = store.stored();
    store.for_each([&](const std::string&, const Payload& payload) { result.live_value_bytes += payload.size; });
}

}  // namespace

RunResult run(const Options& options, RequestSource& source) {
    RunResult result;
    with_choice(kIndexes, "--index", options.index, [&](auto index) {
        with_choice(kPolicies, "--policy", options.policy, [&](auto policy) {
            using Index = typename decltype(index)::Type;
            using Policy = typename decltype(policy)::Type;
            result.store_name = std::string{index.type_name} + ", " + std::string{policy.type_name};
            if (options.max_weight) {
                using Weighed = ttlstore::WithWeigher<WeighsPayload>;
                run_in<ttlstore::TtlStore<std::string, Payload, VirtualTicker, Index, Policy, Weighed>>(options, source,
                                                                                                        result);
            } else {
                run_in<ttlstore::TtlStore<std::string, Payload, VirtualTicker, Index, Policy>>(options, source, result);
            }
        });
    });
    return result;
}

}  // namespace replay
