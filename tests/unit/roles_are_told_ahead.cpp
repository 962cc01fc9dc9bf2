// reserve, set_bounds, hashes and new weights reach an index and a policy that ask for them, before the entries they
// are about do.
#include <cstddef>
#include <limits>
#include <string>

#include "support/catch.hpp"
#include "support/informed_roles.hpp"
#include "support/invariants.hpp"
#include "support/stores.hpp"

using namespace std::chrono_literals;
using ttlstore::ManualTicker;
using ttlstore::detail::Access;

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

struct ByValue {
    std::size_t operator()(const std::string& /*key*/, int value) const { return static_cast<std::size_t>(value); }
};
template <class... Options>
using Store = support::ManualStore<std::string, int, support::InformedEviction, support::InformedExpiry, Options...>;

template <class Store>
void check_told(const Store& store) {
    const auto& entries = Access::entries(store);
    const auto& policy = entries.policy();
    CHECK(policy.complaints() == 0);
    CHECK(entries.index().complaints() == 0);
    CHECK(entries.index().reserved() >= entries.table().limit());
    auto slots = entries.policy_slots();
    if (entries.slots().is_bounded()) {
        CHECK(policy.reserved() >= entries.table().limit());
        CHECK(policy.weight() == entries.slots().total_weight());
        policy.for_each_in_order(
            slots, [&](ttlstore::SlotId id) { CHECK(slots.hook(id).hash == entries.slots().hash(entries.key(id))); });
    }
    support::check_invariants(store);
}

template <class Store>
void fill(Store& store, int from, int to) {
    for (int i = from; i < to; ++i) store.set(std::to_string(i), i % 3 + 1, std::chrono::milliseconds{1 + i});
}

}  // namespace

TEST_CASE("a bounded store tells its bounds and reserves at construction", "[eviction][contract]") {
    const ManualTicker clock;
    const Store<> store{clock, {.capacity = 100}};
    const auto& policy = Access::entries(store).policy();
    CHECK(policy.max_entries() == 100);
    CHECK(policy.max_weight() == kNone);
    CHECK(policy.reserved() >= 101);
    check_told(store);
}

TEST_CASE("entries enter a policy that was told ahead, with their hashes, however the table grows",
          "[eviction][contract]") {
    const ManualTicker clock;
    Store<ttlstore::WithWeigher<ByValue>> store{clock, {.max_weight = 1'000}};
    CHECK(Access::entries(store).policy().max_weight() == 1'000);
    CHECK(Access::entries(store).policy().max_entries() == kNone);
    fill(store, 0, 900);
    check_told(store);
    store.set("0", 900);  // others make room for it
    store.update("0", [](int& value) { value = 500; });
    store.set("0", 30);
    fill(store, 900, 910);
    check_told(store);
    store.reserve(5'000);
    store.set_capacity(50);
    CHECK(Access::entries(store).policy().max_entries() == 50);
    CHECK(Access::entries(store).policy().max_weight() == 1'000);
    CHECK(store.size() == 50);
    check_told(store);
}

TEST_CASE("when a store becomes bounded its policy hears of bounds, size and hashes of what is there",
          "[eviction][capacity][contract]") {
    const ManualTicker clock;
    Store<> store{clock};
    fill(store, 0, 500);
    CHECK(Access::entries(store).policy().reserved() == 0);
    check_told(store);
    const std::size_t capacity = GENERATE(10U, 500U, 2'000U);
    store.set_capacity(capacity);
    CHECK(Access::entries(store).policy().max_entries() == capacity);
    CHECK(store.size() == std::min(capacity, std::size_t{500}));
    check_told(store);
    fill(store, 500, 600);
    check_told(store);
}

TEST_CASE("clear keeps what was reserved and told", "[eviction][clear][contract]") {
    const ManualTicker clock;
    Store<> store{clock, {.capacity = 100}};
    fill(store, 0, 200);
    store.clear();
    check_told(store);
    fill(store, 0, 200);
    CHECK(store.size() == 100);
    check_told(store);
}

TEST_CASE("an entry for whom room is made is left out by the policy and keeps its place", "[eviction][contract]") {
    const ManualTicker clock;
    Store<ttlstore::WithWeigher<ByValue>> store{clock, {.max_weight = 10}};
    for (const char* key : {"a", "b", "c", "d", "e"}) store.set(key, 2);
    store.set("a", 3);
    CHECK_FALSE(store.contains("b"));
    CHECK(store.contains("a"));
    store.set("f", 2);
    CHECK_FALSE(store.contains("a"));
    CHECK(store.size() == 4);
    check_told(store);
}
