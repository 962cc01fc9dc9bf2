// With a transparent hash and equality a lookup builds no key; an insert builds it once, and only when it is stored.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// A key that counts how often one is built.
struct Name {
    static inline int built = 0;
    std::string text;
    explicit Name(std::string_view t) : text{t} { ++built; }
    Name(const Name& other) : text{other.text} { ++built; }
    Name(Name&&) noexcept = default;
    Name& operator=(const Name&) = delete;
    Name& operator=(Name&&) = delete;
};

struct NameHash {
    using is_transparent = void;
    std::size_t operator()(const Name& name) const { return std::hash<std::string_view>{}(name.text); }
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
struct NameEqual {
    using is_transparent = void;
    bool operator()(const Name& a, const Name& b) const { return a.text == b.text; }
    bool operator()(const Name& a, std::string_view b) const { return a.text == b; }
    bool operator()(std::string_view a, const Name& b) const { return a == b.text; }
};
using NameStore = TtlStore<Name, int, Clock, WithHash<NameHash>, WithKeyEqual<NameEqual>>;

/// How many keys `f` builds.
template <class F>
int built(F f) {
    const int before = Name::built;
    f();
    return Name::built - before;
}

}  // namespace

TEST_CASE("A lookup by view builds no key, hit or miss", "[keys][transparent]") {
    Clock clock;
    NameStore store{clock};
    store.set(Name{"a"}, 1, 10s);
    for (const std::string_view key : {"a", "missing"}) {
        CHECK(built([&] {
                  store.find(key);
                  static_cast<void>(store.peek(key));
                  store.get(key);
                  static_cast<void>(store.contains(key));
                  static_cast<void>(store.ttl(key));
                  static_cast<void>(store.info(key));
                  store.expire(key, 20s);
                  store.persist(key);
                  store.touch(key);
                  store.update(key, [](int&) {});
                  store.find_many(std::vector{key, key}, [](std::size_t, int*) {});
                  store.take(key);
                  store.erase(key);
              }) == 0);
    }
    check_invariants(store);
}

TEST_CASE("An insert builds one key, an overwrite and a refused set none", "[keys][transparent]") {
    Clock clock;
    NameStore store{clock};
    const std::string_view key = "a";
    CHECK(built([&] { store.set(key, 1); }) == 1);
    CHECK(built([&] { store.set(key, 2); }) == 0);
    CHECK(built([&] { store.set(key, 3, 1h, When::if_absent); }) == 0);
    CHECK(built([&] { store.set(std::string_view{"b"}, 3, 1h, When::if_present); }) == 0);
    CHECK(built([&] { store.set(std::string_view{"b"}, 3, Expiry::at(clock.now())); }) == 0);
    CHECK(built([&] { store.get_or_set(key, [] { return 1; }); }) == 0);
    CHECK(built([&] { store.get_or_set(std::string_view{"b"}, [] { return 1; }); }) == 1);
    CHECK(store.get(key) == 2);
    check_invariants(store);
}

TEST_CASE("Growth moves keys and copies none", "[keys][transparent]") {
    Clock clock;
    NameStore store{clock};
    CHECK(built([&] {
              for (int i = 0; i < 1'000; ++i) store.set(std::string_view{std::to_string(i)}, i);
          }) == 1'000);
    CHECK(store.size() == 1'000);
    check_invariants(store);
}

TEST_CASE("Without a transparent hash a lookup takes what converts to a key", "[keys]") {
    struct Plain {
        std::size_t operator()(const std::string& key) const { return key.size(); }
    };
    Clock clock;
    TtlStore<std::string, int, Clock, WithHash<Plain>, WithKeyEqual<std::equal_to<std::string>>> store{clock};
    store.set("abc", 1);
    CHECK(store.get(std::string{"abc"}) == 1);
    CHECK(store.get("abc") == 1);
    CHECK_FALSE(store.get("xyz"));
    check_invariants(store);
}
