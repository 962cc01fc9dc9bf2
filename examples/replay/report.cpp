// The report's lines. Everything but the real time is the same in every run of the same command.
#include "report.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "chart.hpp"
#include "durations.hpp"
#include "text.hpp"
#include "twitter_clusters.hpp"

namespace replay {
namespace {

constexpr std::size_t kChartParts = 64;

double nanoseconds_per_operation(const ReplayCounts& counts) {
    if (counts.operations == 0) return 0;
    return static_cast<double>(counts.real.count()) / static_cast<double>(counts.operations);
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    if (whole == 0) return "none";
    return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 2) + " %";
}

std::string line(std::string_view name, std::uint64_t number, const std::string& note = {}) {
    std::string text = "  " + std::string{name};
    text.resize(20, ' ');
    const std::string figure = grouped(number);
    text.append(figure.size() < 14 ? 14 - figure.size() : 0, ' ');
    return text + figure + (note.empty() ? "" : "   " + note) + "\n";
}

std::string per_entry(std::size_t bytes, std::size_t entries) {
    if (entries == 0) return "";
    return fixed(static_cast<double>(bytes) / static_cast<double>(entries), 1) + " a stored entry";
}

std::string limits(const Options& o) {
    const auto has = [](const auto& value, auto none) { return value && *value != none; };
    std::string text;
    if (has(o.capacity, Options::kUnlimited)) text += ", capacity " + grouped(*o.capacity);
    if (has(o.max_weight, Options::kUnlimited)) text += ", at most " + grouped(*o.max_weight) + " bytes of values";
    if (has(o.ttl, kNever)) text += ", ttl " + format_duration(*o.ttl);
    if (has(o.idle_ttl, kNever)) text += ", idle ttl " + format_duration(*o.idle_ttl);
    text += "\n        ";
    if (!has(o.sweep_period, kNever)) return text + "no sweeps\n";
    return text + "sweeps " +
           (*o.sweep_budget == Options::kUnlimited ? "all that is due"
                                                   : "at most " + grouped(*o.sweep_budget) + " entries") +
           " every " + format_duration(*o.sweep_period) + "\n";
}

// The usual variables decide, the strongest first; nothing said is taken for a terminal of today.
ChartStyle chart_style(const Options& options) {
    if (!options.chart) return ChartStyle::none;
    if (options.ascii) return ChartStyle::ascii;
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string_view locale = value;
        const bool utf8 =
            locale.find("UTF-8") != std::string_view::npos || locale.find("utf8") != std::string_view::npos;
        return utf8 ? ChartStyle::blocks : ChartStyle::ascii;
    }
    return ChartStyle::blocks;
}

std::string text_report(const Options& options, const RequestSource& source, const RunResult& result) {
    const ttlstore::Stats& stats = result.stats;
    const ReplayCounts& counts = result.counts;
    const Micros span = counts.last - counts.first;

    std::string out = "replay  " + source.description();
    out += "store   " + result.store_name + limits(options);
    out += "clock   " + format_duration(span) + " of virtual time\n\n";

    out += line("requests", counts.requests);
    if (const Skipped skipped = source.skipped(); skipped.lines != 0) {
        out += line("malformed lines", skipped.lines, "skipped, the first for this reason:") + "    " + skipped.first +
               "\n";
    }
    out +=
        line("hits", stats.hits, percent(stats.hits, stats.lookups()) + " of " + grouped(stats.lookups()) + " lookups");
    out += line("misses", stats.misses);
    out += line("inserted", stats.inserted);
    out += line("replaced", stats.replaced);
    out += line("expired lazily", stats.lazily_expired, "found dead by a request");
    out += line("swept", stats.swept, "in " + grouped(counts.sweeps) + " sweeps");
    out += line("expired for room", stats.expired_for_room, "the dead go before the living");
    out += line("evicted", stats.evicted);
    if (stats.erased != 0) out += line("erased", stats.erased);
    if (stats.rejected != 0) out += line("rejected", stats.rejected, "no room");
    const bool sized = !options.input || (options.trace.csv && !options.trace.csv->size.empty());
    const std::string values = "values of " + grouped(result.live_value_bytes) + " bytes (sizes only)";
    out += line("live", result.live, sized ? values : "");
    out += line("stored", result.stored, grouped(result.stored - result.live) + " dead, not yet removed");
    out += line("bytes", result.memory.total(), per_entry(result.memory.total(), result.stored));
    out += line("  table", result.memory.table, "without the text of long keys");
    out += line("  index", result.memory.index);
    out += line("  policy", result.memory.policy) + "\n";

    const ChartStyle style = chart_style(options);
    if (style != ChartStyle::none && stats.lookups() != 0 && span.count() > 0) {
        out += "hit ratio over virtual time\n" + hit_ratio_chart(result.timeline, span, style) + "\n";
    }
    const double seconds = std::chrono::duration<double>(counts.real).count();
    out += "real    " + fixed(nanoseconds_per_operation(counts), 0) +
           " ns per operation: " + grouped(counts.operations) + " operations in " + fixed(seconds, 3) + " s\n";
    return out;
}

