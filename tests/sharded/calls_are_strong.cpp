// A call that throws, wherever it does, leaves everything alive in a sharded store as it was.
#include "sharded/faulty_store.hpp"
#include "support/catch.hpp"

using namespace sharded_fault;

TEMPLATE_TEST_CASE("a set of a new key that throws leaves a sharded store as it was", "[sharded][strong][fault]",
                   Unbounded, Full, FullThrowingMove, Heavy) {
    using Key = typename TestType::Key;
    using Value = typename TestType::Value;
    for (const bool dead : {false, true}) {
        // Shard 0 has less than its share, so others make room for it; shard 1 makes room itself.
        for (const std::size_t shard : {std::size_t{0}, std::size_t{1}}) {
            CAPTURE(dead, shard);
            const int points = check_strong<TestType>(dead, [&](auto& subject) {
                const Key key{subject.new_key(shard)};
                const Value value{77'704};
                subject.store.set(key, value, 7ms);
            });
            CHECK(points >= 3);
        }
    }
}

TEMPLATE_TEST_CASE("an overwrite that throws leaves a sharded store as it was", "[sharded][strong][fault]", Unbounded,
                   Full, FullThrowingMove, Heavy) {
    using Key = typename TestType::Key;
    using Value = typename TestType::Value;
    for (const bool dead : {false, true}) {
        for (const std::size_t which : {0U, 1U}) {      // without deadline, perhaps dead
            for (const int value : {77'704, 77'712}) {  // as heavy as before, heavier
                CAPTURE(dead, which, value);
                check_strong<TestType>(
                    dead, [&](auto& subject) { subject.store.set(Key{subject.keys[0][which]}, Value{value}, 7ms); });
            }
        }
    }
}

TEMPLATE_TEST_CASE("an update, a lookup or a removal that throws leaves a sharded store as it was",
                   "[sharded][strong][fault]", Unbounded, FullThrowingMove, Heavy) {
    using Key = typename TestType::Key;
    for (const std::size_t which : {0U, 1U}) {
        CAPTURE(which);
        const auto on_key = [&](auto call) {
            check_strong<TestType>(true, [&](auto& subject) { call(subject.store, Key{subject.keys[1][which]}); });
        };
        on_key([](auto& store, const Key& key) { store.update(key, [](auto&) { support::fault_point(); }); });
        on_key([](auto& store, const Key& key) { store.get(key); });
        on_key([](auto& store, const Key& key) { store.visit(key, [](const auto&) { support::fault_point(); }); });
        on_key([](auto& store, const Key& key) { store.erase(key); });
        on_key([](auto& store, const Key& key) { store.take(key); });
        on_key([](auto& store, const Key& key) { store.expire(key, 7ms); });
        on_key([](auto& store, const Key& key) { store.persist(key); });
        on_key([](auto& store, const Key& key) { store.touch(key); });
    }
}
