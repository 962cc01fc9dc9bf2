// A policy may let some go and then nobody: the newcomer leaves again, and who went for it stays away.
#include "support/user_policies.hpp"
#include "unit/shorthand.hpp"

using namespace unit;

namespace {

struct ItsValue {
    std::size_t operator()(const std::string&, int value) const { return static_cast<std::size_t>(value); }
};

}  // namespace

TEST_CASE("A newcomer for which too few were let go is rejected and leaves nothing behind", "[weight][policy]") {
    Clock clock;
    Seen seen;
    Store<support::OnlyWeightTwoGoes, WithWeigher<ItsValue>, Told> store{clock, {.max_weight = 5}, seen};
    store.set("a", 1);
    store.set("b", 1, 10s);
    store.set("c", 2, 20s);
    CHECK(store.set("d", 4, 5s) == SetResult::rejected);
    CHECK(keys_of(store) == Keys{"a", "b"});
    CHECK(seen.take() == Events{evicted("c", 2)});
    CHECK(store.stats().rejected == 1);
    CHECK(store.stats().inserted == 3);
    CHECK(store.next_deadline() == clock.now() + 10s);
    check_invariants(store);
}
