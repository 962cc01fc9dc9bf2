// A modifying call that throws leaves the store as it was. The fault suite tries every point; these are the basic
// cases.
#include <memory>

#include "support/faults.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// A value whose copy throws while armed.
struct Fragile {
    static inline bool armed = false;
    int number = 0;
    explicit Fragile(int n) : number{n} {}
    Fragile(const Fragile& other) : number{other.number} {
        if (armed) throw InjectedFault{};
    }
    Fragile(Fragile&&) noexcept = default;
    Fragile& operator=(const Fragile& other) {
        if (armed) throw InjectedFault{};
        number = other.number;
        return *this;
    }
    Fragile& operator=(Fragile&&) noexcept = default;
};

struct Armed {
    Armed() { Fragile::armed = true; }
    ~Armed() { Fragile::armed = false; }
};

struct TextFaultyHash {
    std::size_t operator()(const std::string& key) const {
        fault_point();
        return std::hash<std::string>{}(key);
    }
};

struct CountsRemovals {
    int* count;
    void operator()(const std::string&, Fragile&&, const Removal&) const { ++*count; }
};

using FragileStore = TtlStore<std::string, Fragile, Clock, WithListener<CountsRemovals>>;

}  // namespace

TEST_CASE("An insert whose copy throws stores nothing", "[set][strong][C28]") {
    Clock clock;
    int events = 0;
    FragileStore store{clock, {}, CountsRemovals{&events}};
    const Fragile value{1};
    {
        const Armed armed;
        CHECK_THROWS_AS(store.set("a", value, 10s), InjectedFault);
    }
    CHECK(store.size() == 0);
    CHECK(store.stored() == 0);
    CHECK_FALSE(store.next_deadline());
    CHECK(store.sweep(kAll) == 0);
    CHECK(store.stats().inserted == 0);
    check_invariants(store);
}

TEST_CASE("An overwrite whose copy throws keeps the old value and the old deadline", "[set][strong][C28]") {
    Clock clock;
    int events = 0;
    FragileStore store{clock, {}, CountsRemovals{&events}};
    store.set("a", Fragile{1}, 10s);
    const Fragile value{2};
    {
        const Armed armed;
        CHECK_THROWS_AS(store.set("a", value, 99s), InjectedFault);
    }
    CHECK(store.find("a")->number == 1);
    CHECK(left(store, "a") == 10s);
    CHECK(events == 0);
    clock.advance(10s);
    CHECK(store.find("a") == nullptr);
    check_invariants(store);
}

TEST_CASE("A set that throws evicts nobody", "[set][strong][C28]") {
    Clock clock;
    int events = 0;
    FragileStore store{clock, {.capacity = 1}, CountsRemovals{&events}};
    store.set("a", Fragile{1});
    const Fragile value{2};
    {
        const Armed armed;
        CHECK_THROWS_AS(store.set("b", value), InjectedFault);
    }
    CHECK_FALSE(store.contains("b"));
    CHECK(store.find("a")->number == 1);
    CHECK(events == 0);
    CHECK(store.stats().evicted == 0);
    check_invariants(store);
}

TEST_CASE("A set that throws at any point leaves one entry with its value and deadline", "[set][strong][C28]") {
    using FaultyStore =
        TtlStore<Faulty, Faulty, Clock, WithHash<FaultyHash>, WithKeyEqual<FaultyEqual>, WithWeigher<FaultyWeigher>,
                 WithAllocator<FaultyAllocator<std::pair<const Faulty, Faulty>>>>;
    struct Subject {
        Clock clock;
        FaultyStore store{clock, {.max_weight = 10}};
        Subject() { store.set(Faulty{1}, Faulty{105}, 10s); }
    };
    const int key = GENERATE(1, 2);  // an overwrite, an insert that evicts
    const int faults = for_each_fault([] { return std::make_unique<Subject>(); },
                                      [&](auto& subject) {
                                          const Faulty k{key};
                                          const Faulty v{107};
                                          subject->store.set(k, v, 99s);
                                      },
                                      [](auto& subject) {
                                          CHECK(subject->store.size() == 1);
                                          CHECK(subject->store.peek(Faulty{1})->value() == 105);
                                          CHECK(left(subject->store, Faulty{1}) == 10s);
                                          CHECK(subject->store.stats().evicted == 0);
                                          check_invariants(subject->store);
                                      });
    CHECK(faults >= 4);
}

TEST_CASE("A set that throws at any point leaves its arguments intact", "[set][strong][C30]") {
    using MovingStore = TtlStore<std::string, std::unique_ptr<int>, Clock, WithHash<TextFaultyHash>,
                                 WithAllocator<FaultyAllocator<int>>>;
    struct Subject {
        Clock clock;
        MovingStore store{clock};
        std::string key = "a key long enough to be moved and not copied";
        std::unique_ptr<int> value = std::make_unique<int>(7);
    };
    const bool overwrites = GENERATE(false, true);
    const int faults = for_each_fault(
        [&] {
            auto subject = std::make_unique<Subject>();
            if (overwrites) subject->store.set(subject->key, nullptr);
            return subject;
        },
        [](auto& subject) { subject->store.set(std::move(subject->key), std::move(subject->value), 5s); },
        [](auto& subject) {
            CHECK(subject->key == "a key long enough to be moved and not copied");
            CHECK(subject->value != nullptr);
            check_invariants(subject->store);
        });
    CHECK(faults >= 2);
}

TEST_CASE("get_or_set whose make throws leaves the key absent", "[get_or_set][strong]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {.capacity = 1}, seen};
    store.set("other", 1);
    CHECK_THROWS_AS(store.get_or_set("a", []() -> int { throw InjectedFault{}; }), InjectedFault);
    CHECK_FALSE(store.contains("a"));
    CHECK(store.get("other") == 1);
    CHECK(seen.take().empty());
    check_invariants(store);
}

TEST_CASE("erase_if whose predicate throws erases nothing", "[erase][strong]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    for (int i = 0; i < 20; ++i) store.set("k" + std::to_string(i), i, 10s);
    int calls = 0;
    CHECK_THROWS_AS(store.erase_if([&](const std::string&, int) {
        if (++calls == 10) throw InjectedFault{};
        return true;
    }),
                    InjectedFault);
    CHECK(store.size() == 20);
    CHECK(seen.take().empty());
    check_invariants(store);
}

TEST_CASE("A find_many whose callback throws leaves the store usable", "[find_many][strong]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) store.set(i, i, 10s);
    std::vector<int> keys(100);
    for (int i = 0; i < 100; ++i) keys[static_cast<std::size_t>(i)] = i;
    CHECK_THROWS_AS(store.find_many(keys,
                                    [](std::size_t i, int*) {
                                        if (i == 40) throw InjectedFault{};
                                    }),
                    InjectedFault);
    CHECK(store.size() == 100);
    check_invariants(store);
}
