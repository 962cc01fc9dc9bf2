// What is a Ticker, an ExpiryIndex, an EvictionPolicy, and what is not.
#include <chrono>
#include <optional>
#include <string>

#include <ttlstore/ttl_store.hpp>

#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "support/informed_roles.hpp"
#include "support/user_policies.hpp"

namespace {

using namespace ttlstore;

static_assert(Ticker<SteadyTicker>);
static_assert(Ticker<CoarseTicker>);
static_assert(Ticker<BoottimeTicker>);
static_assert(Ticker<ManualTicker>);
static_assert(Ticker<CachedTicker<>>);
static_assert(Ticker<CachedTicker<ManualTicker>>);
static_assert(Ticker<BasicManualTicker<std::chrono::nanoseconds>>);
static_assert(Ticker<BasicSteadyTicker<std::chrono::seconds>>);
static_assert(Ticker<support::MinimalTicker>);

static_assert(!Ticker<int>);
static_assert(!Ticker<std::chrono::steady_clock*>);
static_assert(!Ticker<LruEviction>);
static_assert(!Ticker<OrderedExpiry>);

struct MayThrow {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<MayThrow, duration>;
    time_point now() const;
};
static_assert(!Ticker<MayThrow>);

struct NotConst {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<NotConst, duration>;
    time_point now() noexcept;
};
static_assert(!Ticker<NotConst>);

struct Floating {
    using duration = std::chrono::duration<double>;
    using time_point = std::chrono::time_point<Floating, duration>;
    time_point now() const noexcept;
};
static_assert(!Ticker<Floating>);

struct Unsigned {
    using duration = std::chrono::duration<unsigned, std::milli>;
    using time_point = std::chrono::time_point<Unsigned, duration>;
    time_point now() const noexcept;
};
static_assert(!Ticker<Unsigned>);

struct Narrow {
    using duration = std::chrono::duration<std::int32_t, std::milli>;
    using time_point = std::chrono::time_point<Narrow, duration>;
    time_point now() const noexcept;
};
static_assert(Ticker<Narrow>);

static_assert(ExpiryIndex<OrderedExpiry>);
static_assert(ExpiryIndex<support::MinimalExpiry>);
static_assert(ExpiryIndex<support::MapExpiry>);
static_assert(!ExpiryIndex<LruEviction>);
static_assert(!ExpiryIndex<SteadyTicker>);
static_assert(!ExpiryIndex<int>);

static_assert(EvictionPolicy<LruEviction>);
static_assert(EvictionPolicy<NoEviction>);
static_assert(EvictionPolicy<SoonestExpiryEviction>);
static_assert(EvictionPolicy<support::MinimalEviction>);
static_assert(EvictionPolicy<support::RandomEviction>);
static_assert(EvictionPolicy<support::MostRecentlyUsedEviction>);
static_assert(EvictionPolicy<support::InformedEviction>);
static_assert(HearsOfHashes<support::InformedEviction>);
static_assert(!HearsOfHashes<LruEviction>);
static_assert(!EvictionPolicy<OrderedExpiry>);
static_assert(!EvictionPolicy<SteadyTicker>);
static_assert(!EvictionPolicy<int>);

/// Each lacks one member of the shortest policy.
struct NoHook {
    template <class Slots>
    void on_insert(Slots&, SlotId) noexcept {}
    template <class Slots>
    void on_access(Slots&, SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots&, SlotId) noexcept {}
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots&, Index&) noexcept {
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};
static_assert(!EvictionPolicy<NoHook>);

struct VictimMayThrow : support::MinimalEviction {
    template <class Slots, class Index>
    std::optional<SlotId> victim(Slots&, Index&) {
        return std::nullopt;
    }
};
static_assert(!EvictionPolicy<VictimMayThrow>);

struct HookWithDestructor : support::MinimalEviction {
    struct Hook {
        std::string text;
    };
};
static_assert(!EvictionPolicy<HookWithDestructor>);

struct CancelMayThrow : support::MinimalExpiry {
    template <class Slots>
    void cancel(Slots&, SlotId) {}
};
static_assert(!ExpiryIndex<CancelMayThrow>);

}  // namespace

TEST_CASE("Roles are recognised by their members", "[static]") {
    STATIC_REQUIRE(Ticker<ManualTicker>);
    STATIC_REQUIRE(ExpiryIndex<OrderedExpiry>);
    STATIC_REQUIRE(EvictionPolicy<LruEviction>);
}
