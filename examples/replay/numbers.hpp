// Decimal text to whole numbers, exactly: no binary fraction ever touches a time stamp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace replay {

enum class NumberError { none, not_a_number, negative, too_large };

struct ScaledNumber {
    std::int64_t value = 0;
    bool exact = true;  // false: digits below the last whole unit were dropped
    NumberError error = NumberError::none;
};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline std::string_view without_blanks_around(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

/// Reads `12`, `12.75` or `1.2e9` and multiplies it by ten to the power of `shift`.
inline ScaledNumber scaled_decimal(std::string_view text, int shift) {
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    constexpr long kFarExponent = 1'000'000;
    const ScaledNumber no_number{0, true, NumberError::not_a_number};

    text = without_blanks_around(text);
    const bool negative = !text.empty() && text.front() == '-';
    if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);

    std::size_t whole = 0;
    while (whole < text.size() && is_digit(text[whole])) ++whole;
    std::size_t at = whole;
    std::size_t fraction = 0;
    if (at < text.size() && text[at] == '.') {
        while (++at < text.size() && is_digit(text[at])) ++fraction;
    }
    const std::size_t digits = whole + fraction;
    if (digits == 0) return no_number;

    long exponent = 0;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool down = at < text.size() && text[at] == '-';
        if (down || (at < text.size() && text[at] == '+')) ++at;
        if (at == text.size()) return no_number;
        for (; at < text.size() && is_digit(text[at]); ++at) {
            if (exponent < kFarExponent) exponent = exponent * 10 + (text[at] - '0');
        }
        if (down) exponent = -exponent;
    }
    if (at != text.size()) return no_number;

    const auto digit = [&](std::size_t i) { return text[i < whole ? i : i + 1] - '0'; };
    const long point = static_cast<long>(whole) + exponent + shift;
    const std::size_t taken = point > 0 ? static_cast<std::size_t>(point) : 0;
    ScaledNumber result;
    for (std::size_t i = 0; i < taken; ++i) {
        if (i >= digits && result.value == 0) break;
        const int next = i < digits ? digit(i) : 0;
        if (result.value > (kMax - next) / 10) return {0, true, NumberError::too_large};
        result.value = result.value * 10 + next;
    }
    for (std::size_t i = taken; i < digits; ++i) {
        if (digit(i) != 0) result.exact = false;
    }
    if (negative && (result.value != 0 || !result.exact)) result.error = NumberError::negative;
    return result;
}

}  // namespace replay
