// Numbers as the report prints them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace replay {

/// 1234567 as `1,234,567`.
inline std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, 1, ',');
    return text;
}

/// With so many decimal places.
inline std::string fixed(double number, int places) {
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", places, number);
    return text;
}

}  // namespace replay
