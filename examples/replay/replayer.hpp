// The replay loop: a batch of requests against a store under a virtual clock, timed and nothing else timed.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "request.hpp"
#include "stores.hpp"
#include "timeline.hpp"

namespace replay {

/// Every `period` of virtual time one sweep of at most `budget` entries.
struct SweepPlan {
    std::size_t budget;
    Micros period;
};

struct ReplayCounts {
    std::uint64_t requests = 0;
    std::uint64_t operations = 0;  // calls of the store, sweeps apart
    std::uint64_t sweeps = 0;
    Micros first{0};
    Micros last{0};
    std::chrono::nanoseconds real{0};
};

template <class Store>
class Replayer {
public:
    Replayer(Store& store, VirtualTicker& clock, std::optional<SweepPlan> sweeps)
        : store_{store}, clock_{clock}, sweeps_{sweeps} {}

    void replay(const Batch& batch) {
        if (batch.requests.empty()) return;
        if (counts_.requests == 0) start_at(batch.requests.front().time);
        const auto begin = std::chrono::steady_clock::now();
        for (const Request& request : batch.requests) {
            if (request.time >= next_sweep_) sweep_until(request.time);
            move_clock_to(request.time);
            perform(request, batch.key(request));
        }
        counts_.real += std::chrono::steady_clock::now() - begin;
        counts_.requests += batch.requests.size();
        counts_.last = batch.requests.back().time;
    }

    const ReplayCounts& counts() const { return counts_; }
    const Timeline& timeline() const { return timeline_; }

private:
    void start_at(Micros time) {
        counts_.first = time;
        next_sweep_ = sweeps_ ? later(time, sweeps_->period) : kNever;
    }

    void perform(const Request& request, std::string_view key) {
        ++counts_.operations;
        switch (request.operation) {
            case Operation::get:
                if (const bool hit = store_.find(key) != nullptr; timeline_.record(request.time, hit), !hit) {
                    ++counts_.operations;
                    store_.set(key, Payload{request.size}, expiry_of(request));
                }
                break;
            case Operation::set:
                store_.set(key, Payload{request.size}, expiry_of(request));
                break;
            case Operation::add:
                store_.set(key, Payload{request.size}, expiry_of(request), ttlstore::When::if_absent);
                break;
            case Operation::update:
                store_.update(key, [&](Payload& payload) { payload.size = request.size; });
                break;
            case Operation::erase:
                store_.erase(key);
                break;
        }
    }

    static ttlstore::Expiry expiry_of(const Request& request) {
        if (request.ttl.count() == 0) return ttlstore::Expiry::standard();
        return request.ttl == kNever ? ttlstore::Expiry::never() : ttlstore::Expiry::after(request.ttl);
    }

    /// Performs the sweeps due up to `now`, except those that could not find anything.
    void sweep_until(Micros now) {
        while (next_sweep_ <= now && next_sweep_ != kNever) {
            move_clock_to(next_sweep_);
            const auto report = store_.sweep(ttlstore::SweepBudget{.entries = sweeps_->budget});
            ++counts_.sweeps;
            std::int64_t periods = 1;
            if (report.drained) {
                Micros useful = later(now, Micros{1});
                if (report.next_deadline) useful = std::min(useful, report.next_deadline->time_since_epoch());
                const std::int64_t away = (useful - next_sweep_).count();
                periods =
                    std::max<std::int64_t>(1, away / sweeps_->period.count() + (away % sweeps_->period.count() != 0));
            }
            if (periods > kNever / sweeps_->period) {
                next_sweep_ = kNever;
            } else {
                next_sweep_ = later(next_sweep_, periods * sweeps_->period);
            }
        }
    }

    void move_clock_to(Micros time) { clock_.set(VirtualTicker::time_point{time}); }

    static Micros later(Micros time, Micros by) { return by > kNever - time ? kNever : time + by; }

    Store& store_;
    VirtualTicker& clock_;
    std::optional<SweepPlan> sweeps_;
    Micros next_sweep_ = kNever;
    ReplayCounts counts_;
    Timeline timeline_;
};

}  // namespace replay
