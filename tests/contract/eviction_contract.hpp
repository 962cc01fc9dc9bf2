// What every eviction policy owes a store. Run it on a policy of your own:
//     TEST_CASE("MyEviction keeps the contract") { contract::check_eviction_policy<MyEviction>(); }
// The first half asks the policy alone, the second a store that uses it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "contract/plain_slots.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttl_store.hpp"

namespace contract {

/// For entries without deadline: an index in which nothing is ever due.
struct NothingScheduled {
    template <class Slots>
    std::optional<SlotId> soonest(Slots& /*slots*/) const noexcept {
        return std::nullopt;
    }
};

/// A policy with its slots and the entries it was told of.
template <class Policy>
class PolicyAlone {
public:
    using Slots = PlainSlots<typename Policy::Hook, typename ttlstore::detail::MarkOf<Policy>::type>;
    static constexpr bool kHashes = requires(Policy & policy, Slots& slots, SlotId id) {
        policy.on_insert(slots, id, std::uint64_t{});
    };
    static constexpr bool kLeavesOut = requires(Policy & policy, Slots& slots, NothingScheduled& index, SlotId id) {
        policy.victim(slots, index, id);
    };

    explicit PolicyAlone(SlotId slot_count, unsigned seed = 1) : slots_{slot_count}, random_{seed} {
        reserve();
        if constexpr (requires { policy_.set_bounds(std::size_t{}, std::size_t{}); }) {
            policy_.set_bounds(slot_count, std::numeric_limits<std::size_t>::max());
        }
    }

