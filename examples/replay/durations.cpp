// Durations to and from text, in whole microseconds.
#include "durations.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "errors.hpp"
#include "numbers.hpp"

namespace replay {
namespace {

struct Unit {
    std::string_view name;
    std::int64_t factor;  // of ten to the power of `shift` microseconds
    int shift;
};

constexpr std::array kUnits{
    Unit{"ns", 1, -3}, Unit{"us", 1, 0},   Unit{"ms", 1, 3},   Unit{"s", 1, 6},      Unit{"sec", 1, 6},
    Unit{"m", 60, 6},  Unit{"min", 60, 6}, Unit{"h", 3600, 6}, Unit{"d", 86'400, 6}, Unit{"w", 604'800, 6},
};

std::int64_t part_in_micros(std::string_view number, std::string_view unit_name) {
    for (const Unit& unit : kUnits) {
        if (unit.name != unit_name) continue;
        const ScaledNumber scaled = scaled_decimal(number, unit.shift);
        if (scaled.error == NumberError::not_a_number) throw std::invalid_argument(quoted(number) + " is not a number");
        if (scaled.error == NumberError::too_large ||
            scaled.value > std::numeric_limits<std::int64_t>::max() / unit.factor) {
            throw std::invalid_argument("longer than 292,000 years; write never for no limit");
        }
        return scaled.value * unit.factor + (scaled.exact ? 0 : 1);
    }
    throw std::invalid_argument(unit_name.empty()
                                    ? "a unit is missing after " + quoted(number) + " (ns us ms s min h d w)"
                                    : "unknown unit " + quoted(unit_name) + " (ns us ms s min h d w)");
}

}  // namespace

std::optional<TimeUnit> time_unit_named(std::string_view name) {
    if (name == "ns") return TimeUnit::nanoseconds;
    if (name == "us") return TimeUnit::microseconds;
    if (name == "ms") return TimeUnit::milliseconds;
    if (name == "s") return TimeUnit::seconds;
    return std::nullopt;
}

std::optional<TimeUnit> time_unit_of_column(std::string_view name) {
    const auto underscore = name.rfind('_');
    if (underscore == std::string_view::npos) return std::nullopt;
    return time_unit_named(name.substr(underscore + 1));
}

Micros parse_duration(std::string_view text) {
    if (text == "never") return kNever;
    if (text.empty()) throw std::invalid_argument("a duration is missing");
    const auto in_number = [](char c) { return is_digit(c) || c == '.'; };
    std::int64_t total = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && in_number(text[at])) ++at;
        const std::string_view number = text.substr(begin, at - begin);
        if (number.empty()) throw std::invalid_argument("a number is missing before " + quoted(text.substr(at)));
        const std::size_t unit_begin = at;
        while (at < text.size() && !in_number(text[at])) ++at;
        const std::int64_t part = part_in_micros(number, text.substr(unit_begin, at - unit_begin));
        if (part > kNever.count() - total) throw std::invalid_argument("longer than 292,000 years");
        total += part;
    }
    return Micros{total};
}

std::string format_duration(Micros duration) {
    struct Step {
        std::int64_t micros;
        const char* name;
    };
    constexpr std::array kSteps{Step{86'400'000'000, " d"}, Step{3'600'000'000, " h"}, Step{60'000'000, " min"},
                                Step{1'000'000, " s"},      Step{1'000, " ms"},        Step{1, " us"}};
    const std::int64_t count = duration.count();
    for (std::size_t i = 0; i < kSteps.size(); ++i) {
        if (count < kSteps[i].micros) continue;
        const Step& fine = kSteps[std::min(i + 1, kSteps.size() - 1)];
        const std::int64_t below = count % fine.micros;
        if (below != 0 && count < kNever.count() - fine.micros) {
            const bool up = below >= fine.micros / 2;
            return format_duration(Micros{count - below + (up ? fine.micros : 0)});  // may reach the next unit
        }
        std::string text = std::to_string(count / kSteps[i].micros) + kSteps[i].name;
        const std::int64_t rest = count % kSteps[i].micros / fine.micros;
        if (rest != 0) text += " " + std::to_string(rest) + fine.name;
        return text;
    }
    return "0 s";
}

}  // namespace replay
