// Ten rows of at most 64 bars; blocks show eighths of a row, ASCII halves.
#include "chart.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "durations.hpp"

namespace replay {
namespace {

constexpr int kRows = 10;
constexpr std::size_t kColumns = 64;

struct Glyphs {
    std::vector<std::string_view> levels;  // empty to full
    std::string_view axis, tick, corner, floor;
};

const Glyphs& glyphs(ChartStyle style) {
    static const Glyphs blocks{{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}, "│", "┤", "└", "─"};
    static const Glyphs ascii{{" ", ".", "#"}, "|", "+", "+", "-"};
    return style == ChartStyle::ascii ? ascii : blocks;
}

std::string right_aligned(std::string_view text, std::size_t width) {
    return std::string(width - std::min(width, text.size()), ' ') + std::string{text};
}

// Height of a bar in levels of the glyphs, all rows together.
int height(const TimelinePart& part, int levels) {
    if (part.lookups == 0) return 0;
    const double ratio = static_cast<double>(part.hits) / static_cast<double>(part.lookups);
    return std::max(1, static_cast<int>(ratio * kRows * levels + 0.5));
}

}  // namespace

std::string hit_ratio_chart(const Timeline& timeline, Micros span, ChartStyle style) {
    const Glyphs& glyph = glyphs(style);
    const int levels = static_cast<int>(glyph.levels.size()) - 1;
    const std::vector<TimelinePart> parts = timeline.parts(kColumns);

    std::string out;
    for (int row = kRows - 1; row >= 0; --row) {
        const int upper_edge = (row + 1) * 100 / kRows;
        const bool labelled = upper_edge == 100 || upper_edge == 50;
        out += right_aligned(labelled ? std::to_string(upper_edge) + " %" : "", 7);
        out += ' ';
        out += labelled ? glyph.tick : glyph.axis;
        std::string bars;
        for (const TimelinePart& part : parts) {
            const int level = std::clamp(height(part, levels) - row * levels, 0, levels);
            bars += glyph.levels[static_cast<std::size_t>(level)];
        }
        out += bars.substr(0, bars.find_last_not_of(' ') + 1) + "\n";
    }
    out += right_aligned("0 %", 7) + " ";
    out += glyph.corner;
    for (std::size_t i = 0; i < kColumns; ++i) out += glyph.floor;
    out += "\n";

    const std::string middle = format_duration(span / 2);
    const std::string end = format_duration(span);
    std::string labels(9 + kColumns, ' ');
    labels.replace(9, 1, "0");
    labels.replace(9 + kColumns / 2 - middle.size() / 2, middle.size(), middle);
    labels.replace(labels.size() - end.size(), end.size(), end);
    return out + labels + "\n";
}

}  // namespace replay