    SlotId insert() {
        const SlotId id = slots_.free_slot(random_);
        slots_.occupy(id);
        if constexpr (kHashes) {
            // Of 100 keys, so that some come back after they have gone.
            policy_.on_insert(slots_, id, (random_() % 100 + 1) * 0x9E37'79B9'7F4A'7C15);
        } else {
            policy_.on_insert(slots_, id);
        }
        held_.insert(id);
        return id;
    }
    void access(SlotId id) { policy_.on_access(slots_, id); }
    void remove(SlotId id) {
        policy_.on_remove(slots_, id);
        slots_.release(id);
        held_.erase(id);
    }
    void grow() {
        const std::vector<SlotId> places = slots_.grow(random_);
        reserve();
        tell_rehashed(policy_, slots_, places);
        std::set<SlotId> moved;
        for (const SlotId id : held_) moved.insert(places[id]);
        held_ = std::move(moved);
        for (SlotId& id : followed_) id = places[id];
    }
    void move_policy() {
        Policy moved{std::move(policy_)};
        policy_ = std::move(moved);
    }

    /// The victim, after checking that it may be one.
    std::optional<SlotId> victim() {
        NothingScheduled index;
        const std::optional<SlotId> id = policy_.victim(slots_, index);
        CHECK(policy_.victim(slots_, index) == id);
        if (id) REQUIRE(held_.count(*id) == 1);
        if constexpr (requires { Policy::evicts; }) CHECK(id.has_value() == (Policy::evicts && !held_.empty()));
        return id;
    }
    /// The victim if `but` must stay, nothing if the policy cannot leave one out.
    std::optional<SlotId> victim_but(SlotId but) {
        if constexpr (kLeavesOut) {
            NothingScheduled index;
            const std::optional<SlotId> id = policy_.victim(slots_, index, but);
            CHECK(policy_.victim(slots_, index, but) == id);
            CHECK(id != but);
            if (id) REQUIRE(held_.count(*id) == 1);
            if constexpr (requires { Policy::evicts; }) CHECK(id.has_value() == (Policy::evicts && held_.size() > 1));
            return id;
        }
        return std::nullopt;
    }
    /// The policy's own list, where it offers one: every entry once, the victim in front.
    std::vector<SlotId> order() {
        std::vector<SlotId> ids;
        if constexpr (kTellsOrder) {
            std::as_const(policy_).for_each_in_order(slots_, [&](SlotId id) { ids.push_back(id); });
            CHECK(std::set<SlotId>(ids.begin(), ids.end()) == held_);
            CHECK(ids.size() == held_.size());
            if (!ids.empty() && victim()) CHECK(ids.front() == *victim());
        }
        return ids;
    }
    static constexpr bool kTellsOrder = requires(const Policy& policy, Slots& slots) {
        policy.for_each_in_order(slots, [](SlotId) {});
    };

    [[nodiscard]] const std::set<SlotId>& held() const { return held_; }
    [[nodiscard]] SlotId any() {
        auto it = held_.begin();
        std::advance(it, static_cast<std::ptrdiff_t>(random_() % held_.size()));
        return *it;
    }
    unsigned draw(unsigned below) { return static_cast<unsigned>(random_()) % below; }
    /// Numbers kept up to date when entries move.
    std::vector<SlotId>& followed() { return followed_; }

private:
    void reserve() {
        if constexpr (requires { policy_.reserve(std::size_t{}); }) policy_.reserve(slots_.slot_count());
    }

    Slots slots_;
    Policy policy_;
    std::set<SlotId> held_;
    std::vector<SlotId> followed_;
    std::mt19937 random_;
};

/// Takes victims out until there are none; every entry must go exactly once, or none at all.
template <class Policy>
void drain(PolicyAlone<Policy>& alone) {
    const std::size_t held = alone.held().size();
    std::size_t gone = 0;
    while (const auto id = alone.victim()) {
        alone.remove(*id);
        ++gone;
    }
    CHECK((gone == held || gone == 0));
}

template <class Policy>
void check_policy_alone() {
    static_assert(ttlstore::EvictionPolicy<Policy>);
    {
        INFO("an empty policy has no victim");
        PolicyAlone<Policy> alone{8};
        CHECK(alone.victim() == std::nullopt);
    }
    {
        INFO("every entry goes once, however many there are");
        for (SlotId count = 1; count < 40; ++count) {
            PolicyAlone<Policy> alone{64, count};
            for (SlotId i = 0; i < count; ++i) alone.insert();
            for (SlotId i = 0; i < count / 2; ++i) alone.access(alone.any());
            drain(alone);
            CHECK(alone.insert() < 64);
            alone.victim();
        }
    }
    {
        INFO("a removed entry is never a victim, and the others stay in order");
        PolicyAlone<Policy> alone{64};
        for (int i = 0; i < 30; ++i) alone.insert();
        for (int i = 0; i < 25; ++i) {
            std::vector<SlotId> before = alone.order();
            const SlotId gone = alone.any();
            alone.remove(gone);
            before.erase(std::remove(before.begin(), before.end(), gone), before.end());
            CHECK(alone.order() == before);
            alone.victim();
        }
        drain(alone);
    }
    {
        INFO("when entries get new numbers, the order stays");
        PolicyAlone<Policy> alone{4, 7};
        for (int round = 0; round < 6; ++round) {
            while (alone.held().size() < (4U << round)) alone.insert();
            alone.access(alone.any());
            alone.followed() = alone.order();
            alone.grow();
            CHECK(alone.order() == alone.followed());
            alone.victim();
        }
        drain(alone);
    }
    for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO("others may leave between the question and the victim, seed " << seed);
        PolicyAlone<Policy> alone{64, seed};
        for (int i = 0; i < 40; ++i) alone.insert();
        for (int i = 0; i < 300; ++i) {
            const auto id = alone.victim();
            const SlotId other = alone.any();
            alone.remove(other);
            if (id && *id != other) {
                alone.remove(*id);
                alone.insert();
            }
            alone.insert();
        }
        drain(alone);
    }
    {
        INFO("a moved policy goes on where the other was");
        PolicyAlone<Policy> alone{32};
        for (int i = 0; i < 20; ++i) alone.insert();
        const std::vector<SlotId> before = alone.order();
        alone.move_policy();
        CHECK(alone.order() == before);
        drain(alone);
    }
    for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO("any order of calls, seed " << seed);
        PolicyAlone<Policy> alone{64, seed};
        int growths = 0;
        for (int step = 0; step < 1'000; ++step) {
            const unsigned choice = alone.draw(100);
            if (alone.held().empty() || (choice < 40 && alone.held().size() < 64)) {
                alone.insert();
            } else if (choice < 70) {
                alone.access(alone.any());
            } else if (choice < 85) {
                alone.remove(alone.any());
            } else if (choice < 94) {
                if (const auto id = alone.victim()) alone.remove(*id);
            } else if (choice < 97) {
                if (const auto id = alone.victim_but(alone.any())) alone.remove(*id);
            } else if (choice < 98 && growths < 3) {
                alone.grow();
                ++growths;
            } else {
                alone.order();
            }
        }
        drain(alone);
    }
}

struct WeighByValue {
    std::size_t operator()(int /*key*/, int value) const { return static_cast<std::size_t>(value % 10); }
};

template <class Policy, class... Options>
using StoreUnderTest = ttlstore::TtlStore<int, int, ttlstore::ManualTicker, Policy,
                                          ttlstore::WithListener<support::Recorder<int, int>>, Options...>;

/// Whether the policy evicts at all, found out by filling a store of two.
template <class Policy>
bool evicts() {
    const ttlstore::ManualTicker clock;
    ttlstore::TtlStore<int, int, ttlstore::ManualTicker, Policy> store{clock, {.capacity = 2}};
    store.set(1, 1);
    store.set(2, 2);
    return store.set(3, 3) == ttlstore::SetResult::inserted;
}

