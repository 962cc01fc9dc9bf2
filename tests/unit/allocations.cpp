// Hits, misses, overwrites and sweeps allocate nothing; a bounded store has allocated everything when it is made.
#include <array>
#include <cstdlib>
#include <new>

#include "unit/shorthand.hpp"

using namespace unit;

namespace {

thread_local long allocations = 0;

void* counted(std::size_t bytes, std::size_t alignment) {
    ++allocations;
    const std::size_t whole = (bytes / alignment + 1) * alignment;
    void* block = alignment <= alignof(std::max_align_t) ? std::malloc(whole) : std::aligned_alloc(alignment, whole);
    if (block == nullptr) throw std::bad_alloc{};
    return block;
}

void* counted_or_null(std::size_t bytes, std::size_t alignment) noexcept {
    try {
        return counted(bytes, alignment);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

constexpr std::size_t kUsual = alignof(std::max_align_t);

/// The allocations of this thread while `f` runs.
template <class F>
long allocated(F f) {
    const long before = allocations;
    f();
    return allocations - before;
}

}  // namespace

// All of them are replaced, so that none is paired with one of the library's (AddressSanitizer would object).
void* operator new(std::size_t bytes) { return counted(bytes, kUsual); }
void* operator new[](std::size_t bytes) { return counted(bytes, kUsual); }
void* operator new(std::size_t bytes, std::align_val_t to) { return counted(bytes, static_cast<std::size_t>(to)); }
void* operator new[](std::size_t bytes, std::align_val_t to) { return counted(bytes, static_cast<std::size_t>(to)); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted_or_null(bytes, kUsual); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return counted_or_null(bytes, kUsual); }
void* operator new(std::size_t bytes, std::align_val_t to, const std::nothrow_t&) noexcept {
    return counted_or_null(bytes, static_cast<std::size_t>(to));
}
void* operator new[](std::size_t bytes, std::align_val_t to, const std::nothrow_t&) noexcept {
    return counted_or_null(bytes, static_cast<std::size_t>(to));
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete[](void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { std::free(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { std::free(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { std::free(block); }

TEST_CASE("Reads of every kind allocate nothing, hit, miss or dead", "[allocation]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, std::chrono::seconds{1 + i % 10});
    clock.advance(5s);
    std::array<int, 100> keys{};
    for (int i = 0; i < 100; ++i) keys[static_cast<std::size_t>(i)] = i * 11;
    CHECK(allocated([&] {
              for (int i = 0; i < 2'000; ++i) {
                  store.get(i);
                  store.find(i);
                  static_cast<void>(store.peek(i));
                  static_cast<void>(store.contains(i));
                  static_cast<void>(store.ttl(i));
                  static_cast<void>(store.info(i));
                  store.touch(i);
                  store.update(i, [](int& value) { ++value; });
              }
              store.find_many(keys, [](std::size_t, int*) {});
              static_cast<void>(store.size());
              store.for_each([](int, int) {});
          }) == 0);
    check_invariants(store);
}

TEST_CASE("An overwrite allocates nothing, and neither does moving a deadline among known ones", "[allocation]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, std::chrono::seconds{1 + i % 10});
    CHECK(allocated([&] {
              for (int i = 0; i < 1'000; ++i) {
                  store.set(i, -i, std::chrono::seconds{1 + i % 10});
                  store.expire(i, std::chrono::seconds{1 + (i + 3) % 10});
                  store.set(i, i, Expiry::keep());
              }
          }) == 0);
    check_invariants(store);
}

TEST_CASE("Overwrites under a moving clock allocate nothing once the number of deadlines is steady", "[allocation]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 100; ++i) {
        clock.advance(1ms);
        store.set(i, i, 10s);
    }
    CHECK(allocated([&] {
              for (int i = 0; i < 10'000; ++i) {
                  clock.advance(1ms);
                  store.set(i % 100, i, 10s);
              }
          }) == 0);
    check_invariants(store);
}

TEST_CASE("A sweep, an erase, a take and a clear allocate nothing", "[allocation][sweep]") {
    Clock clock;
    IntStore<> store{clock};
    for (int i = 0; i < 1'000; ++i) store.set(i, i, std::chrono::milliseconds{1 + i});
    std::size_t swept = 0;
    CHECK(allocated([&] {
              clock.advance(500ms);
              swept += store.sweep(100);
              swept += store.sweep(SweepBudget{}).removed;
              for (int i = 500; i < 600; ++i) store.erase(i);
              for (int i = 600; i < 700; ++i) store.take(i);
          }) == 0);
    CHECK(swept == 500);
    CHECK(allocated([&] { store.clear(); }) == 0);
    check_invariants(store);
}

TEST_CASE("A bounded store without deadlines never allocates after its construction", "[allocation][capacity]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 1'000}};
    CHECK(allocated([&] {
              for (int i = 0; i < 100'000; ++i) store.set(i, i);
              for (int i = 0; i < 100'000; ++i) {
                  store.erase(i);
                  store.set(i % 3'000, i);
              }
          }) == 0);
    CHECK(store.size() == 1'000);
    check_invariants(store);
}

TEST_CASE("A bounded store with deadlines allocates at most its index nodes, and those once",
          "[allocation][capacity]") {
    Clock clock;
    IntStore<> store{clock, {.capacity = 1'000}};
    const auto churn = [&](int from) {
        for (int i = from; i < from + 20'000; ++i) {
            clock.advance(1ms);
            store.set(i, i, 10s);
            if (i % 5 == 0) store.erase(i - 3);
            if (i % 50 == 0) store.sweep(10);
        }
    };
    churn(0);
    CHECK(allocated([&] { churn(20'000); }) == 0);
    check_invariants(store);
}

TEMPLATE_TEST_CASE("A bounded store allocates nothing after its construction, whatever the deadlines",
                   "[allocation][capacity][expiry]", HeapExpiry, FifoExpiry, LazyExpiry) {
    constexpr bool kOneTtl = std::is_same_v<TestType, FifoExpiry>;
    Clock clock;
    IntStore<TestType> store{clock, {.capacity = 1'000}};
    CHECK(allocated([&] {
              for (int i = 0; i < 50'000; ++i) {
                  clock.advance(1ms);
                  const std::chrono::milliseconds ttl{kOneTtl ? 300 : 1 + i * 7919 % 997};
                  store.set(i % 1'700, i, ttl);
                  store.expire(i % 13, ttl);
                  if (i % 5 == 0) store.erase(i * 31 % 1'700);
                  if (i % 7 == 0) store.persist(i * 17 % 1'700);
                  if (i % 50 == 0) store.sweep(10);
              }
              clock.advance(1h);
              store.sweep(kAll);
          }) == 0);
    check_invariants(store);
}

TEST_CASE("A bounded store with a timing wheel never allocates after its construction",
          "[allocation][capacity][wheel]") {
    Clock clock;
    IntStore<TimingWheelExpiry> store{clock, {.capacity = 1'000}};
    CHECK(allocated([&] {
              for (int i = 0; i < 40'000; ++i) {
                  clock.advance(i % 10'000 == 9'999 ? -5s : 1ms);
                  store.set(i, i, std::chrono::milliseconds{1 + i % 7 * (i % 1'013) * 100});
                  if (i % 5 == 0) store.erase(i - 3);
                  if (i % 7 == 0) store.expire(i - 5, 1s);
                  if (i % 50 == 0) store.sweep(10);
              }
          }) == 0);
    check_invariants(store);
}

TEST_CASE("A lookup by literal or view in a store of strings allocates nothing", "[allocation][keys]") {
    Clock clock;
    Store<> store{clock};
    store.set("a key that is too long for the small string buffer of any library", 1, 10s);
    CHECK(allocated([&] {
              store.find("another key that is too long for the small string buffer of any library");
              store.find("a key that is too long for the small string buffer of any library");
              store.get(std::string_view{"another key that is too long for the small string buffer"});
              static_cast<void>(store.contains("another key that is too long for the small string buffer"));
              store.erase("another key that is too long for the small string buffer");
              store.take("another key that is too long for the small string buffer");
              store.expire("another key that is too long for the small string buffer", 1s);
              store.set("a key that is too long for the small string buffer of any library", 2, 10s);
              store.set("another key that is too long for the small string buffer", 2, 1s, When::if_present);
          }) == 0);
}

TEST_CASE("After reserve, that many inserts allocate nothing", "[allocation][reserve]") {
    Clock clock;
    IntStore<> store{clock};
    store.reserve(5'000);
    CHECK(allocated([&] {
              for (int i = 0; i < 5'000; ++i) store.set(i, i);
          }) == 0);
    CHECK(store.size() == 5'000);
}
