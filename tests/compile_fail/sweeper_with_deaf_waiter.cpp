// expect: BackgroundSweeper: this waiter lacks wait.span., or a noexcept wake.. or now..
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/ttl_store.hpp>

struct Shared : ttlstore::TtlStore<int, int> {
    static constexpr bool kShareable = true;
    time_point now() const noexcept { return {}; }
};
struct Deaf {
    void wait(std::chrono::nanoseconds) {}
};
Shared store;
ttlstore::BackgroundSweeper sweeper{store, {}, Deaf{}};