template <class Policy>
void check_bound_is_kept() {
    INFO("a full store takes the newcomer and reports the victim, or refuses the newcomer");
    const ttlstore::ManualTicker clock;
    const support::Recorder<int, int> seen;
    StoreUnderTest<Policy> store{clock, {.capacity = 10}, seen};
    std::set<int> expected;
    std::mt19937 random{3};
    for (int i = 0; i < 2'000; ++i) {
        const int key = static_cast<int>(random() % 40);
        const auto result = store.set(key, i);
        for (const auto& event : seen.take()) {
            if (event.cause == ttlstore::RemovalCause::evicted) {
                CHECK(event.key != key);
                REQUIRE(expected.erase(event.key) == 1);
            } else {
                CHECK(event.cause == ttlstore::RemovalCause::replaced);
                CHECK(event.key == key);
            }
        }
        if (result != ttlstore::SetResult::rejected) {
            expected.insert(key);
            REQUIRE(store.contains(key));
        } else {
            CHECK_FALSE(evicts<Policy>());
        }
        REQUIRE(store.size() == expected.size());
        REQUIRE(store.stored() <= 10);
        if (random() % 4 == 0) store.find(static_cast<int>(random() % 40));
        if (random() % 8 == 0) {
            const int gone = static_cast<int>(random() % 40);
            CHECK(store.erase(gone) == (expected.erase(gone) == 1));
            seen.take();
        }
        if (i % 50 == 0) support::check_invariants(store);
    }
    for (const int key : expected) CHECK(store.contains(key));
}

template <class Policy>
void check_dead_go_first() {
    INFO("nobody is evicted as long as somebody is dead");
    using namespace std::chrono_literals;
    ttlstore::ManualTicker clock;
    const support::Recorder<int, int> seen;
    StoreUnderTest<Policy> store{clock, {.capacity = 20}, seen};
    for (int i = 0; i < 20; ++i) store.set(i, i, i % 2 == 0 ? ttlstore::Expiry{1s} : ttlstore::Expiry::never());
    clock.advance(1s);
    for (int i = 100; i < 110; ++i) CHECK(store.set(i, i) == ttlstore::SetResult::inserted);
    CHECK(store.stats().evicted == 0);
    CHECK(store.stats().expired_for_room == 10);
    CHECK(store.size() == 20);
    for (int i = 1; i < 20; i += 2) CHECK(store.contains(i));
    for (const auto& event : seen.take()) CHECK(event.cause == ttlstore::RemovalCause::expired);
    support::check_invariants(store);
}

template <class Policy>
void check_weights() {
    INFO("the weights stay within the bound and the entry written stays");
    const ttlstore::ManualTicker clock;
    const support::Recorder<int, int> seen;
    StoreUnderTest<Policy, ttlstore::WithWeigher<WeighByValue>> store{clock, {.max_weight = 60}, seen};
    std::map<int, int> expected;
    std::mt19937 random{5};
    for (int i = 0; i < 2'000; ++i) {
        const int key = static_cast<int>(random() % 60);
        if (store.set(key, i) != ttlstore::SetResult::rejected) expected[key] = i;
        for (const auto& event : seen.take()) {
            if (event.cause == ttlstore::RemovalCause::evicted) {
                CHECK(event.key != key);
                REQUIRE(expected.erase(event.key) == 1);
            }
        }
        std::size_t weight = 0;
        for (const auto& [k, value] : expected) {
            const int* const found = store.peek(k);
            REQUIRE(found != nullptr);
            REQUIRE(*found == value);
            weight += WeighByValue{}(k, value);
        }
        REQUIRE(weight <= 60);
        REQUIRE(store.size() == expected.size());
        if (i % 50 == 0) support::check_invariants(store);
    }
}

template <class Policy>
void check_growth_and_shrinking() {
    INFO("growing, shrinking and moving the store lose nobody");
    const ttlstore::ManualTicker clock;
    const support::Recorder<int, int> seen;
    StoreUnderTest<Policy> store{clock, {.capacity = 8}, seen};
    for (int i = 0; i < 8; ++i) store.set(i, i);
    store.set_capacity(2'000);
    for (int i = 8; i < 2'000; ++i) {
        REQUIRE(store.set(i, i) == ttlstore::SetResult::inserted);
        store.find(i / 2);
    }
    support::check_invariants(store);
    StoreUnderTest<Policy> moved{std::move(store)};
    for (std::size_t capacity = 2'000; capacity > 0; capacity -= 100) {
        moved.set_capacity(capacity);
        CHECK(moved.size() == (evicts<Policy>() ? capacity : 2'000));
        support::check_invariants(moved);
    }
    CHECK(seen.events().size() == 2'000 - moved.size());
}

template <class Policy>
void check_eviction_policy() {
    check_policy_alone<Policy>();
    check_bound_is_kept<Policy>();
    check_dead_go_first<Policy>();
    check_weights<Policy>();
    check_growth_and_shrinking<Policy>();
}

}  // namespace contract
