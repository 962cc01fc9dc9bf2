/// What the report programs share: reading options, writing files, and how a program ends.
#pragma once

#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace bench {

/// The command line is wrong.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A number from 1 to 999999. Throws: UsageError.
inline std::size_t positive(const std::string& text) {
    constexpr std::size_t kMostDigits = 6;
    if (text.empty() || text.size() > kMostDigits || text.find_first_not_of("0123456789") != std::string::npos ||
        text.find_first_not_of('0') == std::string::npos)
        throw UsageError{"not a number from 1 to 999999: " + text};
    return std::stoul(text);
}

/// Calls take(option, operand) for each option; operand() is the argument after it. Where take answers false, or an
/// operand is missing, throws UsageError.
template <class Take>
void read_options(int count, char** arguments, Take take) {
    for (int i = 1; i < count; ++i) {
        const std::string_view option = arguments[i];
        const auto operand = [&]() -> std::string {
            if (i + 1 == count) throw UsageError{"missing operand of " + std::string{option}};
            return arguments[++i];
        };
        if (!take(option, operand)) throw UsageError{"unknown option " + std::string{option}};
    }
}

/// Calls write(stream). Throws: std::runtime_error if the file could not be written.
template <class Write>
void write_file(const std::filesystem::path& path, Write write) {
    std::ofstream file{path};
    write(file);
    if (!file.flush()) throw std::runtime_error{"cannot write " + path.string()};
}

/// The exit code of a program that does run(): its own, 2 with the usage if the command line was wrong, 1 for any other
/// error.
template <class Run>
int guarded(std::string_view program, std::string_view usage, Run run) {
    try {
        return run();
    } catch (const UsageError& error) {
        std::cerr << program << ": " << error.what() << '\n' << usage;
        return 2;
    } catch (const std::exception& error) {
        std::cerr << program << ": " << error.what() << '\n';
        return 1;
    }
}

}  // namespace bench
