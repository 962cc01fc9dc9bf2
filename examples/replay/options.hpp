// What the command line says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "chart.hpp"
#include "request.hpp"
#include "trace_reader.hpp"

namespace replay {

enum class OutputFormat { text, json };
enum class Wanted { replay, help, clusters };

struct Options {
    /// `none` where a number is possible.
    static constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

    Wanted wanted = Wanted::replay;
    std::optional<std::string> input;  // a path or `-`; none: the generator
    bool keys = false;
    TraceFormat trace;

    std::string index = "ordered";
    std::string policy = "lru";
    std::optional<Micros> ttl;
    std::optional<Micros> idle_ttl;
    std::optional<std::uint64_t> capacity;
    std::optional<std::uint64_t> max_weight;
    std::optional<std::uint64_t> sweep_budget;
    std::optional<Micros> sweep_period;  // kNever: no sweeps

    std::optional<std::uint64_t> cluster;
    std::optional<std::uint64_t> requests;
    std::optional<std::uint64_t> key_space;
    std::uint64_t rate = 1'000;  // requests a virtual second
    bool rate_given = false;
    std::uint64_t seed = 1;

    bool chart = true;
    bool ascii = false;
    OutputFormat format = OutputFormat::text;
};

/// Checks the options one by one and together and fills in the defaults. Throws UsageError.
Options parse_options(int argc, const char* const* argv);

std::string help_text();

}  // namespace replay
