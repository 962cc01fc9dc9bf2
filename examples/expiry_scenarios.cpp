/// The life of three entries and of a full store, second by second, under a clock moved by hand.
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <ttlstore/ttl_store.hpp>
#include <variant>

using namespace std::chrono_literals;
using ttlstore::ManualTicker;

template <class Store>
void show(const Store& store, std::string_view key) {
    const auto ttl = store.ttl(key);  // one of three answers, never a magic number
    std::cout << "  " << key << ": ";
    if (std::holds_alternative<ttlstore::Missing>(ttl)) std::cout << "missing\n";
    if (std::holds_alternative<ttlstore::Persistent>(ttl)) std::cout << "no deadline\n";
    if (const auto* left = std::get_if<typename Store::Remaining>(&ttl))
        std::cout << left->left.count() << " ms left\n";
}

int main() {
    ManualTicker clock;
    std::cout << std::boolalpha << "at 0 s\n";
    ttlstore::TtlStore<std::string, int, ManualTicker> store{clock};
    store.set("a", 1, 10s);
    store.set("b", 2, 20s);
    store.set("c", 3);
    for (auto key : {"a", "b", "c", "d"}) show(store, key);
    try {
        store.set("a", 9, 0s);
    } catch (const std::invalid_argument&) {  // "no ttl" is Expiry::never(), so zero can only be a mistake
        std::cout << "  a ttl of zero is refused, a is still " << *store.find("a") << '\n';
    }

    clock.advance(10s);  // a is dead at its deadline already, and absent to everybody although it is stored
    std::cout << "at 10 s\n  size " << store.size() << ", stored " << store.stored() << '\n';
    std::cout << "  a found: " << (store.find("a") != nullptr)
              << ", removed by looking: " << store.stats().lazily_expired << ", stored " << store.stored() << '\n';

    clock.advance(10s);
    std::cout << "at 20 s\n  size " << store.size() << ", stored " << store.stored();
    std::cout << ", swept " << store.sweep(100) << ", stored " << store.stored() << '\n';
    for (int i = 0; i < 2; ++i) std::cout << "  expire c in 5 s: " << store.expire("c", 5s) << '\n';
    for (int i = 0; i < 2; ++i) std::cout << "  persist c: " << store.persist("c") << '\n';
    for (int i = 0; i < 2; ++i) std::cout << "  erase c: " << store.erase("c") << '\n';

    std::cout << "a store for two, the soonest to expire goes first\n";
    ttlstore::TtlStore<std::string, int, ManualTicker, ttlstore::SoonestExpiryEviction> two{clock, {.capacity = 2}};
    two.set("a", 1, 10s);
    two.set("b", 2, 20s);
    clock.advance(10s);
    two.set("c", 3, 1s);  // full, but a is dead: nobody alive has to go
    std::cout << "  c in, evicted " << two.stats().evicted << ", made room by expiry " << two.stats().expired_for_room
              << '\n';
    two.set("d", 4, 30s);  // now somebody has to: c has 1 s left, b has 10 s
    std::cout << "  d in, evicted " << two.stats().evicted << '\n';
    for (auto key : {"b", "c", "d"}) show(two, key);
}