class Json {
public:
    void add(std::string_view name, const std::string& value) {
        text_ += (text_.empty() ? "{\n  \"" : ",\n  \"") + std::string{name} + "\": " + value;
    }
    void add(std::string_view name, std::uint64_t number) { add(name, std::to_string(number)); }
    std::string finish() const { return text_ + "\n}\n"; }

private:
    std::string text_;
};

std::string json_report(const RequestSource& source, const RunResult& result) {
    const ttlstore::Stats& stats = result.stats;
    Json json;
    json.add("store", "\"" + result.store_name + "\"");
    json.add("requests", result.counts.requests);
    json.add("malformed_lines", source.skipped().lines);
    json.add("operations", result.counts.operations);
    json.add("hits", stats.hits);
    json.add("misses", stats.misses);
    json.add("hit_ratio", stats.hit_ratio() ? fixed(*stats.hit_ratio(), 9) : "null");
    json.add("inserted", stats.inserted);
    json.add("replaced", stats.replaced);
    json.add("expired_lazily", stats.lazily_expired);
    json.add("swept", stats.swept);
    json.add("sweeps", result.counts.sweeps);
    json.add("expired_for_room", stats.expired_for_room);
    json.add("evicted", stats.evicted);
    json.add("erased", stats.erased);
    json.add("rejected", stats.rejected);
    json.add("live", result.live);
    json.add("live_value_bytes", result.live_value_bytes);
    json.add("stored", result.stored);
    json.add("bytes", result.memory.total());
    json.add("bytes_table", result.memory.table);
    json.add("bytes_index", result.memory.index);
    json.add("bytes_policy", result.memory.policy);
    json.add("virtual_us", std::to_string((result.counts.last - result.counts.first).count()));
    std::string parts;
    for (const TimelinePart& part : result.timeline.parts(kChartParts)) {
        parts += (parts.empty() ? "[" : ", [") + std::to_string(part.lookups) + ", " + std::to_string(part.hits) + "]";
    }
    json.add("lookups_and_hits_over_time", "[" + parts + "]");
    json.add("real_ns_per_operation", fixed(nanoseconds_per_operation(result.counts), 1));
    return json.finish();
}

}  // namespace

std::string report(const Options& options, const RequestSource& source, const RunResult& result) {
    return options.format == OutputFormat::json ? json_report(source, result) : text_report(options, source, result);
}

std::string cluster_list() {
    std::string out = "cluster,key_bytes,value_bytes,ttl_mix_seconds,operation_mix,zipf_alpha\n";
    for (const TwitterCluster& cluster : kTwitterClusters) {
        std::string ttls;
        for (const TtlShare& share : cluster.ttls) {
            if (share.percent == 0) continue;
            ttls += (ttls.empty() ? "" : " ") + std::to_string(share.seconds) + ":" + fixed(share.percent / 100.0, 2);
        }
        std::string operations;
        for (const OperationShare& share : cluster.operations) {
            if (share.percent == 0) continue;
            operations +=
                (operations.empty() ? "" : " ") + std::string{share.name} + ":" + fixed(share.percent / 100.0, 2);
        }
        char exponent[32];
        std::snprintf(exponent, sizeof exponent, "%g", cluster.zipf_exponent);
        out += "cluster" + std::to_string(cluster.number) + "," + std::to_string(cluster.key_bytes) + "," +
               std::to_string(cluster.value_bytes) + "," + ttls + "," + operations + "," + exponent + "\n";
    }
    return out +
           "\n"
           "Published figures, a selection: J. Yang, Y. Yue, R. Vinayak: A large scale analysis of hundreds of\n"
           "in-memory cache clusters at Twitter, OSDI 2020; github.com/twitter/cache-trace, CC BY 4.0.\n";
}

}  // namespace replay
