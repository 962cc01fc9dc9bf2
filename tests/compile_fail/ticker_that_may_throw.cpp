// expect: TtlStore: this ticker lacks a member [(]or its now[(][)] is not noexcept[)]
#include <chrono>

#include <ttlstore/ttl_store.hpp>

struct MayThrow {
    using duration = std::chrono::milliseconds;
    using time_point = std::chrono::time_point<std::chrono::steady_clock, duration>;
    time_point now() const { return {}; }
};
ttlstore::TtlStore<int, int, MayThrow> store;
