// One line of CSV cut into fields: `"a,b"` is one field, `""` inside quotes is a quote.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

class CsvLine {
public:
    /// Returns nullptr, or what is wrong. The fields are valid as long as `line` and until the next call.
    /// A quoted field ends on its line: a record never spans two.
    const char* split(std::string_view line, char separator) {
        fields_.clear();
        unescaped_.clear();
        unescaped_.reserve(line.size());  // the fields point into it: it must not move
        for (std::size_t at = 0;;) {
            if (at < line.size() && line[at] == '"') {
                if (!quoted_field(line, at)) return "a quote is not closed";
                if (at < line.size() && line[at] != separator) return "text after a closing quote";
            } else {
                const std::size_t end = std::min(line.find(separator, at), line.size());
                fields_.push_back(line.substr(at, end - at));
                at = end;
            }
            if (at == line.size()) return nullptr;
            ++at;
        }
    }

    const std::vector<std::string_view>& fields() const { return fields_; }

private:
    /// `at` stands on the opening quote and is left behind the closing one.
    bool quoted_field(std::string_view line, std::size_t& at) {
        const std::size_t begin = unescaped_.size();
        for (++at;;) {
            const auto quote = line.find('"', at);
            if (quote == std::string_view::npos) return false;
            unescaped_.append(line.substr(at, quote - at));
            at = quote + 1;
            if (at == line.size() || line[at] != '"') break;
            unescaped_ += '"';
            ++at;
        }
        fields_.push_back(std::string_view{unescaped_}.substr(begin));
        return true;
    }

    std::vector<std::string_view> fields_;
    std::string unescaped_;
};

}  // namespace replay
