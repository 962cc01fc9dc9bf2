// Destroying a store while one of its loads is under way is refused by the assertion.
#include <functional>

namespace {
std::function<void()> when_refused;
}  // namespace
#define TTLSTORE_ASSERT(condition) ((condition) ? static_cast<void>(0) : when_refused())

#include "loading/shorthand.hpp"

using namespace loading;

namespace {

// A key of this file's own keeps its store apart from those of other files, which assert in the usual way.
struct Number {
    int value;
    friend bool operator==(Number, Number) = default;
};
struct NumberHash {
    std::size_t operator()(Number number) const { return static_cast<std::size_t>(number.value); }
};
using NumberStore = ShardedTtlStore<Number, int, Clock, WithHash<NumberHash>>;

}  // namespace

TEST_CASE("A store that dies before its loads have ended is refused", "[load]") {
    Clock clock;
    std::optional<NumberStore> store;
    std::optional<LoadTask> task;
    int refused = 0;
    when_refused = [&] {
        ++refused;
        (*task)();  // saves what can be saved
    };
    const auto keep = [&](LoadTask given) { task.emplace(std::move(given)); };
    const auto load_later = [&] {
        store.emplace(clock);
        return store->get_or_load_async(
            Number{1}, [] { return 1; }, keep);
    };

    auto future = load_later();
    (*task)();
    store.reset();
    CHECK(refused == 0);
    CHECK(future.get() == 1);

    auto late = load_later();
    store.reset();
    CHECK(refused == 1);
    CHECK(late.get() == 1);

    auto overtaken = load_later();
    store->erase(Number{1});
    store.reset();
    CHECK(refused == 2);
    CHECK(overtaken.get() == 1);
}
