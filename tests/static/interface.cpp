// Signatures: what is const, noexcept, movable, where the types live, what cannot be written.
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"

namespace {

using namespace ttlstore;
using Store = TtlStore<std::string, int, ManualTicker>;
using Plain = TtlStore<std::string, int>;

// Construction.
static_assert(std::is_nothrow_move_constructible_v<Store>);
static_assert(std::is_nothrow_move_assignable_v<Store>);
static_assert(!std::is_copy_constructible_v<Store>);
static_assert(!std::is_copy_assignable_v<Store>);
static_assert(std::is_default_constructible_v<Plain>);
static_assert(!std::is_default_constructible_v<Store>, "a ticker with state has to be given");
static_assert(!std::is_constructible_v<Store, StoreConfig>);
static_assert(std::is_constructible_v<Store, const ManualTicker&>);
static_assert(std::is_constructible_v<Store, const ManualTicker&, StoreConfig>);
static_assert(std::is_constructible_v<Plain, SteadyTicker, StoreConfig>, "an empty ticker is held by value");
static_assert(!std::is_convertible_v<StoreConfig, Plain>, "explicit");
static_assert(!std::is_convertible_v<const ManualTicker&, Store>, "explicit");

// Types that mention the clock are members, all others are not.
static_assert(std::is_same_v<Store::duration, ManualTicker::duration>);
static_assert(std::is_same_v<Store::time_point, ManualTicker::time_point>);
static_assert(std::is_same_v<Store::TtlStatus, std::variant<Missing, Persistent, Store::Remaining>>);
static_assert(std::is_same_v<decltype(Store::Remaining::left), Store::duration>);
static_assert(std::is_same_v<decltype(Store::EntryInfo::deadline), std::optional<Store::time_point>>);
static_assert(std::is_same_v<decltype(Store::EntryInfo::left), std::optional<Store::duration>>);
static_assert(std::is_same_v<decltype(Store::EntryInfo::weight), std::size_t>);
static_assert(std::is_same_v<decltype(Store::SweepReport::removed), std::size_t>);
static_assert(std::is_same_v<decltype(Store::SweepReport::drained), bool>);
static_assert(std::is_same_v<decltype(Store::SweepReport::next_deadline), std::optional<Store::time_point>>);
static_assert(std::is_same_v<decltype(Store::SweepReport::oldest_lag), Store::duration>);

// What the members return.
using Q = std::string_view;
template <class S>
using Find = decltype(std::declval<S>().find(Q{}));
template <class S>
using Peek = decltype(std::declval<S>().peek(Q{}));
static_assert(std::is_same_v<Find<Store&>, int*>);
static_assert(std::is_same_v<Peek<const Store&>, const int*>);
static_assert(std::is_same_v<Peek<Store&>, const int*>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().get(Q{})), std::optional<int>>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().contains(Q{})), bool>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().ttl(Q{})), Store::TtlStatus>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().info(Q{})), std::optional<Store::EntryInfo>>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().set(Q{}, 1)), SetResult>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().take(Q{})), std::optional<int>>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().erase(Q{})), bool>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().sweep(1)), std::size_t>);
static_assert(std::is_same_v<decltype(std::declval<Store&>().sweep(SweepBudget{})), Store::SweepReport>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().next_deadline()), std::optional<Store::time_point>>);
static_assert(
    std::is_same_v<decltype(*std::declval<const Store&>().begin()), std::pair<const std::string&, const int&>>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().stats()), Stats>);
static_assert(std::is_same_v<decltype(std::declval<const Store&>().memory()), MemoryReport>);

// What modifies is not const.
template <class S>
concept CanFind = requires(S s) {
    s.find(Q{});
};
template <class S>
concept CanSweep = requires(S s) {
    s.sweep(1);
};
static_assert(CanFind<Store&> && !CanFind<const Store&>);
static_assert(CanSweep<Store&> && !CanSweep<const Store&>);

// Iterators.
using Iterator = decltype(std::declval<const Store&>().begin());
static_assert(std::input_iterator<Iterator>);
static_assert(std::is_default_constructible_v<Iterator>);

// A string store takes whatever converts to a view.
template <class S, class K>
concept Finds = requires(S s, const K& key) {
    s.find(key);
};
static_assert(Finds<Store&, std::string> && Finds<Store&, std::string_view> && Finds<Store&, char[4]> &&
              Finds<Store&, const char*>);

}  // namespace

TEST_CASE("The interface has the shape that users rely on", "[static][interface]") {
    STATIC_REQUIRE(std::is_nothrow_move_constructible_v<Store>);
    STATIC_REQUIRE(std::is_nothrow_destructible_v<Store>);
}
