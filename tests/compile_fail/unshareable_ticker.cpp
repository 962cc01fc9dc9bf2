// expect: ShardedTtlStore: this ticker is not known to be safe to share
#include <ttlstore/sharded_ttl_store.hpp>

struct Counting {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<Counting, duration>;
    time_point now() const noexcept { return time_point{duration{++readings}}; }
    mutable long readings = 0;
};
Counting clock_of_ours;
ttlstore::ShardedTtlStore<int, int, Counting> store{clock_of_ours};
