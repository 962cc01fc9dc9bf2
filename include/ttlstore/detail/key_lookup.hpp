/// KeyLookup: which types a store can look up as they are, and a Key made from the others.
#pragma once

#include <concepts>
#include <type_traits>

namespace ttlstore::detail {

template <class Traits>
struct KeyLookup {
    using Key = typename Traits::Key;

    template <class Q>
    static constexpr bool looks_up = std::is_same_v<std::remove_cvref_t<Q>, Key> ||
                                     (Traits::kTransparent && std::invocable<const typename Traits::Hash&, const Q&> &&
                                      std::predicate<const typename Traits::KeyEqual&, const Key&, const Q&>);
    template <class Q>
    static constexpr bool findable = looks_up<Q> || std::convertible_to<const Q&, Key>;

    /// f(key), or f(Key made from it).
    template <class Q, class F>
    static auto as_key(const Q& key, F f) {
        static_assert(
            findable<Q>,
            "TtlStore: a key of this type cannot be looked up: it is not the Key, does not convert to it, and Hash and "
            "KeyEqual do not both accept it");
        if constexpr (looks_up<Q>) {
            return f(key);
        } else if constexpr (findable<Q>) {
            const Key made = static_cast<Key>(key);
            return f(made);
        }
    }
};

}  // namespace ttlstore::detail
