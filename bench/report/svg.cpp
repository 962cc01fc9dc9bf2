/// The drawing: a white sheet, a frame of numbers, marks in colours that the colour-blind can tell apart, a legend
/// below.
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace bench {
namespace {

constexpr double kWidth = 960;
constexpr double kLeft = 84;
constexpr double kRight = 24;
constexpr double kTop = 84;
constexpr double kPlotHeight = 360;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kBottom = kTop + kPlotHeight;
constexpr double kLegendLine = 24;
/// The first is for what others are compared with.
constexpr std::array kColours{"#8a8a8a", "#0072b2", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00", "#7a6a00"};

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", value);
    return text;
}

/// "0.5", "7.2", "31", "1080", "100 k"
std::string label(double value) {
    char text[32];
    if (value >= 1e6)
        std::snprintf(text, sizeof text, "%g M", value / 1e6);
    else if (value >= 1e4)
        std::snprintf(text, sizeof text, "%g k", std::round(value / 100) / 10);
    else
        std::snprintf(text, sizeof text, value < 10 ? "%.1f" : "%.0f", value);
    std::string result = text;
    if (result.size() > 2 && result.ends_with(".0")) result.resize(result.size() - 2);
    return result;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += c;
    }
    return result;
}

const char* colour(std::size_t index) { return kColours[index % kColours.size()]; }

std::string stroke_of(std::size_t index, bool dashed) {
    return std::string{"stroke=\""} + colour(index) + "\" stroke-width=\"2.5\" fill=\"none\"" +
           (dashed ? " stroke-dasharray=\"7 5\"" : "");
}

class Drawing {
public:
    void text(double x, double y, const std::string& words, int size, const char* anchor = "start",
              const char* more = "") {
        body_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" font-size=\"" + std::to_string(size) +
                 "\" text-anchor=\"" + anchor + "\" " + more + ">" + escaped(words) + "</text>\n";
    }
    /// Centred, one line below the other where there is a line break.
    void lines(double x, double y, const std::string& words, int size) {
        const std::size_t end = words.find('\n');
        text(x, y, words.substr(0, end), size, "middle");
        if (end != std::string::npos) lines(x, y + 1.2 * size, words.substr(end + 1), size);
    }
    void line(double x1, double y1, double x2, double y2, const char* style) {
        body_ += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" +
                 number(y2) + "\" " + style + "/>\n";
    }
    void box(double x, double y, double width, double height, const char* fill) {
        body_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
                 number(height) + "\" fill=\"" + fill + "\"/>\n";
    }
    void raw(const std::string& element) { body_ += element + '\n'; }

    void titles(const std::string& title, const std::string& subtitle, const std::string& x_title,
                const std::string& y_title) {
        text(kLeft, 32, title, 21, "start", "font-weight=\"bold\"");
        text(kLeft, 56, subtitle, 14, "start", "fill=\"#555\"");
        text(kLeft + kPlotWidth / 2, kBottom + 62, x_title, 16, "middle");
        const double middle = kTop + kPlotHeight / 2;
        text(24, middle, y_title, 16, "middle", ("transform=\"rotate(-90 24 " + number(middle) + ")\"").c_str());
    }

    /// The legend has a line for each series, below the chart.
    void legend_box(std::size_t index, const std::string& name, const char* fill) {
        box(kLeft, legend_height(index) - 12, 26, 14, fill);
        text(kLeft + 36, legend_height(index), name, 15);
    }
    void legend_line(std::size_t index, const std::string& name, const std::string& stroke) {
        line(kLeft, legend_height(index) - 5, kLeft + 26, legend_height(index) - 5, stroke.c_str());
        text(kLeft + 36, legend_height(index), name, 15);
    }

    std::string finished() const {
        const std::string size = number(kWidth) + " " + number(height_);
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" + number(kWidth) +
               "\" height=\"" + number(height_) +
               "\" font-family=\"Helvetica, Arial, sans-serif\" fill=\"#222\">\n<rect width=\"100%\" height=\"100%\" "
               "fill=\"#fff\"/>\n" +
               body_ + "</svg>\n";
    }

private:
    double legend_height(std::size_t index) {
        const double y = kBottom + 94 + kLegendLine * static_cast<double>(index);
        height_ = std::max(height_, y + 20);
        return y;
    }

    std::string body_;
    double height_ = kBottom + 76;
};

/// Places values between two ends, and knows round values to write beside the axis.
class Measure {
public:
    Measure(Scale scale, double low, double high) : scale_{scale}, low_{low}, high_{high} {
        if (scale_ == Scale::logarithmic) {
            low_ = std::pow(10, std::floor(std::log10(low) + 1e-9));
            high_ = high;
            return;
        }
        const double rough = (high - low) / 6;
        const double power = std::pow(10, std::floor(std::log10(rough)));
        step_ = rough / power > 5 ? 10 * power : rough / power > 2 ? 5 * power : rough / power > 1 ? 2 * power : power;
        high_ = low + std::ceil((high - low) / step_ - 1e-9) * step_;
    }

    double share(double value) const {
        if (scale_ == Scale::linear) return (value - low_) / (high_ - low_);
        return std::log(std::max(value, low_) / low_) / std::log(high_ / low_);
    }

    std::vector<double> ticks() const {
        std::vector<double> all;
        if (scale_ == Scale::linear) {
            for (double tick = low_; tick < high_ + step_ / 2; tick += step_) all.push_back(tick);
            return all;
        }
        for (double decade = low_; decade <= high_ * (1 + 1e-9); decade *= 10) {
            for (const double times : {1, 2, 5}) {
                if (decade * times <= high_ * (1 + 1e-9) && (times == 1 || high_ / low_ < 2'000))
                    all.push_back(decade * times);
            }
        }
        return all;
    }

private:
    Scale scale_;
    double low_;
    double high_;
    double step_ = 1;
};

double at_height(const Measure& y, double value) { return kBottom - y.share(value) * kPlotHeight; }

void draw_heights(Drawing& drawing, const Measure& y) {
    for (const double tick : y.ticks()) {
        const double height = at_height(y, tick);
        drawing.line(kLeft, height, kLeft + kPlotWidth, height, "stroke=\"#ddd\"");
        drawing.text(kLeft - 10, height + 5, label(tick), 14, "end");
    }
    drawing.line(kLeft, kBottom, kLeft + kPlotWidth, kBottom, "stroke=\"#444\"");
}

}  // namespace

std::string bar_chart(const std::string& title, const std::string& subtitle, const std::vector<std::string>& categories,
                      const Axis& x, const Axis& y, const std::vector<BarSeries>& series) {
    double low = 1e300;
    double high = 0;
    for (const BarSeries& one : series) {
        for (const double value : one.values) {
            if (value <= 0) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    const Measure heights{y.scale, y.scale == Scale::linear ? 0 : low / 1.5,
                          high * (y.scale == Scale::linear ? 1.06 : 1.4)};
    Drawing drawing;
    drawing.titles(title, subtitle, x.title, y.title);
    draw_heights(drawing, heights);

    const double group = kPlotWidth / static_cast<double>(categories.size());
    const double width = std::min(70.0, group * 0.86 / static_cast<double>(series.size()));
    for (std::size_t c = 0; c < categories.size(); ++c) {
        const double middle = kLeft + group * (static_cast<double>(c) + 0.5);
        drawing.lines(middle, kBottom + 22, categories[c], 15);
        double left = middle - width * static_cast<double>(series.size()) / 2;
        for (std::size_t s = 0; s < series.size(); ++s, left += width) {
            const double value = series[s].values[c];
            if (value <= 0) continue;
            const double top = at_height(heights, value);
            drawing.box(left + 1, top, width - 2, kBottom - top, colour(s));
            drawing.text(left + width / 2, top - 5, label(value), 13, "middle");
        }
    }
    for (std::size_t s = 0; s < series.size(); ++s) drawing.legend_box(s, series[s].name, colour(s));
    return drawing.finished();
}

std::string line_chart(const std::string& title, const std::string& subtitle, const Axis& x, const Axis& y,
                       const std::vector<LineSeries>& series, const std::vector<Mark>& marks) {
    double first = 1e300;
    double last = 0;
    double high = 0;
    for (const LineSeries& one : series) {
        first = std::min(first, *std::min_element(one.x.begin(), one.x.end()));
        last = std::max(last, *std::max_element(one.x.begin(), one.x.end()));
        high = std::max(high, *std::max_element(one.y.begin(), one.y.end()));
    }
    for (const Mark& mark : marks) high = std::max(high, mark.height);
    const Measure widths{x.scale, x.scale == Scale::linear ? 0 : first, last};
    const Measure heights{y.scale, 0, high * 1.04};
    const auto across = [&](double value) { return kLeft + widths.share(value) * kPlotWidth; };

    Drawing drawing;
    drawing.titles(title, subtitle, x.title, y.title);
    draw_heights(drawing, heights);
    for (const double tick : widths.ticks()) {
        drawing.line(across(tick), kBottom, across(tick), kBottom + 5, "stroke=\"#444\"");
        drawing.text(across(tick), kBottom + 22, label(tick), 14, "middle");
    }
    for (std::size_t s = 0; s < series.size(); ++s) {
        const std::string stroke = stroke_of(s + 1, series[s].dashed);
        std::string points;
        for (std::size_t i = 0; i < series[s].x.size(); ++i) {
            points += number(across(series[s].x[i])) + ',' + number(at_height(heights, series[s].y[i])) + ' ';
        }
        drawing.raw("<polyline points=\"" + points + "\" " + stroke + "/>");
        drawing.legend_line(s, series[s].name, stroke);
    }
    for (std::size_t m = 0; m < marks.size(); ++m) {
        const std::string stroke = "stroke=\"#b00\" stroke-width=\"1.5\" stroke-dasharray=\"3 4\"";
        const double height = at_height(heights, marks[m].height);
        drawing.line(kLeft, height, kLeft + kPlotWidth, height, stroke.c_str());
        drawing.legend_line(series.size() + m, marks[m].name, stroke);
    }
    return drawing.finished();
}

}  // namespace bench
