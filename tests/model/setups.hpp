// The setups that are run: each value of each dimension meets most values of the others in some of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>

#include "model/setup.hpp"
#include "ttlstore/eviction/fifo_eviction.hpp"
#include "ttlstore/eviction/lfu_eviction.hpp"
#include "ttlstore/eviction/s3_fifo_eviction.hpp"
#include "ttlstore/eviction/sieve_eviction.hpp"
#include "ttlstore/eviction/tiny_lfu_eviction.hpp"

namespace model_test {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using support::MapExpiry;
using support::TrackedThrowingMove;
using ttlstore::FifoEviction;
using ttlstore::FifoExpiry;
using ttlstore::HeapExpiry;
using ttlstore::LazyExpiry;
using ttlstore::LfuEviction;
using ttlstore::LruEviction;
using ttlstore::NoEviction;
using ttlstore::OrderedExpiry;
using ttlstore::S3FifoEviction;
using ttlstore::SieveEviction;
using ttlstore::SoonestExpiryEviction;
using ttlstore::TimingWheelExpiry;
using ttlstore::TinyLfuEviction;
using MoveOnly = std::unique_ptr<ModelValue>;

using OrderedLru =
    std::tuple<Setup<int, std::int64_t, milliseconds, OrderedExpiry, LruEviction>,
               Setup<std::string, std::string, nanoseconds, OrderedExpiry, LruEviction, Weigh::yes>,
               Setup<int, MoveOnly, seconds, OrderedExpiry, LruEviction, Weigh::no, Listen::no>,
               Setup<TrackedThrowingMove, TrackedThrowingMove, milliseconds, OrderedExpiry, LruEviction, Weigh::yes>>;

using OrderedSoonest =
    std::tuple<Setup<std::string, MoveOnly, milliseconds, OrderedExpiry, SoonestExpiryEviction, Weigh::yes>,
               Setup<int, std::string, nanoseconds, OrderedExpiry, SoonestExpiryEviction>,
               Setup<int, TrackedThrowingMove, seconds, OrderedExpiry, SoonestExpiryEviction, Weigh::yes, Listen::no>>;

using OrderedNone =
    std::tuple<Setup<int, std::int64_t, nanoseconds, OrderedExpiry, NoEviction, Weigh::yes>,
               Setup<std::string, std::string, seconds, OrderedExpiry, NoEviction>,
               Setup<TrackedThrowingMove, MoveOnly, milliseconds, OrderedExpiry, NoEviction, Weigh::yes>>;

using UserIndex = std::tuple<Setup<CollidingKey, std::string, milliseconds, MapExpiry, LruEviction, Weigh::yes>,
                             Setup<std::string, std::int64_t, seconds, MapExpiry, SoonestExpiryEviction, Weigh::yes>,
                             Setup<int, MoveOnly, nanoseconds, MapExpiry, NoEviction>>;

using Queues = std::tuple<Setup<int, std::int64_t, milliseconds, OrderedExpiry, SieveEviction>,
                          Setup<std::string, MoveOnly, nanoseconds, HeapExpiry, S3FifoEviction, Weigh::yes>,
                          Setup<CollidingKey, std::string, seconds, OrderedExpiry, S3FifoEviction>,
                          Setup<TrackedThrowingMove, std::int64_t, milliseconds, HeapExpiry, SieveEviction, Weigh::yes>,
                          Setup<int, TrackedThrowingMove, seconds, LazyExpiry, LfuEviction, Weigh::yes>,
                          Setup<std::string, std::string, milliseconds, FifoExpiry, FifoEviction, Weigh::yes>>;

using OrderedTinyLfu =
    std::tuple<Setup<int, std::int64_t, milliseconds, OrderedExpiry, TinyLfuEviction>,
               Setup<std::string, TrackedThrowingMove, seconds, OrderedExpiry, TinyLfuEviction, Weigh::yes>,
               Setup<CollidingKey, MoveOnly, nanoseconds, TimingWheelExpiry, TinyLfuEviction, Weigh::yes>>;

using HeapIndex = std::tuple<Setup<int, std::int64_t, nanoseconds, HeapExpiry, LruEviction>,
                             Setup<std::string, MoveOnly, milliseconds, HeapExpiry, SoonestExpiryEviction, Weigh::yes>,
                             Setup<int, TrackedThrowingMove, seconds, HeapExpiry, NoEviction, Weigh::yes>>;

using FifoIndex = std::tuple<Setup<int, std::string, milliseconds, FifoExpiry, LruEviction, Weigh::yes>,
                             Setup<CollidingKey, std::int64_t, seconds, FifoExpiry, SoonestExpiryEviction>>;

using LazyIndex = std::tuple<Setup<std::string, std::int64_t, milliseconds, LazyExpiry, LruEviction>,
                             Setup<int, MoveOnly, nanoseconds, LazyExpiry, NoEviction, Weigh::yes>>;

using Wheel = std::tuple<Setup<int, std::int64_t, nanoseconds, TimingWheelExpiry, LruEviction, Weigh::yes>,
                         Setup<std::string, MoveOnly, milliseconds, TimingWheelExpiry, SoonestExpiryEviction>,
                         Setup<TrackedThrowingMove, std::string, seconds, TimingWheelExpiry, NoEviction, Weigh::yes>>;

inline constexpr std::size_t kSetups = std::tuple_size_v<OrderedLru> + std::tuple_size_v<OrderedSoonest> +
                                       std::tuple_size_v<OrderedNone> + std::tuple_size_v<UserIndex> +
                                       std::tuple_size_v<Queues> + std::tuple_size_v<OrderedTinyLfu> +
                                       std::tuple_size_v<HeapIndex> + std::tuple_size_v<FifoIndex> +
                                       std::tuple_size_v<LazyIndex> + std::tuple_size_v<Wheel>;

}  // namespace model_test
