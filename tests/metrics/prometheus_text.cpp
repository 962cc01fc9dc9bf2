// The plain writer: names, escapes and numbers as the text format 0.0.4 has them.
#include <ttlstore/metrics/prometheus.hpp>
#include <ttlstore/ticker/manual_ticker.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>

#include "support/catch.hpp"

using ttlstore::PrometheusText;

TEST_CASE("help escapes backslash and newline, a label's value the quote too", "[metrics][prometheus]") {
    PrometheusText text;
    text.counter("a_total", "one\\two\n\"three\"");
    text.sample({{"k", "a\\b\"c\nd"}, {"l", ""}}, std::uint64_t{18446744073709551615u});
    CHECK(text.text() ==
          "# HELP a_total one\\\\two\\n\"three\"\n# TYPE a_total counter\n"
          "a_total{k=\"a\\\\b\\\"c\\nd\",l=\"\"} 18446744073709551615\n");
}

TEST_CASE("gauges may be fractions, infinite or no number", "[metrics][prometheus]") {
    PrometheusText text;
    text.gauge("g", "");
    for (const double value : {0.25, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()}) {
        text.sample({}, value);
    }
    CHECK(text.text() == "# HELP g \n# TYPE g gauge\ng 0.25\ng +Inf\ng -Inf\ng NaN\n");
}

TEST_CASE("bad names and a sample without a family are refused, and nothing is written", "[metrics][prometheus]") {
    PrometheusText text;
    CHECK_THROWS_AS(text.sample({}, 1.0), std::logic_error);
    CHECK_THROWS_AS(text.counter("requests", "no _total"), std::invalid_argument);
    CHECK_THROWS_AS(text.gauge("9lives", ""), std::invalid_argument);
    CHECK_THROWS_AS(text.gauge("", ""), std::invalid_argument);
    CHECK(text.text().empty());
    text.gauge("g", "");
    const auto before = text.text();
    CHECK_THROWS_AS(text.sample({{"a:b", "x"}}, 1.0), std::invalid_argument);
    CHECK(text.text() == before);
}

TEST_CASE("a store's metrics are written under its name", "[metrics][prometheus]") {
    ttlstore::ManualTicker clock;
    ttlstore::RollingMetrics<ttlstore::ManualTicker> metrics{clock};
    metrics.record(ttlstore::Operation::get, ttlstore::Outcome::hit, 300);
    metrics.removed(ttlstore::RemovalCause::expired);
    const std::string text = ttlstore::prometheus_text(metrics, "users");
    const auto has = [&](const char* line) { return text.find(line) != std::string::npos; };
    CHECK(has("ttlstore_operations_total{store=\"users\",operation=\"get\",outcome=\"hit\"} 300\n"));
    CHECK(has("ttlstore_removals_total{store=\"users\",cause=\"expired\"} 1\n"));
    CHECK(has("ttlstore_operations_per_second{store=\"users\",operation=\"get\"} 1\n"));
    CHECK_FALSE(has("operation=\"walk\",outcome=\"hit\""));
}
