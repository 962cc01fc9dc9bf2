/// The expiry indexes that are compared. A new one is one line here.
#pragma once

#include <string_view>
#include <tuple>

#include <ttlstore/ttlstore.hpp>

namespace bench {

/// What an index does not do, so that it is not asked for it.
enum class Lacks {
    nothing,
    other_ttls,  ///< one ttl only
    order        ///< a sweep may miss what is due: it has no figures for sweeps
};

template <class T>
struct IndexChoice {
    using Index = T;
    std::string_view name;
    Lacks lacks = Lacks::nothing;
};

/// The first is what the others are compared with.
inline constexpr std::tuple kIndexes{
    IndexChoice<ttlstore::OrderedExpiry>{"OrderedExpiry"},
    IndexChoice<ttlstore::TimingWheelExpiry>{"TimingWheelExpiry"},
    IndexChoice<ttlstore::HeapExpiry>{"HeapExpiry"},
    IndexChoice<ttlstore::FifoExpiry>{"FifoExpiry", Lacks::other_ttls},
    IndexChoice<ttlstore::LazyExpiry>{"LazyExpiry", Lacks::order},
};

}  // namespace bench
