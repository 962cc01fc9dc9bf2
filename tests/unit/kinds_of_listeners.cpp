// A listener is anything that can be called: a class, a lambda, a function pointer, a std::function.
#include <functional>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

int told = 0;
void count(const std::string&, int&&, const Removal&) { ++told; }

struct Stateless {
    void operator()(const std::string&, int&&, const Removal&) const { ++told; }
};

/// Counts by itself: its call operator is not const.
struct Counter {
    int* total;
    int mine = 0;
    void operator()(const std::string&, int&&, const Removal&) { *total = ++mine; }
};

template <class S>
void remove_three(S& store) {
    for (const char* key : {"a", "b", "c"}) store.set(key, 1);
    store.erase("a");
    store.clear();
}

}  // namespace

TEST_CASE("A class without state needs no argument", "[listener][kind]") {
    told = 0;
    Clock clock;
    Store<WithListener<Stateless>> store{clock};
    remove_three(store);
    CHECK(told == 3);
    check_invariants(store);
}

TEST_CASE("A function pointer and a std::function can listen", "[listener][kind]") {
    told = 0;
    Clock clock;
    Store<WithListener<void (*)(const std::string&, int&&, const Removal&)>> pointed{clock, {}, &count};
    remove_three(pointed);
    CHECK(told == 3);

    std::vector<std::string> keys;
    using Function = std::function<void(const std::string&, int, const Removal&)>;
    Store<WithListener<Function>> wrapped{
        clock, {}, [&](const std::string& key, int, const Removal&) { keys.push_back(key); }};
    remove_three(wrapped);
    CHECK(keys.size() == 3);
    CHECK(keys.front() == "a");
}

TEST_CASE("A lambda with a capture can listen, and the store can still be moved and assigned", "[listener][kind]") {
    Clock clock;
    int total = 0;
    const auto listener = [&total](const auto& key, auto&& value, const Removal& removal) {
        total += value + static_cast<int>(key.size()) + (removal.cause == RemovalCause::erased ? 100 : 0);
    };
    using Listening = Store<WithListener<std::decay_t<decltype(listener)>>>;
    Listening first{clock, {}, listener};
    first.set("a", 1);
    Listening store{std::move(first)};
    store.erase("a");
    CHECK(total == 102);
    store = Listening{clock, {.capacity = 1}, listener};
    store.set("b", 1);
    store.set("c", 1);
    CHECK(total == 104);
    check_invariants(store);
}

TEST_CASE("A listener may change itself while it is called", "[listener][kind]") {
    Clock clock;
    int total = 0;
    Store<WithListener<Counter>> store{clock, {}, Counter{&total}};
    remove_three(store);
    CHECK(total == 3);
}
