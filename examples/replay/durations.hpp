// Durations as people write them: `250ms`, `30min`, `1h30m`, `never`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "request.hpp"

namespace replay {

/// How many decimal places a unit of input time lies above a microsecond.
enum class TimeUnit { nanoseconds = -3, microseconds = 0, milliseconds = 3, seconds = 6 };

/// The unit called `ns`, `us`, `ms` or `s`.
std::optional<TimeUnit> time_unit_named(std::string_view name);

/// The unit a column name ends in: `time_ms` is in milliseconds.
std::optional<TimeUnit> time_unit_of_column(std::string_view name);

/// A sum of parts with the units ns us ms s sec m min h d w, rounded up to a microsecond, or `never` (kNever).
/// Throws std::invalid_argument with the reason.
Micros parse_duration(std::string_view text);

/// Rounded to the two leading units: `3 d 12 h`, `16 min 40 s`, `250 ms`.
std::string format_duration(Micros duration);

}  // namespace replay
