// Hits and lookups over virtual time, in constant memory for a trace of any length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "request.hpp"

namespace replay {

struct TimelinePart {
    std::uint64_t lookups = 0;
    std::uint64_t hits = 0;
};

/// Starts with buckets of a microsecond; whenever time runs past the last one, neighbours merge and widths double.
class Timeline {
public:
    void record(Micros time, bool hit) {
        if (time >= bucket_end_) move_to(time);
        TimelinePart& part = buckets_[bucket_];
        ++part.lookups;
        if (hit) ++part.hits;
    }

    /// The time covered, cut into at most `count` equal parts.
    std::vector<TimelinePart> parts(std::size_t count) const {
        const std::size_t used = start_ ? bucket_ + 1 : 0;
        std::vector<TimelinePart> result(used < count ? used : count);
        for (std::size_t i = 0; i < used; ++i) {
            TimelinePart& part = result[i * result.size() / used];
            part.lookups += buckets_[i].lookups;
            part.hits += buckets_[i].hits;
        }
        return result;
    }

private:
    static constexpr std::size_t kBuckets = 1'024;

    void move_to(Micros time) {
        if (!start_) start_ = time;
        while ((time - *start_) / width_ >= static_cast<std::int64_t>(kBuckets)) double_width();
        bucket_ = static_cast<std::size_t>((time - *start_) / width_);
        const Micros done = static_cast<std::int64_t>(bucket_) * width_;
        bucket_end_ = width_ > Micros::max() - *start_ - done ? Micros::max() : *start_ + done + width_;
    }

    void double_width() {
        for (std::size_t i = 0; i < kBuckets / 2; ++i) {
            buckets_[i].lookups = buckets_[2 * i].lookups + buckets_[2 * i + 1].lookups;
            buckets_[i].hits = buckets_[2 * i].hits + buckets_[2 * i + 1].hits;
        }
        for (std::size_t i = kBuckets / 2; i < kBuckets; ++i) buckets_[i] = {};
        width_ *= 2;
    }

    std::array<TimelinePart, kBuckets> buckets_{};
    std::size_t bucket_ = 0;
    Micros width_{1};
    Micros bucket_end_ = Micros::min();
    std::optional<Micros> start_;
};

}  // namespace replay
