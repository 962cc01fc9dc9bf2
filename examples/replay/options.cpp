// One table of options: what --help shows is what is understood.
#include "options.hpp"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "numbers.hpp"
#include "stores.hpp"
#include "twitter_clusters.hpp"

namespace replay {
namespace {

using Text = std::string_view;

constexpr std::uint64_t kMostRequests = 1'000'000'000'000;
constexpr std::uint64_t kMostKeys = 1'000'000'000'000;
constexpr std::uint64_t kMostAnything = std::uint64_t{1} << 62U;

std::uint64_t whole_number(Text text, std::uint64_t least, std::uint64_t most) {
    const ScaledNumber number = scaled_decimal(text, 0);
    const auto value = static_cast<std::uint64_t>(number.value);
    if (number.error != NumberError::none || !number.exact || value < least || value > most) {
        throw std::invalid_argument(quoted(text) + " is not a whole number from " + std::to_string(least) + " to " +
                                    std::to_string(most));
    }
    return value;
}

std::uint64_t limit(Text text) { return text == "none" ? Options::kUnlimited : whole_number(text, 1, kMostAnything); }

std::uint64_t bytes(Text text) {
    constexpr std::array<std::pair<Text, unsigned>, 3> kUnits{{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}}};
    for (const auto& [unit, shift] : kUnits) {
        if (text.size() <= unit.size() || text.substr(text.size() - unit.size()) != unit) continue;
        return whole_number(text.substr(0, text.size() - unit.size()), 1, kMostAnything >> shift) << shift;
    }
    return limit(text);
}

Micros positive_duration(Text text) {
    const Micros duration = parse_duration(text);
    if (duration.count() == 0) throw std::invalid_argument("must be longer than nothing; write never for no limit");
    return duration;
}

CsvColumns columns(Text text) {
    CsvColumns result;
    for (;;) {
        const auto comma = text.find(',');
        const Text part = text.substr(0, comma);
        const auto equals = part.find('=');
        const Text role = part.substr(0, equals);
        std::string* const place = role == "time"   ? &result.time
                                   : role == "key"  ? &result.key
                                   : role == "size" ? &result.size
                                   : role == "ttl"  ? &result.ttl
                                   : role == "op"   ? &result.operation
                                                    : nullptr;
        if (place == nullptr) throw std::invalid_argument(quoted(role) + " is none of time, key, size, ttl, op");
        if (equals == Text::npos || equals + 1 == part.size()) {
            throw std::invalid_argument("say which column: " + std::string{role} + "=NAME or " + std::string{role} +
                                        "=NUMBER");
        }
        if (!place->empty()) throw std::invalid_argument(std::string{role} + " is given twice");
        *place = part.substr(equals + 1);
        if (comma == Text::npos) break;
        text.remove_prefix(comma + 1);
    }
    if (result.key.empty()) throw std::invalid_argument("key=COLUMN is missing");
    return result;
}

char separator(Text text) {
    if (text == "tab") return '\t';
    if (text.size() != 1 || text == "\"") throw std::invalid_argument(quoted(text) + " is not one character (or tab)");
    return text.front();
}

TimeUnit time_unit(Text text) {
    const auto unit = time_unit_named(text);
    if (!unit) throw std::invalid_argument(quoted(text) + " is none of ns, us, ms, s");
    return *unit;
}

template <class Names>
std::string one_of(Text text, const Names& names) {
    bool found = false;
    std::apply([&](const auto&... choice) { found = ((choice.name == text) || ...); }, names);
    if (!found) throw std::invalid_argument(quoted(text) + " is none of " + names_of(names));
    return std::string{text};
}

std::uint64_t cluster(Text text) {
    const ScaledNumber number = scaled_decimal(text, 0);
    if (number.error != NumberError::none || !number.exact || twitter_cluster(number.value) == nullptr) {
        throw std::invalid_argument(quoted(text) + " is not a cluster of the table; --list-clusters shows it");
    }
    return static_cast<std::uint64_t>(number.value);
}

OutputFormat output_format(Text text) {
    if (text == "text") return OutputFormat::text;
    if (text == "json") return OutputFormat::json;
    throw std::invalid_argument(quoted(text) + " is none of text, json");
}

struct Row {
    Text name;         // empty: a heading
    Text argument;     // empty: a switch
    std::string help;  // further lines after '\n'
    void (*apply)(Options&, Text);
};

using O = Options;

const auto& rows() {
    static const std::array kRows{
        Row{"", "", "Input", nullptr},
        Row{"--csv", "COLUMNS",
            "CSV; time=C,key=C[,size=C][,ttl=C][,op=C] with each C a\n"
            "name in the header line or a number from 1. Without time,\n"
            "requests arrive at --rate. A ttl of 0 or none is --ttl's.",
            [](O& o, Text v) { o.trace.csv = columns(v); }},
        Row{"--keys", "", "one key a line", [](O& o, Text) { o.keys = true; }},
        Row{"--time-unit", "UNIT",
            "s, ms, us or ns; not needed if the time column's name\n"
            "ends in _s, _ms, _us or _ns",
            [](O& o, Text v) { o.trace.time_unit = time_unit(v); }},
        Row{"--separator", "CHAR", "between fields, or tab (default the comma)",
            [](O& o, Text v) { o.trace.separator = separator(v); }},
        Row{"--header", "", "pass over a header line although all columns are numbers",
            [](O& o, Text) { o.trace.header = true; }},
        Row{"--skip-bad", "", "count malformed lines instead of stopping at the first",
            [](O& o, Text) { o.trace.skip_bad = true; }},
        Row{"", "", "Store", nullptr},
        Row{"--ttl", "DUR", "life of an entry; instead of the generator's ttl mix",
            [](O& o, Text v) { o.ttl = positive_duration(v); }},
        Row{"--idle-ttl", "DUR", "life of an entry from its last access",
            [](O& o, Text v) { o.idle_ttl = positive_duration(v); }},
        Row{"--capacity", "N", "most entries, or none (default none, generator 60000)",
            [](O& o, Text v) { o.capacity = limit(v); }},
        Row{"--max-weight", "BYTES", "most bytes of values (column size), e.g. 64MiB, or none",
            [](O& o, Text v) { o.max_weight = bytes(v); }},
        Row{"--sweep-period", "DUR", "virtual time from sweep to sweep, or never (see below)",
            [](O& o, Text v) { o.sweep_period = positive_duration(v); }},
        Row{"--sweep-budget", "N", "most entries a sweep removes, or none (see below)",
            [](O& o, Text v) { o.sweep_budget = limit(v); }},
        Row{"--index", "NAME", "expiry index (default ordered):\n" + names_of(kIndexes),
            [](O& o, Text v) { o.index = one_of(v, kIndexes); }},
        Row{"--policy", "NAME", "who goes when the store is full (default lru):\n" + names_of(kPolicies),
            [](O& o, Text v) { o.policy = one_of(v, kPolicies); }},
        Row{"", "", "Generator (without FILE)", nullptr},
        Row{"--cluster", "N", "a Twitter cache cluster's figures (default 4)",
            [](O& o, Text v) { o.cluster = cluster(v); }},
        Row{"--list-clusters", "", "show the clusters and their source",
            [](O& o, Text) { o.wanted = Wanted::clusters; }},
        Row{"--key-space", "N", "how many keys there are (default 1000000)",
            [](O& o, Text v) { o.key_space = whole_number(v, 1, kMostKeys); }},
        Row{"", "", "Both", nullptr},
        Row{"--requests", "N", "stop after N (default all of FILE, generator 2000000)",
            [](O& o, Text v) { o.requests = whole_number(v, 1, kMostRequests); }},
        Row{"--rate", "N", "requests a virtual second, where no column gives the time\n(default 1000)",
            [](O& o, Text v) { o.rate = whole_number(v, 1, 1'000'000'000), o.rate_given = true; }},
        Row{"--seed", "N", "of the generator and of the store's hash (default 1)",
            [](O& o, Text v) { o.seed = whole_number(v, 0, kMostAnything); }},
        Row{"", "", "Output", nullptr},
        Row{"--format", "NAME", "text or json (default text)", [](O& o, Text v) { o.format = output_format(v); }},
        Row{"--chart", "", "hit ratio over virtual time (default)", [](O& o, Text) { o.chart = true; }},
        Row{"--no-chart", "", "no chart", [](O& o, Text) { o.chart = false; }},
        Row{"--ascii", "", "the chart in ASCII", [](O& o, Text) { o.ascii = true; }},
        Row{"--help", "", "this text", [](O& o, Text) { o.wanted = Wanted::help; }},
    };
    return kRows;
}

void apply_option(Options& options, int argc, const char* const* argv, int& at) {
    const Text word = argv[at];
    const auto equals = word.find('=');
    const Text name = word.substr(0, equals);
    for (const Row& row : rows()) {
        if (row.name.empty() || row.name != name) continue;
        Text value;
        if (row.argument.empty()) {
            if (equals != Text::npos) throw UsageError(std::string{name} + " takes no value");
        } else if (equals != Text::npos) {
            value = word.substr(equals + 1);
        } else {
            if (at + 1 == argc) throw UsageError(std::string{name} + " needs a value: " + std::string{row.argument});
            value = argv[++at];
        }
        try {
            row.apply(options, value);
        } catch (const std::invalid_argument& error) {
            throw UsageError(std::string{name} + ": " + error.what());
        }
        return;
    }
    throw UsageError("there is no option " + quoted(name));
}

void refuse_if(bool wrong, const char* reason) {
    if (wrong) throw UsageError(reason);
}

void check_together(const Options& o) {
    const bool csv = o.trace.csv.has_value();
    refuse_if(csv && o.keys, "--csv and --keys exclude each other");
    refuse_if(o.input && !csv && !o.keys, "say how to read the input: --csv time=COLUMN,key=COLUMN or --keys");
    refuse_if(!o.input && (csv || o.keys), "an input is missing: a file, or - for standard input");
    refuse_if(o.input && o.cluster, "--cluster is the generator's, the input brings its own requests");
    refuse_if(o.input && o.key_space, "--key-space is the generator's, the input brings its own keys");
    refuse_if(csv && !o.trace.csv->time.empty() && o.rate_given, "--rate is for input without time column");
    refuse_if(!csv && o.trace.header, "--header needs --csv");
    refuse_if((!csv || o.trace.csv->time.empty()) && o.trace.time_unit, "--time-unit needs --csv with time=COLUMN");
    refuse_if(o.input && o.max_weight && (!csv || o.trace.csv->size.empty()),
              "--max-weight needs --csv with size=COLUMN");
    refuse_if(o.sweep_period == kNever && o.sweep_budget.has_value(),
              "--sweep-budget with --sweep-period never has no use");
}

void fill_in_defaults(Options& o) {
    o.trace.rate = o.rate;
    if (!o.input && !o.capacity) o.capacity = 60'000;
    if (!o.sweep_period && (!o.input || o.sweep_budget)) o.sweep_period = std::chrono::seconds{1};
    if (o.sweep_period && !o.sweep_budget) o.sweep_budget = 100;
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
    Options options;
    bool only_names = false;
    for (int at = 1; at < argc; ++at) {
        const Text word = argv[at];
        if (!only_names && word == "--") {
            only_names = true;
        } else if (!only_names && word.size() > 1 && word.front() == '-') {
            apply_option(options, argc, argv, at);
        } else if (options.input) {
            throw UsageError("one input at a time: " + quoted(*options.input) + " and " + quoted(word));
        } else {
            options.input = std::string{word};
        }
    }
    if (options.wanted != Wanted::replay) return options;
    check_together(options);
    fill_in_defaults(options);
    return options;
}

std::string help_text() {
    std::string text =
        "usage: replay [options]             the built-in workload\n"
        "       replay [options] FILE        a request trace; - is standard input\n"
        "\n"
        "Replays requests through a ttlstore::TtlStore under a virtual clock and reports\n"
        "what became of them. A get that misses is followed by a set of the same key.\n";
    for (const Row& row : rows()) {
        if (row.name.empty()) {
            text += "\n" + row.help + ":\n";
            continue;
        }
        std::string help = row.help;
        std::string left = "  " + std::string{row.name} + (row.argument.empty() ? "" : " ") + std::string{row.argument};
        left.resize(22, ' ');
        for (std::size_t at = help.find('\n'); at != std::string::npos; at = help.find('\n', at + 1)) {
            help.insert(at + 1, 22, ' ');
        }
        text += left + help + "\n";
    }
    return text +
           "\n"
           "DUR is 250ms, 30min, 1h30m, 7d ... or never. Names of operations (op): get\n"
           "gets set add cas replace incr decr append prepend delete. cas and replace count\n"
           "as set; incr, decr, append and prepend change a present value and keep its\n"
           "deadline. Sweeps: every 1s and 100 entries if not said otherwise; through a\n"
           "trace only if one of the two options is given.\n"
           "\n"
           "Exit status: 0 done; 1 the report could not be written or memory ran out;\n"
           "2 the command line or the input is wrong.\n";
}

}  // namespace replay
