// expect: TtlStore: this eviction policy lacks a member; concepts.hpp shows the shortest valid one
#include <ttlstore/ttl_store.hpp>

struct NeverChooses {
    struct Hook {};
    template <class Slots>
    void on_insert(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots>
    void on_access(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};
ttlstore::TtlStore<int, int, NeverChooses> store;
