// Values may be move-only, without default constructor, empty, over-aligned, huge, or have moves that throw.
#include <array>
#include <memory>

#include "support/archetypes.hpp"
#include "support/tracked.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

TEST_CASE("A store of move-only values does everything", "[value][C30]") {
    struct Collects {
        std::vector<int>* left;
        void operator()(const std::string&, std::unique_ptr<int>&& value, const Removal&) const {
            left->push_back(*value);
        }
    };
    Clock clock;
    std::vector<int> left_values;
    TtlStore<std::string, std::unique_ptr<int>, Clock, WithListener<Collects>> store{
        clock, {.capacity = 2}, Collects{&left_values}};
    store.set("a", std::make_unique<int>(1));
    store.set("a", std::make_unique<int>(2), 10s);
    CHECK(**store.find("a") == 2);
    CHECK(**store.peek("a") == 2);
    CHECK(store.update("a", [](std::unique_ptr<int>& value) { *value = 3; }));
    store.for_each([](const std::string&, const std::unique_ptr<int>& value) { CHECK(*value == 3); });
    auto refused = std::make_unique<int>(9);
    CHECK(store.set("a", std::move(refused), 1s, When::if_absent) == SetResult::condition_not_met);
    CHECK(refused);
    store.set("b", std::make_unique<int>(4));
    store.set("c", std::make_unique<int>(5));
    const auto taken = store.take("c");
    CHECK(**taken == 5);
    CHECK(left_values == std::vector{1, 3});
    store.clear();
    CHECK(left_values == std::vector{1, 3, 4});
    check_invariants(store);
}

