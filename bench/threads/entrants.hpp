/// The stores that run against each other, each filled with the same entries and behind the same call.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "threads/mixes.hpp"

namespace bench {

/// A filled store.
class Entrant {
public:
    virtual ~Entrant() = default;
    /// Each of `threads` threads does `operations` of its stream, from the `from`-th on; wall nanoseconds.
    /// Throws: WrongAnswer if a get missed or found another value than was stored.
    virtual double lap(const Streams& streams, std::size_t threads, std::size_t from, std::size_t operations) = 0;
};

struct NamedEntrant {
    std::string name;
    std::unique_ptr<Entrant> store;
};

/// In this order in every table and chart; the first is what programs are written with.
enum EntrantNumber : std::size_t { kByHand, kTtlStoreLocked, kOurs, kOursSteady, kOursUnbounded, kNothingShared, kTbb };

/// Without TBB the last one is missing.
std::vector<NamedEntrant> make_entrants(std::size_t entries);

}  // namespace bench
