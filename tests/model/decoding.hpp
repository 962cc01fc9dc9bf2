// From bytes to a store's configuration and to expiries, as the store and as the model understand them.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "support/model.hpp"
#include "ttlstore/ttl_store.hpp"

namespace model_test {

using support::Model;
using support::ModelExpiry;
using ttlstore::Tick;

using Record = std::array<std::uint8_t, 8>;

/// The ttl in stores that take one only.
inline constexpr Tick kOneTtl = 20;

inline constexpr std::array<int, 4> kUniverses{4, 16, 48, 300};
inline int universe_of(const Record& first) { return kUniverses[first[0] % kUniverses.size()]; }

inline Tick start_of(const Record& first) {
    constexpr Tick kFirst = std::numeric_limits<Tick>::min();
    constexpr Tick kLast = std::numeric_limits<Tick>::max();
    constexpr std::array<Tick, 6> kStarts{0, 1'000, -1'000, kFirst + 1'000, kLast - 1'000'000, 1'700'000'000'000};
    return kStarts[first[6] % kStarts.size()];
}

template <class Setup>
ttlstore::StoreConfig store_configuration(const Record& first, const Record& second) {
    using Duration = typename Setup::Duration;
    ttlstore::StoreConfig config;
    const auto universe = static_cast<std::size_t>(universe_of(first));
    if (first[1] % 4 != 0) config.capacity = 1 + first[1] * universe / 256;
    if (Setup::kWeighs && first[2] % 3 != 0) config.max_weight = 4 + first[2] * universe / 64;
    if (first[3] % 2 != 0) config.default_ttl = Duration{1 + first[3] / 4};
    if (first[4] % 3 == 0) config.idle_ttl = Duration{1 + first[4] / 6};
    constexpr std::array<double, 4> kJitters{0.1, 0.5, 0.99, 0.001};
    // How jitter and idle times go together is not fixed, and both at once would hide one behind the other.
    if (first[5] % 4 == 0 && !config.idle_ttl) config.jitter = kJitters[first[5] / 4 % kJitters.size()];
    if (Setup::kInOrder) {
        config.jitter = 0;
        if (config.idle_ttl) {
            config.default_ttl.reset();
            config.idle_ttl = Duration{kOneTtl};
        } else if (config.default_ttl) {
            config.default_ttl = Duration{kOneTtl};
        }
    }
    config.hash_seed = second[0];
    return config;
}

template <class Setup>
support::ModelConfig model_configuration(const ttlstore::StoreConfig& config) {
    using Duration = typename Setup::Duration;
    support::ModelConfig model;
    model.policy = Setup::kPolicy;
    model.weighs = Setup::kWeighs;
    model.capacity = config.capacity;
    model.max_weight = config.max_weight;
    if (config.default_ttl) model.default_ttl = config.default_ttl->template ticks<Duration>();
    if (config.idle_ttl) model.idle_ttl = config.idle_ttl->template ticks<Duration>();
    return model;
}

struct DecodedExpiry {
    ttlstore::Expiry expiry = ttlstore::Expiry::standard();
    ModelExpiry model;

    [[nodiscard]] bool may_bring_a_deadline() const {
        return model.kind == ModelExpiry::Kind::after || model.kind == ModelExpiry::Kind::at;
    }
};

template <class Setup>
DecodedExpiry decode_expiry(std::uint8_t kind, std::uint8_t amount, Tick now) {
    using Kind = ModelExpiry::Kind;
    using Duration = typename Setup::Duration;
    using Time = typename Setup::Store::time_point;
    using std::chrono::nanoseconds;
    const Tick small = Setup::kInOrder ? kOneTtl : 1 + amount % 32;
    const auto after = [](auto ttl, Tick ticks) {
        return DecodedExpiry{ttlstore::Expiry::after(ttl), {Kind::after, ticks}};
    };
    const auto at = [](Tick ticks) {
        return DecodedExpiry{ttlstore::Expiry::at(Time{Duration{ticks}}), {Kind::at, ticks}};
    };
    if (Setup::kInOrder && (kind % 16 == 10 || kind % 16 == 12)) kind = 9;
    switch (kind % 16) {
        case 4:
            return {ttlstore::Expiry::never(), {Kind::never, 0}};
        case 5:
            return {ttlstore::Expiry::keep(), {Kind::keep, 0}};
        case 6:
        case 7:
        case 8:
        case 9:
            return after(Duration{small}, small);
        case 10:
            return after(Duration{1}, 1);
        case 11:
            // Less than a tick more than the whole ticks before: rounds up.
            return after(nanoseconds{Duration{small - 1}} + nanoseconds{1}, small);
        case 12:
            return after(std::chrono::hours::max(), std::numeric_limits<Tick>::max());
        case 13:
        case 14:
            return at(Model::later(now, small));
        case 15:
            return at(now - amount % 8);
        default:
            return {ttlstore::Expiry::standard(), {Kind::standard, 0}};
    }
}

inline std::string show_expiry(const ModelExpiry& expiry) {
    constexpr std::array<const char*, 5> kNames{"standard", "never", "keep", "after ", "at "};
    std::string text = kNames[static_cast<std::size_t>(expiry.kind)];
    if (expiry.kind >= ModelExpiry::Kind::after) text += std::to_string(expiry.ticks);
    return text;
}

}  // namespace model_test
