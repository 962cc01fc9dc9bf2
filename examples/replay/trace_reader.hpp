// A request trace, CSV or one key a line, read batch by batch; says where and why a line is malformed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "csv_line.hpp"
#include "durations.hpp"
#include "line_reader.hpp"
#include "request.hpp"

namespace replay {

/// Columns by header name or by number from 1; empty: the trace has none.
struct CsvColumns {
    std::string time;
    std::string key;
    std::string size;
    std::string ttl;
    std::string operation;
};

struct TraceFormat {
    std::optional<CsvColumns> csv;  // none: the whole line is the key
    char separator = ',';
    bool header = false;  // a first line to pass over although all columns are numbers
    std::optional<TimeUnit> time_unit;
    std::uint64_t rate = 1'000;  // requests a second where no column gives the time
    bool skip_bad = false;
};

class TraceReader final : public RequestSource {
public:
    /// Reads the header. Throws InputError, also for a column the header lacks.
    TraceReader(const std::string& path, TraceFormat format, std::optional<std::uint64_t> at_most);

    /// Throws InputError at the first malformed line, unless they are to be skipped.
    void fill(Batch& batch) override;
    std::optional<double> progress() const override;
    std::string description() const override { return lines_.name() + "\n"; }
    Skipped skipped() const override { return skipped_; }

private:
    using Column = std::optional<std::size_t>;
    struct BadLine {
        std::string reason;
    };

    void read_header();
    Column find_column(const std::string& wanted) const;
    TimeUnit unit_of_time() const;
    void add_line(std::string_view line, Batch& batch);
    void add_record(std::string_view line, Batch& batch);
    void read_size(std::string_view field, Request& request) const;
    void read_ttl(std::string_view field, Request& request) const;
    void read_operation(std::string_view field, Request& request) const;
    Micros read_time(std::string_view field);
    void check_and_add(std::string_view key, Request& request, Batch& batch);
    std::string place() const;

    TraceFormat format_;
    LineReader lines_;
    CsvLine csv_line_;
    bool has_header_ = false;
    std::size_t field_count_ = 0;  // of the header, else of the first line
    Column time_, key_, size_, ttl_, operation_;
    TimeUnit time_unit_ = TimeUnit::seconds;
    TimeUnit ttl_unit_ = TimeUnit::seconds;
    Micros latest_{0};
    std::optional<std::uint64_t> at_most_;
    std::uint64_t read_ = 0;
    Skipped skipped_;
};

}  // namespace replay
