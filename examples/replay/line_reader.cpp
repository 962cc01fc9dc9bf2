// Lines out of a buffer of 256 KiB; only a line across its edge is copied.
#include "line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "errors.hpp"

namespace replay {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{256} << 10U;

[[noreturn]] void fail(const std::string& name, int error) {
    throw InputError(name + ": cannot be read: " + std::strerror(error));
}

std::string_view without_carriage_return(std::string_view line) {
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
}

}  // namespace

LineReader::LineReader(const std::string& path)
    : name_{path == "-" ? "standard input" : path}, buffer_(kBufferBytes, '\0') {
    if (path == "-") {
        file_.reset(stdin);
    } else {
        std::error_code error;
        // A directory can be opened and only fails when read, on some systems as if it were empty.
        if (std::filesystem::is_directory(path, error)) fail(name_, EISDIR);
        file_.reset(std::fopen(path.c_str(), "rb"));
        if (!file_) fail(name_, errno);
        if (std::filesystem::is_regular_file(path, error)) {
            const auto size = std::filesystem::file_size(path, error);
            if (!error) bytes_total_ = size;
        }
    }
    refill();
    if (filled_ >= 2 && buffer_[0] == '\x1f' && buffer_[1] == '\x8b') {
        throw InputError(name_ + ": is compressed with gzip; use: zcat FILE | replay ... -");
    }
    if (std::string_view{buffer_.data(), filled_}.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;  // byte order mark
}

bool LineReader::refill() {
    errno = 0;
    at_ = 0;
    filled_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    bytes_read_ += filled_;
    if (std::ferror(file_.get()) != 0) fail(name_, errno == 0 ? EIO : errno);
    return filled_ != 0;
}

LineReader::Found LineReader::next(std::string_view& line) {
    carried_.clear();
    bool any = false;
    bool too_long = false;
    for (;;) {
        if (at_ == filled_ && !refill()) {
            if (!any) return Found::end;
            break;
        }
        any = true;
        const std::string_view rest{buffer_.data() + at_, filled_ - at_};
        const auto length = rest.find('\n');
        if (length != std::string_view::npos) {
            at_ += length + 1;
            if (carried_.empty() && !too_long) {
                ++line_number_;
                line = without_carriage_return(rest.substr(0, length));
                return Found::line;
            }
            if (!too_long) carried_.append(rest.substr(0, length));
            break;
        }
        at_ = filled_;
        if (!too_long) carried_.append(rest);
        if (carried_.size() > kLongestLine) {
            too_long = true;
            carried_.clear();
        }
    }
    ++line_number_;
    line = without_carriage_return(carried_);
    return too_long || line.size() > kLongestLine ? Found::too_long : Found::line;
}

}  // namespace replay
