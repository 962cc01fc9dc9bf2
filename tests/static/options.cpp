// Options come in any order and are recognised by their role; an empty one costs nothing.
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include <ttlstore/ttl_store.hpp>

#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "support/user_policies.hpp"

namespace {

using namespace ttlstore;

struct Weigher {
    std::size_t operator()(const std::string&, int) const { return 1; }
};
struct Listener {
    void operator()(const std::string&, int&&, const Removal&) const {}
};
struct Hash {
    std::size_t operator()(const std::string& key) const { return key.size(); }
};
struct Big : SteadyTicker {
    long long reading[4] = {};
};

template <class... Options>
using Store = TtlStore<std::string, int, Options...>;

/// Uses a store of every order once, so that the whole interface is put together.
template <class S, class... Arguments>
bool works(const Arguments&... arguments) {
    S store{arguments...};
    return store.set("a", 1, std::chrono::hours{1}) == SetResult::inserted && store.get("a") == 1 && store.erase("a");
}

static_assert(sizeof(Store<>) == sizeof(Store<CoarseTicker>));
static_assert(sizeof(Store<>) == sizeof(Store<WithHash<Hash>, WithKeyEqual<std::equal_to<>>>));
static_assert(sizeof(Store<>) == sizeof(Store<WithAllocator<std::allocator<char>>>));
static_assert(sizeof(Store<>) <= sizeof(Store<ManualTicker>));
static_assert(sizeof(Store<Big>) == sizeof(Store<ManualTicker>), "a ticker with state is held by reference");

static_assert(std::is_same_v<Store<ManualTicker>::duration, std::chrono::milliseconds>);
static_assert(std::is_same_v<Store<OrderedExpiry, BasicManualTicker<std::chrono::nanoseconds>>::duration,
                             std::chrono::nanoseconds>);
static_assert(std::is_same_v<Store<ManualTicker>::time_point, ManualTicker::time_point>);

}  // namespace

TEST_CASE("Options work in any order", "[static][options]") {
    const ManualTicker clock;
    CHECK(works<Store<>>());
    CHECK(works<Store<ManualTicker, OrderedExpiry, LruEviction>>(clock));
    CHECK(works<Store<LruEviction, ManualTicker, OrderedExpiry>>(clock));
    CHECK(works<Store<OrderedExpiry, LruEviction, ManualTicker>>(clock));
    CHECK(works<Store<WithWeigher<Weigher>, ManualTicker, WithListener<Listener>, SoonestExpiryEviction>>(clock));
    CHECK(works<Store<SoonestExpiryEviction, WithListener<Listener>, WithWeigher<Weigher>, ManualTicker>>(clock));
    CHECK(
        works<Store<WithAllocator<std::allocator<int>>, WithHash<Hash>, NoEviction, WithKeyEqual<std::equal_to<>>>>());
    CHECK(
        works<Store<WithKeyEqual<std::equal_to<>>, NoEviction, WithHash<Hash>, WithAllocator<std::allocator<int>>>>());
    CHECK(works<Store<support::MinimalEviction, support::MinimalExpiry, ManualTicker>>(clock));
    CHECK(works<Store<support::MapExpiry, SoonestExpiryEviction, ManualTicker>>(clock));
    CHECK(works<Store<ManualTicker, support::MostRecentlyUsedEviction>>(clock));
}
