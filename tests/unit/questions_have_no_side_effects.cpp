// contains, peek, ttl, info, size and walks promote nothing, count nothing and remove nothing.
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Asks everything that can be asked about `key`.
template <class Store>
void ask(const Store& store, const std::string& key) {
    static_cast<void>(store.contains(key));
    static_cast<void>(store.peek(key));
    static_cast<void>(store.ttl(key));
    static_cast<void>(store.info(key));
    static_cast<void>(store.size());
    static_cast<void>(store.live());
    static_cast<void>(store.overdue());
    static_cast<void>(store.stored());
    static_cast<void>(store.next_deadline());
    static_cast<void>(store.memory());
    store.for_each([](const std::string&, int) {});
    store.for_each_by_deadline([](const std::string&, int) {});
    for (const auto& [k, v] : store) static_cast<void>(v);
}

}  // namespace

TEST_CASE("Questions remove no dead entry and count nothing", "[questions]") {
    Clock clock;
    Seen seen;
    Store<Told> store{clock, {}, seen};
    store.set("a", 1, 1s);
    store.set("b", 2);
    clock.advance(1s);
    const Stats before = store.stats();
    ask(store, "a");
    ask(store, "b");
    ask(store, "missing");
    CHECK(store.stats() == before);
    CHECK(store.stored() == 2);
    CHECK(seen.take().empty());
    check_invariants(store);
}

TEST_CASE("Questions promote nothing, a get does", "[questions][capacity][C11]") {
    Clock clock;
    Store<> store{clock, {.capacity = 2}};
    store.set("a", 1);
    store.set("b", 2);
    SECTION("after questions a is still the oldest") {
        ask(store, "a");
        store.set("c", 3);
        CHECK(keys_of(store) == Keys{"b", "c"});
    }
    SECTION("after a get b is the oldest") {
        CHECK(store.get("a") == 1);
        store.set("c", 3);
        CHECK(keys_of(store) == Keys{"a", "c"});
    }
    CHECK(store.stats().evicted == 1);
}

TEST_CASE("Questions do not move an idle deadline", "[questions][idle]") {
    Clock clock;
    Store<> store{clock, {.idle_ttl = 10s}};
    store.set("a", 1);
    clock.advance(4s);
    ask(store, "a");
    CHECK(left(store, "a") == 6s);
}

TEST_CASE("peek shows the value without counting", "[questions]") {
    Clock clock;
    Store<> store{clock};
    store.set("a", 1, 10s);
    const Store<>& questioner = store;
    REQUIRE(questioner.peek("a") != nullptr);
    CHECK(*questioner.peek("a") == 1);
    CHECK(questioner.peek("b") == nullptr);
    CHECK(store.stats().lookups() == 0);
}
