// replay: a request trace, or a generated workload, through a TtlStore under a virtual clock.
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <string>

#include "errors.hpp"
#include "options.hpp"
#include "report.hpp"
#include "run.hpp"
#include "trace_reader.hpp"
#include "twitter_clusters.hpp"
#include "workload.hpp"

namespace {

constexpr int kFailed = 1;
constexpr int kMisused = 2;

std::unique_ptr<replay::RequestSource> make_source(const replay::Options& options) {
    if (options.input) return std::make_unique<replay::TraceReader>(*options.input, options.trace, options.requests);
    const replay::WorkloadPlan plan{options.requests.value_or(2'000'000), options.key_space.value_or(1'000'000),
                                    options.rate, options.seed, options.ttl};
    const auto number = static_cast<std::int64_t>(options.cluster.value_or(4));
    return std::make_unique<replay::ClusterWorkload>(*replay::twitter_cluster(number), plan);
}

std::string answer(const replay::Options& options) {
    if (options.wanted == replay::Wanted::help) return replay::help_text();
    if (options.wanted == replay::Wanted::clusters) return replay::cluster_list();
    const auto source = make_source(options);
    const replay::RunResult result = replay::run(options, *source);
    return replay::report(options, *source, result);
}

int print(const std::string& text) {
    errno = 0;
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return 0;
    std::fprintf(stderr, "replay: the report cannot be written: %s\n", std::strerror(errno));
    return kFailed;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return print(answer(replay::parse_options(argc, argv)));
    } catch (const replay::UsageError& error) {
        std::fprintf(stderr, "replay: %s\nreplay --help shows all options\n", error.what());
        return kMisused;
    } catch (const replay::InputError& error) {
        std::fprintf(stderr, "replay: %s\n", error.what());
        return kMisused;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "replay: out of memory; a smaller --capacity may help\n");
        return kFailed;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "replay: %s\n", error.what());
        return kFailed;
    }
}
