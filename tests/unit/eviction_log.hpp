// A small store of letters, and what it evicted: for textbook sequences written by hand.
#pragma once

#include <string>
#include <string_view>

#include "unit/shorthand.hpp"

namespace unit {

template <class Policy, class... Options>
class Letters {
public:
    using Store = unit::Store<Policy, WithListener<Recorder<std::string, int>>, Options...>;

    explicit Letters(StoreConfig config) : store{clock, config, seen} {}

    void set(std::string_view letters, Expiry expiry = Expiry::never()) {
        for (const char letter : letters) store.set(std::string(1, letter), 1, expiry);
        check_invariants(store);
    }
    void get(std::string_view letters) {
        for (const char letter : letters) CHECK(store.get(std::string(1, letter)));
    }
    void erase(std::string_view letters) {
        for (const char letter : letters) CHECK(store.erase(std::string(1, letter)));
        check_invariants(store);
    }
    /// Since the last call, in order.
    std::string evicted() {
        std::string letters;
        for (const auto& event : seen.take()) {
            if (event.cause == RemovalCause::evicted) letters += event.key;
        }
        return letters;
    }
    /// Those that `set` evicts.
    std::string set_evicts(std::string_view letters) {
        evicted();
        set(letters);
        return evicted();
    }
    /// Next victim first, for policies that tell.
    std::string order() const {
        std::string letters;
        for_each_in_eviction_order(store, [&](const std::string& key) { letters += key; });
        return letters;
    }

    Clock clock;
    Recorder<std::string, int> seen;
    Store store;
};

}  // namespace unit
