// For string keys every lookup takes literals, views and strings alike and builds no std::string.
#include <memory>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

/// Calls every keyed member with `key`; an entry with value 1 must be alive under it.
template <class Q>
void check_every_call(Store<>& store, const Q& key) {
    CHECK(store.find(key) != nullptr);
    CHECK(store.peek(key) != nullptr);
    CHECK(store.get(key) == 1);
    CHECK(store.contains(key));
    CHECK_FALSE(missing(store, key));
    CHECK(store.info(key));
    CHECK(store.expire(key, 10s));
    CHECK(store.persist(key));
    CHECK(store.touch(key));
    CHECK(store.update(key, [](int&) {}));
    CHECK(store.get_or_set(key, [] { return 2; }) == 1);
    CHECK(store.take(key) == 1);
    CHECK(store.set(key, 1) == SetResult::inserted);
    CHECK(store.erase(key));
    CHECK(store.set(key, 1) == SetResult::inserted);
}

}  // namespace

TEST_CASE("Every keyed call takes a literal, a view, a pointer and a string", "[keys][C30]") {
    Clock clock;
    Store<> store{clock};
    store.set(std::string("abc"), 1);
    check_every_call(store, "abc");
    check_every_call(store, std::string_view{"abc"});
    check_every_call(store, std::string{"abc"});
    const char* pointer = "abc";
    check_every_call(store, pointer);
    char array[] = "abc";
    check_every_call(store, array);
    CHECK(store.size() == 1);
    check_invariants(store);
}

TEST_CASE("set takes an rvalue key, a view, braces and both at once", "[keys][C30]") {
    Clock clock;
    Store<> store{clock};
    std::string key = "abc";
    store.set(std::move(key), 1);
    store.set({"braced"}, {2});
    store.set({"xxyz", 2}, {});
    store.set(std::string_view{"view"}, 4);
    CHECK(keys_of(store) == Keys{"abc", "braced", "view", "xx"});
    CHECK(store.get("xx") == 0);
    CHECK(store.get({"braced"}) == 2);
    CHECK(store.erase({"braced"}));
    check_invariants(store);
}

TEST_CASE("The buffer of a key may go away after the call", "[keys][C30]") {
    Clock clock;
    Store<> store{clock};
    {
        auto buffer = std::make_unique<std::string>("a key long enough to live on the heap");
        store.set(std::string_view{*buffer}, 1);
        buffer->assign(buffer->size(), '-');
    }
    CHECK(store.get("a key long enough to live on the heap") == 1);
}

TEST_CASE("Keys are bytes of any content and length", "[keys]") {
    Clock clock;
    Store<> store{clock};
    using namespace std::string_literals;
    Keys keys{""s, "\0"s, "\0\0"s, "a\0b"s, "a"s, "a\0"s, "\r\n"s, "\xff\xfe"s};
    for (std::size_t length = 1; length < 70; ++length) keys.push_back(std::string(length, 'q'));
    keys.emplace_back(100'000, 'z');
    int number = 0;
    for (const auto& key : keys) CHECK(store.set(key, number++) == SetResult::inserted);
    CHECK(store.size() == keys.size());
    number = 0;
    for (const auto& key : keys) CHECK(store.get(std::string_view{key}) == number++);
    check_invariants(store);
}

TEST_CASE("Wide and view keys work, too", "[keys]") {
    Clock clock;
    TtlStore<std::u16string, int, Clock> wide{clock};
    wide.set(u"key", 1);
    CHECK(wide.get(std::u16string_view{u"key"}) == 1);
    TtlStore<std::string_view, int, Clock> views{clock};
    views.set("literal", 1);
    CHECK(views.get(std::string{"literal"}) == 1);
    CHECK(views.contains("literal"));
}