TEST_CASE("Keys and values need no more than move construction and destruction", "[value]") {
    MinimalTicker ticker;
    TtlStore<MinimalKey, MinimalValue, MinimalTicker, WithHash<MinimalHash>, WithKeyEqual<MinimalEqual>> store{
        ticker, {.capacity = 200}};
    for (int i = 0; i < 300; ++i) store.set(MinimalKey{i}, MinimalValue{i}, 10s);
    store.set(MinimalKey{299}, MinimalValue{-1});
    CHECK(store.find(MinimalKey{299})->number() == -1);
    CHECK(store.take(MinimalKey{298})->number() == 298);
    CHECK(store.erase(MinimalKey{297}));
    CHECK(store.get_or_set(MinimalKey{1'000}, [] { return MinimalValue{7}; }).number() == 7);
    ticker.ticks += 1'000;
    CHECK(store.size() == 2);
    CHECK(store.sweep(kAll) == 197);
    check_invariants(store);
}

TEST_CASE("Unbounded stores of minimal keys and values grow", "[value]") {
    MinimalTicker ticker;
    TtlStore<MinimalKey, MinimalValue, MinimalTicker, WithHash<MinimalHash>, WithKeyEqual<MinimalEqual>> store{ticker};
    for (int i = 0; i < 2'000; ++i) store.set(MinimalKey{i}, MinimalValue{i}, 10s);
    for (int i = 0; i < 2'000; ++i) CHECK(store.find(MinimalKey{i})->number() == i);
    check_invariants(store);
}

TEST_CASE("Values are built from what set is given, in their slot", "[value]") {
    struct Point {
        int x;
        int y;
        explicit Point(const std::array<int, 2>& xy) : x{xy[0]}, y{xy[1]} {}
    };
    Clock clock;
    TtlStore<std::string, Point, Clock> store{clock};
    store.set("a", std::array{1, 2});
    store.set("a", std::array{3, 4}, 10s);
    CHECK(store.find("a")->x == 3);
    CHECK(store.find("a")->y == 4);

    TtlStore<std::string, std::string, Clock> texts{clock};
    texts.set("a", "literal");
    texts.set("b", std::string_view{"view"});
    CHECK(texts.get("a") == "literal");
    CHECK(texts.get("b") == "view");
}

TEST_CASE("Empty values take their place like any other", "[value]") {
    struct Nothing {};
    Clock clock;
    TtlStore<int, Nothing, Clock> store{clock, {.capacity = 50}};
    for (int i = 0; i < 100; ++i) store.set(i, Nothing{}, 10s);
    CHECK(store.size() == 50);
    CHECK(store.find(99) != nullptr);
    CHECK(store.find(98) != store.find(99));
    CHECK(store.find(0) == nullptr);
    clock.advance(10s);
    CHECK(store.sweep(kAll) == 50);
    check_invariants(store);
}

TEST_CASE("Over-aligned keys and values stay aligned through growth", "[value]") {
    struct alignas(64) Line {
        int number;
    };
    struct alignas(128) Wide {
        int number;
        bool operator==(const Wide&) const = default;
    };
    struct WideHash {
        std::size_t operator()(const Wide& wide) const { return static_cast<std::size_t>(wide.number); }
    };
    const auto aligned = [](const void* address, std::size_t alignment) {
        return reinterpret_cast<std::uintptr_t>(address) % alignment == 0;
    };
    Clock clock;
    TtlStore<int, Line, Clock> lines{clock};
    TtlStore<Wide, int, Clock, WithHash<WideHash>> wide{clock};
    for (int i = 0; i < 1'000; ++i) {
        lines.set(i, Line{i}, 10s);
        wide.set(Wide{i}, i, 10s);
    }
    for (int i = 0; i < 1'000; ++i) {
        REQUIRE(aligned(lines.find(i), 64));
        REQUIRE(lines.find(i)->number == i);
    }
    wide.for_each([&](const Wide& key, int value) {
        if (!aligned(&key, 128) || key.number != value) FAIL("key " << value);
    });
    check_invariants(lines);
    check_invariants(wide);
}

TEST_CASE("Large values and values of one byte share the code", "[value]") {
    Clock clock;
    TtlStore<int, std::array<char, 5'000>, Clock> large{clock};
    TtlStore<char, bool, Clock> small{clock};
    for (int i = 0; i < 100; ++i) {
        std::array<char, 5'000> value{};
        value.fill(static_cast<char>(i));
        large.set(i, value);
    }
    for (int i = 0; i < 100; ++i) CHECK((*large.find(i))[4'999] == static_cast<char>(i));
    for (int c = -128; c < 128; ++c) small.set(static_cast<char>(c), c > 0);
    CHECK(small.size() == 256);
    CHECK(small.get('a') == true);
    check_invariants(large);
    check_invariants(small);
}

TEST_CASE("Keys and values whose moves may throw work, too", "[value]") {
    Ledger ledger;
    Clock clock;
    {
        TtlStore<TrackedThrowingMove, TrackedThrowingMove, Clock, WithHash<TrackedHash>> store{clock,
                                                                                               {.capacity = 500}};
        for (int i = 0; i < 2'000; ++i) store.set(TrackedThrowingMove{i}, TrackedThrowingMove{i}, 10s);
        CHECK(store.size() == 500);
        for (int i = 1'500; i < 2'000; ++i) CHECK(store.find(TrackedThrowingMove{i})->value() == i);
        CHECK(store.take(TrackedThrowingMove{1'999})->value() == 1'999);
        check_invariants(store);
    }
    CHECK(ledger.clean());
}

TEST_CASE("Pointers, enums, optionals and shared pointers are keys or values like others", "[value]") {
    enum class Colour { red, green };
    Clock clock;
    TtlStore<Colour, std::optional<int>, Clock> colours{clock};
    colours.set(Colour::red, std::nullopt);
    colours.set(Colour::green, 5);
    CHECK(colours.find(Colour::red)->has_value() == false);
    CHECK(colours.find(Colour::green)->value() == 5);

    int target = 0;
    TtlStore<int*, std::shared_ptr<int>, Clock> pointers{clock};
    const auto shared = std::make_shared<int>(1);
    pointers.set(&target, shared, 1s);
    CHECK(shared.use_count() == 2);
    clock.advance(1s);
    pointers.sweep(kAll);
    CHECK(shared.use_count() == 1);
}
