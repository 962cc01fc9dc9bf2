// Looks for operations on which a store and the model differ, and boils them down to the few that matter.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <functional>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "model/operations.hpp"

namespace model_test {

/// What went wrong, or nothing.
template <class S>
std::optional<std::string> outcome(const std::vector<Record>& records, std::ostream* trace = nullptr) {
    try {
        run_operations<S>(records, trace);
        return std::nullopt;
    } catch (const std::exception& problem) {
        return problem.what();
    }
}

/// Leaves out runs of records, halves first, as long as what remains still fails.
template <class S>
std::vector<Record> shrink(std::vector<Record> records) {
    constexpr std::size_t kConfiguration = 2;
    for (std::size_t length = records.size() / 2; length > 0;) {
        bool shorter = false;
        for (std::size_t start = records.size(); start > kConfiguration;) {
            const std::size_t from = start > kConfiguration + length ? start - length : kConfiguration;
            std::vector<Record> fewer{records};
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(from),
                        fewer.begin() + static_cast<std::ptrdiff_t>(start));
            if (outcome<S>(fewer)) {
                records = std::move(fewer);
                shorter = true;
            }
            start = std::min(from, records.size());
        }
        if (!shorter || length > records.size() / 2) length /= 2;
    }
    return records;
}

template <class S>
std::string explain(const std::vector<Record>& records) {
    std::ostringstream text;
    const auto problem = outcome<S>(records, &text);
    text << "\n=> " << problem.value_or("no difference") << "\nas bytes:";
    for (const Record& record : records) {
        text << "\n ";
        for (const unsigned byte : record) text << ' ' << byte;
    }
    return text.str();
}

/// Other ones for each setup, though the seed be the same.
template <class S>
std::vector<Record> random_records(std::uint64_t seed, std::size_t operations) {
    std::mt19937_64 random{seed ^ std::hash<std::string>{}(S::name())};
    std::vector<Record> records(operations + 2);
    for (Record& record : records) {
        const std::uint64_t bits = random();
        for (std::size_t i = 0; i < record.size(); ++i) record[i] = static_cast<std::uint8_t>(bits >> (8 * i));
    }
    return records;
}

/// Operations over all setups; the environment variable TTLSTORE_MODEL_OPERATIONS sets another number.
inline std::size_t total_operations() {
    if (const char* text = std::getenv("TTLSTORE_MODEL_OPERATIONS")) return std::strtoull(text, nullptr, 10);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 300'000;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return 300'000;
#else
    return 2'000'000;
#endif
#else
    return 2'000'000;
#endif
}

/// TTLSTORE_MODEL_SEED starts elsewhere; each run prints its seed when it fails.
inline std::uint64_t first_seed() {
    const char* text = std::getenv("TTLSTORE_MODEL_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

/// Runs random programs until `operations` were made. Answers with the shrunk failure, or "".
template <class S>
std::string search(std::size_t operations, std::uint64_t seed = first_seed()) {
    constexpr std::size_t kLength = 1'500;
    for (std::size_t done = 0; done < operations; done += kLength, ++seed) {
        std::vector<Record> records = random_records<S>(seed, kLength);
        if (outcome<S>(records))
            return "seed " + std::to_string(seed) + '\n' + explain<S>(shrink<S>(std::move(records)));
    }
    return "";
}

}  // namespace model_test
