/// PrometheusCollectable: a store's metrics for a prometheus-cpp registry or Exposer. Needs prometheus-cpp.
#pragma once

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prometheus.hpp"

namespace ttlstore {

/// Reads the counters whenever it is scraped; holds a copy of the handle, so it may outlive the store.
template <class Ticker>
class PrometheusCollectable final : public prometheus::Collectable {
public:
    PrometheusCollectable(RollingMetrics<Ticker> metrics, std::string store)
        : metrics_{std::move(metrics)}, store_{std::move(store)} {}

    /// Complexity: O(operations x buckets).   Throws: std::bad_alloc.
    std::vector<prometheus::MetricFamily> Collect() const override {
        std::vector<prometheus::MetricFamily> families;
        detail::visit_metrics(
            metrics_, store_,
            [&](std::string_view name, std::string_view help, bool counter) {
                auto& family = families.emplace_back();
                family.name = name;
                family.help = help;
                family.type = counter ? prometheus::MetricType::Counter : prometheus::MetricType::Gauge;
            },
            [&](std::initializer_list<PrometheusLabel> labels, auto value) {
                auto& metric = families.back().metric.emplace_back();
                for (const PrometheusLabel& label : labels) {
                    metric.label.push_back({std::string{label.name}, std::string{label.value}});
                }
                // Only the one that the family's type names is written.
                metric.counter.value = static_cast<double>(value);
                metric.gauge.value = static_cast<double>(value);
            });
        return families;
    }

private:
    RollingMetrics<Ticker> metrics_;
    std::string store_;
};

}  // namespace ttlstore
