// A store of types that offer only what is asked of them: it compiles, so the library asks for no more than it says.
#include "support/archetypes.hpp"

#include <chrono>
#include <optional>
#include <vector>

#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "ttlstore/ttl_store.hpp"

using namespace std::chrono_literals;
using support::MinimalKey;
using support::MinimalValue;
using ttlstore::Expiry;
using ttlstore::SetResult;

namespace {

struct MinimalWeigher final {
    std::size_t operator()(const MinimalKey& /*key*/, const MinimalValue& value) const {
        return static_cast<std::size_t>(value.number());
    }
};

/// Moved into the store, called there.
class MinimalListener final {
public:
    explicit MinimalListener(std::vector<int>& left) : left_{&left} {}
    MinimalListener(MinimalListener&&) noexcept = default;
    MinimalListener& operator=(MinimalListener&&) = delete;
    void operator()(const MinimalKey& key, MinimalValue&& value, const ttlstore::Removal& /*removal*/) {
        const MinimalValue kept{std::move(value)};
        left_->push_back(key.number() * 100 + kept.number());
    }

private:
    std::vector<int>* left_;
};

using Store = ttlstore::TtlStore<MinimalKey, MinimalValue, support::MinimalTicker, support::MinimalExpiry,
                                 support::MinimalEviction, ttlstore::WithHash<support::MinimalHash>,
                                 ttlstore::WithKeyEqual<support::MinimalEqual>, ttlstore::WithWeigher<MinimalWeigher>,
                                 ttlstore::WithListener<MinimalListener>>;

}  // namespace

TEST_CASE("every member works on types that offer only what is asked of them", "[archetypes][contract]") {
    support::MinimalTicker clock;
    std::vector<int> left;
    Store store{clock, {.capacity = 4, .max_weight = 50, .idle_ttl = 1h}, MinimalListener{left}};

    CHECK(store.set(MinimalKey{1}, MinimalValue{11}) == SetResult::inserted);
    CHECK(store.set(MinimalKey{1}, MinimalValue{12}, 10ms) == SetResult::replaced);
    CHECK(store.set(MinimalKey{2}, MinimalValue{13}, Expiry::never()) == SetResult::inserted);
    CHECK(store.set(MinimalKey{2}, MinimalValue{99}) == SetResult::rejected);
    CHECK(store.get_or_set(MinimalKey{3}, [] { return MinimalValue{14}; }).number() == 14);
    CHECK(store.find(MinimalKey{1})->number() == 12);
    CHECK(store.peek(MinimalKey{3})->number() == 14);
    CHECK(store.contains(MinimalKey{2}));
    CHECK(std::holds_alternative<Store::Remaining>(store.ttl(MinimalKey{1})));
    CHECK(store.info(MinimalKey{1})->weight == 12);
    int seen = 0;
    CHECK(store.update(MinimalKey{1}, [&](MinimalValue& value) { seen = value.number(); }));
    CHECK(seen == 12);
    CHECK(store.expire(MinimalKey{2}, 1s, ttlstore::ExpireIf::no_deadline));
    CHECK(store.persist(MinimalKey{2}));
    CHECK(store.touch(MinimalKey{2}));
    std::vector<MinimalKey> keys;
    keys.emplace_back(1);
    keys.emplace_back(9);
    store.find_many(keys, [](std::size_t index, MinimalValue* value) { CHECK((value != nullptr) == (index == 0)); });
    int sum = 0;
    store.for_each([&](const MinimalKey& key, const MinimalValue&) { sum += key.number(); });
    for (const auto& [key, value] : store) sum += key.number();
    CHECK(sum == 12);
    support::check_invariants(store);

    clock.ticks = 1;  // 10 ms
    CHECK(store.size() == 2);
    CHECK(store.sweep(10) == 1);
    CHECK(store.next_deadline().has_value());
    CHECK(store.erase_if([](const MinimalKey& key, const MinimalValue&) { return key.number() == 2; }) == 1);
    CHECK(store.take(MinimalKey{3})->number() == 14);
    store.set(MinimalKey{4}, MinimalValue{15});
    store.set(MinimalKey{5}, MinimalValue{16});
    CHECK(store.erase(MinimalKey{5}));
    store.reserve(100);
    store.set_capacity(1);
    Store moved{std::move(store)};
    moved.clear();
    CHECK(left == std::vector<int>{111, 112, 213, 516, 415});
    support::check_invariants(moved);
}
