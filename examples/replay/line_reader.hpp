// A byte stream cut into lines: any line end, any content, bounded memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace replay {

class LineReader {
public:
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20U;

    /// Opens the file, or standard input for `-`. Throws InputError.
    explicit LineReader(const std::string& path);

    enum class Found { line, too_long, end };
    /// `line` is without its line end and valid until the next call; a line over kLongestLine is passed over.
    Found next(std::string_view& line);

    const std::string& name() const { return name_; }
    std::uint64_t line_number() const { return line_number_; }
    std::uint64_t bytes_read() const { return bytes_read_; }
    /// Of a regular file.
    std::optional<std::uint64_t> bytes_total() const { return bytes_total_; }

private:
    bool refill();

    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stdin) std::fclose(file);
        }
    };
    std::unique_ptr<std::FILE, Close> file_;
    std::string name_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::size_t filled_ = 0;
    std::string carried_;  // a line's beginning from earlier buffers
    std::uint64_t line_number_ = 0;
    std::uint64_t bytes_read_ = 0;
    std::optional<std::uint64_t> bytes_total_;
};

}  // namespace replay
