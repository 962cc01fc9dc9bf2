// A for_each whose callback changes the store is refused by the assertion; erase_if is the way to remove in a walk.
#include <stdexcept>

namespace {
struct Refused : std::logic_error {
    using std::logic_error::logic_error;
};
[[noreturn]] void refuse(const char* what) { throw Refused{what}; }
}  // namespace
#define TTLSTORE_ASSERT(condition) ((condition) ? static_cast<void>(0) : refuse(#condition))

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

// A key of this file's own keeps its store apart from those of other files, which assert in the usual way.
struct Number {
    int value;
    friend bool operator==(Number, Number) = default;
};
struct NumberHash {
    std::size_t operator()(Number number) const { return static_cast<std::size_t>(number.value); }
};
using NumberStore = TtlStore<Number, int, Clock, WithHash<NumberHash>>;

}  // namespace

#if !defined(NDEBUG)  // with it the store does not watch

TEST_CASE("A for_each that writes is refused", "[walk][C20]") {
    Clock clock;
    NumberStore store{clock};
    for (int i = 0; i < 10; ++i) store.set(Number{i}, i, 10s);
    CHECK_THROWS_AS(store.for_each([&](Number key, int) { store.erase(key); }), Refused);
    CHECK_THROWS_AS(store.for_each([&](Number, int) { store.set(Number{100}, 1); }), Refused);
    CHECK_THROWS_AS(store.for_each([&](Number, int) { store.clear(); }), Refused);
    CHECK(store.size() == 10);
    check_invariants(store);
}

TEST_CASE("Neither the function of an update nor the predicate of an erase_if may write", "[walk][C20]") {
    Clock clock;
    NumberStore store{clock};
    for (int i = 0; i < 10; ++i) store.set(Number{i}, i, 10s);
    CHECK_THROWS_AS(store.update(Number{1}, [&](int&) { store.erase(Number{1}); }), Refused);
    CHECK_THROWS_AS(store.erase_if([&](Number key, int) { return store.erase(key); }), Refused);
    CHECK_THROWS_AS(store.for_each_by_deadline([&](Number key, int) { store.expire(key, 1s); }), Refused);
    CHECK(store.size() == 10);
    check_invariants(store);
}

#endif

TEST_CASE("A for_each that only asks is fine, also nested", "[walk][C20]") {
    Clock clock;
    NumberStore store{clock};
    for (int i = 0; i < 10; ++i) store.set(Number{i}, i, 10s);
    int pairs = 0;
    store.for_each([&](Number outer, int) {
        store.for_each([&](Number inner, int) { pairs += store.contains(inner) && store.contains(outer) ? 1 : 0; });
    });
    CHECK(pairs == 100);
    CHECK(store.erase(Number{3}));
}

TEST_CASE("erase_if removes while it walks", "[walk][C20]") {
    Clock clock;
    NumberStore store{clock};
    for (int i = 0; i < 10; ++i) store.set(Number{i}, i);
    CHECK(store.erase_if([](Number key, int) { return key.value % 2 == 0; }) == 5);
    CHECK(store.size() == 5);
    CHECK(store.erase_if([](Number key, int) { return key.value % 2 == 1; }) == 5);
    CHECK(store.size() == 0);
    check_invariants(store);
}
