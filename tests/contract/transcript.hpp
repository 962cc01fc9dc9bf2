// What a store answers to a long random sequence of calls, as text: two stores agree if their transcripts do.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttl_store.hpp"

namespace contract {

using namespace std::chrono_literals;
using ttlstore::Expiry;
using ttlstore::RemovalCause;

struct AgreementWeigher {
    std::size_t operator()(int /*key*/, int value) const { return static_cast<std::size_t>(1 + value % 5); }
};

/// The stores that are compared; all of them with listener and weigher.
template <class Index, class Policy>
using AgreementStore =
    ttlstore::TtlStore<int, int, ttlstore::ManualTicker, Index, Policy, ttlstore::WithWeigher<AgreementWeigher>,
                       ttlstore::WithListener<support::Recorder<int, int>>>;

/// Which calls are made.
struct Program {
    unsigned seed;
    bool one_ttl;     // only what keeps the order of the deadlines that of the writes
    bool steps_back;  // the clock: an entry that was dead and not yet removed is then alive again
};

/// `each_step` holds what every index promises, `in_order` also what depends on the order of expiry and on a sweep that
/// misses nothing. `died` is all that expired, in any order.
struct Transcript {
    std::vector<std::string> each_step;
    std::vector<std::string> in_order;
    std::vector<std::pair<int, int>> died;
};

template <class Store>
class Witness {
public:
    explicit Witness(Program program)
        : random_{program.seed},
          one_ttl_{program.one_ttl},
          steps_back_{program.steps_back},
          config_{configuration()},
          store_{clock_, config_, seen_} {
        clock_.set(ttlstore::ManualTicker::time_point{draw(2) == 0 ? 0ms : -1'000ms});
    }

    Transcript testify(int steps) {
        for (int i = 0; i < steps; ++i) {
            said_.str("");
            ordered_.str("");
            said_ << i << ": ";
            step(draw(100));
            note_events();
            said_ << " size " << store_.size();
            ordered_ << " stored " << store_.stored() << " next " << next_deadline();
            if (i % 64 == 0) walk();
            transcript_.each_step.push_back(said_.str());
            transcript_.in_order.push_back(ordered_.str());
        }
        drain();
        return std::move(transcript_);
    }

private:
    int draw(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

    ttlstore::StoreConfig configuration() {
        ttlstore::StoreConfig config;
        config.hash_seed = random_();
        keys_ = std::array{6, 40, 400}[static_cast<std::size_t>(draw(3))];
        // Bounds within which every index finds a dead entry if there is one.
        if (keys_ < 400 && draw(3) != 0) config.capacity = static_cast<std::size_t>(1 + draw(keys_));
        if (keys_ < 400 && draw(3) == 0) config.max_weight = static_cast<std::size_t>(5 + draw(60));
        const int lives = draw(3);
        if (lives == 0) config.default_ttl = ttl_;
        if (lives == 1) config.idle_ttl = ttl_;
        if (!one_ttl_) {
            if (draw(2) == 0) config.default_ttl = 30ms;
            if (draw(3) == 0) config.jitter = 0.5;
        }
        return config;
    }

    Expiry expiry() {
        const int kind = draw(8);
        if (kind == 0) return Expiry::never();
        if (kind == 1) return Expiry::keep();
        if (kind == 2) return Expiry::at(clock_.now() - std::chrono::milliseconds{draw(3)});
        if (one_ttl_) return kind < 5 && !config_.idle_ttl ? Expiry::after(ttl_) : Expiry::standard();
        if (kind == 3) return Expiry::at(clock_.now() + std::chrono::milliseconds{1 + draw(50)});
        if (kind == 4) return Expiry::after(std::chrono::hours::max());
        if (kind < 7) return Expiry::after(std::chrono::milliseconds{1 + draw(40)});
        return Expiry::standard();
    }

    void step(int choice) {
        const int key = draw(keys_);
        const int value = next_value_++;
        if (choice < 28) {
            const auto when = std::array{ttlstore::When::always, ttlstore::When::always, ttlstore::When::if_absent,
                                         ttlstore::When::if_present}[static_cast<std::size_t>(draw(4))];
            said_ << "set " << static_cast<int>(store_.set(key, value, expiry(), when));
        } else if (choice < 40) {
            said_ << "get " << store_.get(key).value_or(-1);
        } else if (choice < 44) {
            const int* const found = store_.peek(key);
            const auto info = store_.info(key);
            said_ << "peek " << (found == nullptr ? -1 : *found) << " info " << info.has_value();
            if (info && info->left) said_ << " left " << info->left->count();
        } else if (choice < 46) {
            said_ << "find_many";
            store_.find_many(std::array{key, key + 1, key + 2},
                             [&](std::size_t, const int* v) { said_ << ' ' << (v == nullptr ? -1 : *v); });
        } else if (choice < 49) {
            try {
                said_ << "get_or_set "
                      << store_.get_or_set(
                             key, [&] { return value; }, expiry());
            } catch (const std::length_error&) {
                said_ << "cannot be kept";
            }
        } else if (choice < 52) {
            said_ << "update " << store_.update(key, [&](int& v) { v = value; });
        } else if (choice < 58) {
            const auto condition = static_cast<ttlstore::ExpireIf>(draw(5));
            said_ << "expire "
                  << store_.expire(key, config_.idle_ttl && one_ttl_ ? Expiry::keep() : expiry(), condition);
        } else if (choice < 61) {
            said_ << "persist " << store_.persist(key);
        } else if (choice < 64) {
            said_ << "touch " << store_.touch(key);
        } else if (choice < 69) {
            said_ << "erase " << store_.erase(key);
        } else if (choice < 71) {
            said_ << "take " << store_.take(key).value_or(-1);
        } else if (choice < 72) {
            walks_table_ = true;
            said_ << "erase_if " << store_.erase_if([](int k, int v) { return (k + v) % 7 == 0; });
        } else if (choice < 73) {
            walks_table_ = true;
            if (draw(4) == 0) store_.clear();
        } else if (choice < 80) {
            ordered_ << "sweep " << store_.sweep(static_cast<std::size_t>(draw(4)));
        } else if (choice < 82) {
            const auto report = store_.sweep(ttlstore::SweepBudget{.entries = static_cast<std::size_t>(draw(6))});
            ordered_ << "sweep " << report.removed << ' ' << report.drained << " lag " << report.oldest_lag.count();
        } else if (choice < 94) {
            clock_.advance(std::chrono::milliseconds{draw(6)});
        } else if (choice < 95) {
            clock_.advance(draw(8) == 0 ? 50 * 365 * 24h : 60ms);
        } else if (choice < 97) {
            if (steps_back_) clock_.advance(-std::chrono::milliseconds{draw(20)});
        } else if (choice < 98) {
            if (keys_ < 400) store_.set_capacity(static_cast<std::size_t>(1 + draw(keys_)));
        } else if (choice < 99) {
            if (keys_ == 400) store_.reserve(static_cast<std::size_t>(draw(1'000)));
        } else {
            Store moved{std::move(store_)};
            store_ = std::move(moved);
        }
    }

    void note_events() {
        auto events = seen_.take();
        if (walks_table_) std::sort(events.begin(), events.end(), [](auto& a, auto& b) { return a.key < b.key; });
        walks_table_ = false;
        for (const auto& event : events) {
            if (event.cause == RemovalCause::expired) {
                ordered_ << ' ' << event;
                transcript_.died.emplace_back(event.key, event.value);
            } else {
                said_ << ' ' << event;
            }
        }
    }

    std::string next_deadline() const {
        const auto next = store_.next_deadline();
        return next ? std::to_string(next->time_since_epoch().count()) : "none";
    }

    void walk() {
        std::vector<std::pair<int, int>> live;
        for (const auto& [key, value] : store_) live.emplace_back(key, value);
        std::sort(live.begin(), live.end());
        for (const auto& [key, value] : live) said_ << ' ' << key << '=' << value;
        support::check_invariants(store_);
    }

    void drain() {
        clock_.set(ttlstore::ManualTicker::time_point::max());
        int sweeps = 0;
        while (!store_.sweep(ttlstore::SweepBudget{.entries = 16}).drained) REQUIRE(++sweeps < 10'000);
        note_events();
        const ttlstore::Stats stats = store_.stats();
        said_.str("");
        said_ << "at the end: hits " << stats.hits << " misses " << stats.misses << " inserted " << stats.inserted
              << " replaced " << stats.replaced << " evicted " << stats.evicted << " erased " << stats.erased
              << " taken " << stats.taken << " cleared " << stats.cleared << " rejected " << stats.rejected
              << " expired " << stats.lazily_expired + stats.swept + stats.expired_for_room << " stored "
              << store_.stored();
        transcript_.each_step.push_back(said_.str());
        ordered_.str("");
        ordered_ << "swept " << stats.swept << " lazily " << stats.lazily_expired << " for room "
                 << stats.expired_for_room;
        transcript_.in_order.push_back(ordered_.str());
        std::sort(transcript_.died.begin(), transcript_.died.end());
    }

    std::mt19937 random_;
    bool one_ttl_;
    bool steps_back_;
    std::chrono::milliseconds ttl_{20};
    int keys_ = 0;
    int next_value_ = 0;
    bool walks_table_ = false;
    ttlstore::StoreConfig config_;
    ttlstore::ManualTicker clock_;
    support::Recorder<int, int> seen_;
    Store store_;
    std::ostringstream said_;
    std::ostringstream ordered_;
    Transcript transcript_;
};

}  // namespace contract
