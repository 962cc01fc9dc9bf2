/// The measured rows as a Markdown table, as CSV, and the verdict on each.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "report/measure.hpp"

namespace bench {

struct Measured {
    Row row;
    Result result;
};

enum class Verdict { no_floor, ok, below };
Verdict verdict_of(const Measured& measured);

/// How far a row with a floor is above it: 1 is exactly on it, below 1 is short of it.
double margin_of(const Measured& measured);

void write_markdown_head(std::ostream& out);
void write_markdown_row(std::ostream& out, const Measured& measured);
/// How many rows reach their floor, and which one is worst.
void write_summary(std::ostream& out, const std::vector<Measured>& all);
void write_csv(std::ostream& out, const std::vector<Measured>& all);

/// What was measured where: compiler, processor, the way of measuring.
void write_preface(std::ostream& out, const Settings& settings);

/// Compiler and processor alone.
void write_machine(std::ostream& out);

/// Three digits that count: "4.52", "31.0", "1080".
std::string figure(double value);

}  // namespace bench
