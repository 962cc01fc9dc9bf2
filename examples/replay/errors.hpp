// What can go wrong through no fault of the program, and how foreign text is quoted in its messages.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace replay {

/// The command line asks for something that does not exist or does not fit together. Exit code 2.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The input cannot be opened, read or understood. Exit code 2.
struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Text of unknown origin in quotes: cut at 40 bytes, anything unprintable as \xNN.
inline std::string quoted(std::string_view text) {
    constexpr std::size_t kShown = 40;
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out = "'";
    for (const char c : text.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte >> 4U];
            out += kHex[byte & 15U];
        }
    }
    return out + (text.size() > kShown ? "...'" : "'");
}

}  // namespace replay
