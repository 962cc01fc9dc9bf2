/// metrics_server: a store whose metrics a Prometheus can scrape. Prints its address, ends with its standard input.
///
/// Usage: metrics_server, then curl http://127.0.0.1:PORT/metrics; `metrics_server --plain` prints the same by the
/// writer that needs no library, and ends.
#include <prometheus/exposer.h>

#include <ttlstore/metrics/prometheus_collectable.hpp>
#include <ttlstore/sharded_ttl_store.hpp>
#include <ttlstore/ticker/steady_ticker.hpp>

#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

int main(int argc, char* argv[]) {
    using namespace std::chrono_literals;
    using Ticker = ttlstore::SteadyTicker;
    using Metrics = ttlstore::RollingMetrics<Ticker>;

    Metrics metrics;
    ttlstore::ShardedTtlStore<std::string, int, Ticker, ttlstore::WithMetrics<Metrics>> sessions{
        {.capacity = 1000}, {}, metrics};
    sessions.set("ann", 1, 1h);
    sessions.set("ben", 2, 1h);
    sessions.get("ann");
    sessions.get("nobody");

    if (argc > 1 && std::string_view{argv[1]} == "--plain") {
        std::cout << ttlstore::prometheus_text(metrics, "sessions");
        return 0;
    }

    auto collectable = std::make_shared<ttlstore::PrometheusCollectable<Ticker>>(metrics, "sessions");
    prometheus::Exposer exposer{"127.0.0.1:0", 1};
    exposer.RegisterCollectable(collectable);
    std::cout << "http://127.0.0.1:" << exposer.GetListeningPorts().at(0) << "/metrics" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
    }
}
