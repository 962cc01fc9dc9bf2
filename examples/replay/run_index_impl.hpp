// How a run is done with one index: included by run_<index>.cpp, one for each, so that none takes long to compile.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>

#include "progress.hpp"
#include "run_index.hpp"
#include "stores.hpp"

namespace replay {

inline ttlstore::StoreConfig store_config(const Options& options) {
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

inline std::optional<SweepPlan> sweep_plan(const Options& options) {
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

template <class Store>
void run_in_order(const Options& options, RequestSource& source, RunResult& result) {
    try {
        run_in<Store>(options, source, result);
    } catch (const std::logic_error& refusal) {
        throw UsageError("--index " + options.index + ": " + refusal.what());
    }
}

template <class Index, class Policy, class... Weighed>
void run_store(const Options& options, RequestSource& source, RunResult& result) {
    if constexpr (kFit<Index, Policy>) {
        using Store = ttlstore::TtlStore<std::string, Payload, VirtualTicker, Index, Policy, Weighed...>;
        if constexpr (requires { requires Index::in_order; }) {
            run_in_order<Store>(options, source, result);
        } else {
            run_in<Store>(options, source, result);
        }
    } else {
        throw UsageError("--policy: " + options.policy + " needs an index that knows who is due next, which " +
                         options.index + " does not");
    }
}

template <class Index>
void run_index(const Options& options, RequestSource& source, RunResult& result) {
    with_choice(kPolicies, "--policy", options.policy, [&](auto policy) {
        using Policy = typename decltype(policy)::Type;
        result.store_name += ", " + std::string{policy.type_name};
        if (options.max_weight) {
            run_store<Index, Policy, ttlstore::WithWeigher<WeighsPayload>>(options, source, result);
        } else {
            run_store<Index, Policy>(options, source, result);
        }
    });
}

}  // namespace replay
