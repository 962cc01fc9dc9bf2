// expect: TtlStore: this expiry index lacks a member; concepts.hpp shows the shortest valid one
#include <optional>

#include <ttlstore/ttl_store.hpp>

struct NeverForgets {
    struct Hook {};
    template <class Slots>
    void schedule(Slots&, ttlstore::SlotId, ttlstore::Tick) {}
    std::optional<ttlstore::Tick> next_deadline() const noexcept { return std::nullopt; }
    template <class Slots>
    std::optional<ttlstore::SlotId> pop_due(Slots&, ttlstore::Tick) noexcept {
        return std::nullopt;
    }
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}
};
ttlstore::TtlStore<int, int, NeverForgets> store;
