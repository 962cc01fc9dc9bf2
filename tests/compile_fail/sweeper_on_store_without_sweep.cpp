// expect: BackgroundSweeper: this store lacks sweep.SweepBudget., next_deadline.. or now..
#include <ttlstore/background_sweeper.hpp>

struct Store {
    static constexpr bool kShareable = true;
};
Store store;
ttlstore::BackgroundSweeper sweeper{store};
