/// A complete eviction policy written by a user: a random entry goes. It costs nothing on a hit and needs no memory.
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <ttlstore/ttl_store.hpp>

class RandomEviction {
public:
    /// What the policy wants to keep per entry: nothing. A list would keep its two neighbours here.
    struct Hook {};

    // The four events. Every member takes `slots`, through which it sees the entries; this policy only draws lots.
    template <class Slots>
    void on_insert(Slots&, ttlstore::SlotId) noexcept {
        draw();
    }
    template <class Slots>
    void on_access(Slots&, ttlstore::SlotId) noexcept {}
    template <class Slots>
    void on_remove(Slots&, ttlstore::SlotId) noexcept {
        draw();
    }
    /// The table grew and entries have new numbers: translate(old) for each number held. This policy holds none.
    template <class Slots, class Translate>
    void rehashed(Slots&, Translate) noexcept {}

    /// Room is needed and nobody is dead: names the entry to go, or none to refuse. Asked twice, it answers the same.
    template <class Slots, class Index>
    std::optional<ttlstore::SlotId> victim(Slots& slots, Index&) noexcept {
        if (slots.stored() == 0) return std::nullopt;
        auto id = static_cast<ttlstore::SlotId>(lot_ % slots.slot_count());
        while (!slots.occupied(id)) id = id + 1 == slots.slot_count() ? 0 : id + 1;
        return id;
    }

private:
    /// xorshift64 (Marsaglia 2003) with a fixed seed: random enough for this, and each run is the same.
    void draw() noexcept {
        lot_ ^= lot_ << 13;
        lot_ ^= lot_ >> 7;
        lot_ ^= lot_ << 17;
    }
    std::uint64_t lot_ = 42;
};

int main() {
    // The role is recognised by the members; a policy that lacks one is refused with a sentence.
    ttlstore::TtlStore<std::string, int, RandomEviction> store{{.capacity = 100, .hash_seed = 1}};
    for (int i = 0; i < 1'000; ++i) store.set("key" + std::to_string(i), i);

    int old = 0;
    store.for_each([&](const std::string&, int value) { old += value < 900; });
    std::cout << "live " << store.size() << ", evicted " << store.stats().evicted << '\n';
    std::cout << "the newest is never its own victim: " << (store.contains("key999") ? "kept" : "lost") << '\n';
    std::cout << "some older than the last hundred survive: " << (old > 0 ? "yes" : "no") << '\n';
}
