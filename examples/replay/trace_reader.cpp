// Lines to requests. Whatever is wrong with a line becomes one sentence about it.
#include "trace_reader.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "errors.hpp"
#include "numbers.hpp"

namespace replay {
namespace {

bool is_column_number(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

bool needs_header(const CsvColumns& columns) {
    const std::array all{&columns.time, &columns.key, &columns.size, &columns.ttl, &columns.operation};
    return std::any_of(all.begin(), all.end(),
                       [](const std::string* c) { return !c->empty() && !is_column_number(*c); });
}

std::string what_is_wrong(NumberError error, std::string_view field) {
    if (error == NumberError::negative) return quoted(field) + " is negative";
    if (error == NumberError::too_large) return quoted(field) + " is too large";
    return quoted(field) + " is not a number";
}

}  // namespace

TraceReader::TraceReader(const std::string& path, TraceFormat format, std::optional<std::uint64_t> at_most)
    : format_{std::move(format)}, lines_{path}, at_most_{at_most} {
    if (!format_.csv) return;
    has_header_ = format_.header || needs_header(*format_.csv);
    if (has_header_) read_header();
    time_ = find_column(format_.csv->time);
    key_ = find_column(format_.csv->key);
    size_ = find_column(format_.csv->size);
    ttl_ = find_column(format_.csv->ttl);
    operation_ = find_column(format_.csv->operation);
    if (time_) time_unit_ = unit_of_time();
    if (ttl_) {
        const std::string_view name = has_header_ ? csv_line_.fields()[*ttl_] : std::string_view{};
        ttl_unit_ = time_unit_of_column(name).value_or(TimeUnit::seconds);
    }
}

void TraceReader::read_header() {
    std::string_view line;
    const auto found = lines_.next(line);
    if (found == LineReader::Found::end) throw InputError(lines_.name() + ": is empty, a header line was expected");
    if (found == LineReader::Found::too_long) throw InputError(place() + "the header is longer than 1 MiB");
    if (const char* wrong = csv_line_.split(line, format_.separator)) throw InputError(place() + "header: " + wrong);
    field_count_ = csv_line_.fields().size();
}

TraceReader::Column TraceReader::find_column(const std::string& wanted) const {
    if (wanted.empty()) return std::nullopt;
    if (is_column_number(wanted)) {
        const ScaledNumber number = scaled_decimal(wanted, 0);
        if (number.error != NumberError::none || number.value == 0)
            throw UsageError("--csv: there is no column " + wanted + ", the first one is 1");
        if (has_header_ && static_cast<std::uint64_t>(number.value) > field_count_) {
            throw InputError(place() + "there is no column " + wanted + ", the header has " +
                             std::to_string(field_count_));
        }
        return static_cast<std::size_t>(number.value - 1);
    }
    const auto& names = csv_line_.fields();
    const auto at = std::find_if(names.begin(), names.end(),
                                 [&](std::string_view n) { return without_blanks_around(n) == wanted; });
    if (at == names.end()) {
        std::string known;
        for (const std::string_view name : names) known += (known.empty() ? "" : ", ") + quoted(name);
        throw InputError(place() + "no column is called " + quoted(wanted) + "; there are " + known);
    }
    return static_cast<std::size_t>(at - names.begin());
}

TimeUnit TraceReader::unit_of_time() const {
    if (format_.time_unit) return *format_.time_unit;
    if (has_header_) {
        if (const auto unit = time_unit_of_column(without_blanks_around(csv_line_.fields()[*time_]))) return *unit;
    }
    throw UsageError("the unit of time column " + quoted(format_.csv->time) +
                     " is unknown: add --time-unit s, ms, us or ns");
}

void TraceReader::fill(Batch& batch) {
    batch.clear();
    std::string_view line;
    while (!batch.full() && (!at_most_ || read_ < *at_most_)) {
        const auto found = lines_.next(line);
        if (found == LineReader::Found::end) return;
        try {
            if (found == LineReader::Found::too_long) throw BadLine{"the line is longer than 1 MiB"};
            if (!line.empty()) add_line(line, batch);
        } catch (const BadLine& bad) {
            if (!format_.skip_bad) throw InputError(place() + bad.reason);
            if (skipped_.lines++ == 0)
                skipped_.first = "line " + std::to_string(lines_.line_number()) + ": " + bad.reason;
        }
    }
}

std::optional<double> TraceReader::progress() const {
    if (at_most_ && *at_most_ != 0) return static_cast<double>(read_) / static_cast<double>(*at_most_);
    if (!lines_.bytes_total() || *lines_.bytes_total() == 0) return std::nullopt;
    return static_cast<double>(lines_.bytes_read()) / static_cast<double>(*lines_.bytes_total());
}

void TraceReader::add_line(std::string_view line, Batch& batch) {
    if (line.find('\0') != std::string_view::npos) throw BadLine{"the line contains a NUL byte"};
    if (format_.csv) {
        add_record(line, batch);
    } else {
        Request request;
        check_and_add(line, request, batch);
    }
}

void TraceReader::add_record(std::string_view line, Batch& batch) {
    if (const char* wrong = csv_line_.split(line, format_.separator)) throw BadLine{wrong};
    const auto& fields = csv_line_.fields();
    const std::size_t needed =
        1 + std::max({time_.value_or(0), *key_, size_.value_or(0), ttl_.value_or(0), operation_.value_or(0)});
    if (fields.size() < needed) {
        throw BadLine{"the line has " + std::to_string(fields.size()) + (fields.size() == 1 ? " field" : " fields") +
                      ", column " + std::to_string(needed) + " is asked for"};
    }
    if (field_count_ == 0) field_count_ = fields.size();
    // An unquoted separator in a field shifts all columns behind it, which would go unnoticed.
    if (fields.size() != field_count_) {
        throw BadLine{"the line has " + std::to_string(fields.size()) + " fields, " +
                      (has_header_ ? "the header" : "the first line") + " has " + std::to_string(field_count_)};
    }
    Request request;
    if (size_) read_size(fields[*size_], request);
    if (ttl_) read_ttl(fields[*ttl_], request);
    if (operation_) read_operation(fields[*operation_], request);
    if (time_) request.time = read_time(fields[*time_]);
    if (fields[*key_].empty()) throw BadLine{"the key is empty"};
    check_and_add(fields[*key_], request, batch);
}

void TraceReader::read_size(std::string_view field, Request& request) const {
    const ScaledNumber size = scaled_decimal(field, 0);
    if (size.error != NumberError::none) throw BadLine{"size " + what_is_wrong(size.error, field)};
    if (!size.exact) throw BadLine{"size " + quoted(field) + " is not a whole number"};
    request.size = static_cast<std::uint64_t>(size.value);
}

void TraceReader::read_ttl(std::string_view field, Request& request) const {
    field = without_blanks_around(field);
    if (field.empty()) return;
    if (is_digit(field.back()) || field.back() == '.' || field.front() == '-') {
        const ScaledNumber ttl = scaled_decimal(field, static_cast<int>(ttl_unit_));
        if (ttl.error != NumberError::none) throw BadLine{"ttl " + what_is_wrong(ttl.error, field)};
        if (ttl.value == 0 && ttl.exact) return;  // how traces write "this request brings no ttl"
        if (ttl.value == kNever.count()) throw BadLine{"ttl " + quoted(field) + " is too large"};
        request.ttl = Micros{ttl.value + (ttl.exact ? 0 : 1)};
        return;
    }
    try {
        request.ttl = parse_duration(field);
    } catch (const std::invalid_argument& error) {
        throw BadLine{"ttl " + quoted(field) + ": " + error.what()};
    }
}

void TraceReader::read_operation(std::string_view field, Request& request) const {
    const auto operation = operation_named(without_blanks_around(field));
    if (!operation) throw BadLine{"operation " + quoted(field) + " is unknown"};
    request.operation = *operation;
}

Micros TraceReader::read_time(std::string_view field) {
    const ScaledNumber time = scaled_decimal(field, static_cast<int>(time_unit_));
    if (time.error != NumberError::none) throw BadLine{"time " + what_is_wrong(time.error, field)};
    if (Micros{time.value} < latest_) {
        throw BadLine{"time " + quoted(field) + " is before that of the request before it: the clock cannot go back"};
    }
    return Micros{time.value};
}

void TraceReader::check_and_add(std::string_view key, Request& request, Batch& batch) {
    if (!time_) {
        // Seconds and their rest apart: read_ * 1'000'000 would overflow first.
        request.time = Micros{static_cast<std::int64_t>(read_ / format_.rate * 1'000'000 +
                                                        read_ % format_.rate * 1'000'000 / format_.rate)};
    }
    batch.add(key, request);
    latest_ = request.time;
    ++read_;
}

std::string TraceReader::place() const { return lines_.name() + ":" + std::to_string(lines_.line_number()) + ": "; }

}  // namespace replay
