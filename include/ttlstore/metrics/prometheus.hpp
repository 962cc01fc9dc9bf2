/// PrometheusText: metrics in Prometheus's text exposition format 0.0.4, without any dependency.
///
/// A family is its HELP, its TYPE and its samples, in the order they are given. The content type to serve it under is
/// `kPrometheusContentType`. metrics/prometheus_collectable.hpp does the same through prometheus-cpp.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

#include "store_metrics.hpp"

namespace ttlstore {

inline constexpr std::string_view kPrometheusContentType = "text/plain; version=0.0.4; charset=utf-8";

struct PrometheusLabel {
    std::string_view name;
    std::string_view value;
};

class PrometheusText {
public:
    /// Opens a family of counters; its name must end in `_total`, as the convention wants it.
    /// Complexity: O(length).   Throws: std::invalid_argument if the name is none; std::bad_alloc.
    void counter(std::string_view name, std::string_view help) {
        if (!name.ends_with("_total")) throw std::invalid_argument("ttlstore: a counter's name ends in _total");
        open(name, help, "counter");
    }
    /// Opens a family of gauges.   Throws: as counter.
    void gauge(std::string_view name, std::string_view help) { open(name, help, "gauge"); }

    /// One sample of the open family.
    /// Complexity: O(length).   Throws: std::invalid_argument if a label's name is none; std::logic_error if no family is open;
    /// std::bad_alloc.
    void sample(std::initializer_list<PrometheusLabel> labels, std::uint64_t value) {
        begin_sample(labels);
        write(value);
    }
    void sample(std::initializer_list<PrometheusLabel> labels, double value) {
        begin_sample(labels);
        if (std::isnan(value)) {
            text_ += "NaN\n";
        } else if (std::isinf(value)) {
            text_ += value > 0 ? "+Inf\n" : "-Inf\n";
        } else {
            write(value);
        }
    }

    const std::string& text() const noexcept { return text_; }

private:
    static bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
    static bool is_name(std::string_view name, bool colons) noexcept {
        if (name.empty()) return false;
        for (std::size_t i = 0; i < name.size(); ++i) {
            const char c = name[i];
            if (!is_letter(c) && !(colons && c == ':') && !(i > 0 && c >= '0' && c <= '9')) return false;
        }
        return true;
    }

    void open(std::string_view name, std::string_view help, std::string_view type) {
        if (!is_name(name, true)) throw std::invalid_argument("ttlstore: not a name of a Prometheus metric");
        family_ = name;
        text_.append("# HELP ").append(name).append(" ");
        escape(help, false);
        text_.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
    }

    void begin_sample(std::initializer_list<PrometheusLabel> labels) {
        if (family_.empty()) throw std::logic_error("ttlstore: a Prometheus sample before its family");
        for (const PrometheusLabel& label : labels) {
            if (!is_name(label.name, false)) throw std::invalid_argument("ttlstore: not a name of a Prometheus label");
        }
        text_ += family_;
        char before = '{';
        for (const PrometheusLabel& label : labels) {
            text_ += before;
            text_.append(label.name).append("=\"");
            escape(label.value, true);
            text_ += '"';
            before = ',';
        }
        text_ += labels.size() == 0 ? " " : "} ";
    }

    void escape(std::string_view raw, bool quotes) {
        for (const char c : raw) {
            if (c == '\\' || (quotes && c == '"')) text_ += '\\';
            if (c == '\n') {
                text_ += "\\n";
            } else {
                text_ += c;
            }
        }
    }

    template <class Number>
    void write(Number value) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        text_.append(digits, end);
        text_ += '\n';
    }

    std::string text_;
    std::string family_;
};

namespace detail {

inline bool can_happen(Operation operation, Outcome outcome) noexcept {
    switch (operation) {
        case Operation::set:
            return outcome != Outcome::done && outcome != Outcome::failed && outcome != Outcome::hit;
        case Operation::load:
            return outcome != Outcome::done && outcome != Outcome::replaced;
        case Operation::walk:
        case Operation::sweep:
            return outcome == Outcome::done;
        default:
            return outcome == Outcome::hit || outcome == Outcome::miss;
    }
}

/// family(name, help, is_counter), then sample(labels, value) for each of its samples, for every figure there is.
template <class Ticker, class Family, class Sample>
void visit_metrics(const RollingMetrics<Ticker>& metrics, std::string_view store, Family family, Sample sample) {
    const auto each_operation = [](auto f) {
        for (std::size_t i = 0; i < kOperationNames.size(); ++i) f(static_cast<Operation>(i), kOperationNames[i]);
    };
    family("ttlstore_operations_total", "Operations since the start, by outcome; entries for walk and sweep.", true);
    each_operation([&](Operation operation, const char* name) {
        for (std::size_t i = 0; i < kOutcomeNames.size(); ++i) {
            const auto outcome = static_cast<Outcome>(i);
            if (!can_happen(operation, outcome)) continue;
            sample({{"store", store}, {"operation", name}, {"outcome", kOutcomeNames[i]}},
                   metrics.total(operation, outcome));
        }
    });
    family("ttlstore_removals_total", "Entries that left without being asked to, by cause.", true);
    sample({{"store", store}, {"cause", "expired"}}, metrics.expired());
    sample({{"store", store}, {"cause", "evicted"}}, metrics.evicted());
    family("ttlstore_operations_per_second", "Operations a second over the rolling window.", false);
    each_operation([&](Operation operation, const char* name) {
        sample({{"store", store}, {"operation", name}}, metrics.qps(operation));
    });
}

}  // namespace detail

/// Every figure of `metrics` under the label store="`store`".
/// Complexity: O(operations x buckets).   Throws: std::bad_alloc.
template <class Ticker>
std::string prometheus_text(const RollingMetrics<Ticker>& metrics, std::string_view store) {
    PrometheusText text;
    detail::visit_metrics(
        metrics, store,
        [&](std::string_view name, std::string_view help, bool counter) {
            counter ? text.counter(name, help) : text.gauge(name, help);
        },
        [&](std::initializer_list<PrometheusLabel> labels, auto value) { text.sample(labels, value); });
    return text.text();
}

}  // namespace ttlstore
