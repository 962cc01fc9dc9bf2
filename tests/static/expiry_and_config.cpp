// Ttl, Expiry and the plain types: conversions, constant evaluation, defaults.
#include <chrono>
#include <limits>
#include <string>
#include <type_traits>

#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace ttlstore;
using namespace std::chrono_literals;

static_assert(std::is_convertible_v<std::chrono::seconds, Ttl>);
static_assert(std::is_convertible_v<std::chrono::duration<double>, Ttl>);
static_assert(std::is_convertible_v<std::chrono::duration<float, std::pico>, Expiry>);
static_assert(std::is_convertible_v<std::chrono::hours, Expiry>);
static_assert(std::is_convertible_v<Ttl, Expiry>);
static_assert(!std::is_convertible_v<int, Ttl>, "a number has no unit");
static_assert(!std::is_convertible_v<int, Expiry>);
static_assert(!std::is_convertible_v<ManualTicker::time_point, Expiry>, "a point in time says so: Expiry::at");
static_assert(!std::is_default_constructible_v<Ttl>);
static_assert(std::is_trivially_copyable_v<Ttl>);
static_assert(std::is_trivially_copyable_v<Expiry>);
static_assert(std::is_nothrow_copy_constructible_v<Expiry>);
static_assert(!std::is_nothrow_constructible_v<Ttl, std::chrono::seconds>);

static_assert(noexcept(Expiry::standard()));
static_assert(noexcept(Expiry::never()));
static_assert(noexcept(Expiry::keep()));

constexpr Ttl kHalfHour = 30min;
static_assert(kHalfHour.ticks<std::chrono::milliseconds>() == 1'800'000);
static_assert(Ttl{1ns}.ticks<std::chrono::seconds>() == 1);
static_assert(Ttl{std::chrono::hours::max()}.ticks<std::chrono::nanoseconds>() == std::numeric_limits<Tick>::max());
static_assert(Ttl{std::chrono::duration<double>{0.1}}.ticks<std::chrono::milliseconds>() == 100);

static_assert(StoreConfig{}.capacity == std::nullopt);
static_assert(StoreConfig{}.max_weight == std::nullopt);
static_assert(!StoreConfig{}.default_ttl.has_value());
static_assert(!StoreConfig{}.idle_ttl.has_value());
static_assert(StoreConfig{}.jitter == 0);
static_assert(!StoreConfig{}.hash_seed.has_value());
static_assert(SweepBudget{}.entries == std::numeric_limits<std::size_t>::max());
static_assert(!SweepBudget{}.time.has_value());

static_assert(Stats{} == Stats{});
static_assert(Stats{.hits = 3, .misses = 1}.lookups() == 4);
static_assert(Stats{.hits = 3, .misses = 1}.hit_ratio() == 0.75);
static_assert(!Stats{}.hit_ratio());
static_assert(Stats{.lazily_expired = 1, .swept = 2, .expired_for_room = 4}.expired() == 7);
static_assert(MemoryReport{.table = 1, .index = 2, .policy = 4}.total() == 7);
static_assert(Missing{} == Missing{} && Persistent{} == Persistent{});
static_assert(std::is_same_v<decltype(Removal::late_by), std::chrono::nanoseconds>);

}  // namespace

TEST_CASE("A ttl is a constant expression and refuses zero when it is made", "[static][ttl]") {
    STATIC_REQUIRE(kHalfHour.ticks<std::chrono::minutes>() == 30);
    CHECK_THROWS_AS(Ttl{0s}, std::invalid_argument);
}
