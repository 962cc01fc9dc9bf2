// A header may name a store by fwd.hpp alone; the definition comes later.
#include <string>
#include <ttlstore/fwd.hpp>

namespace {
using Sessions = ttlstore::TtlStore<std::string, int>;
std::size_t count(const Sessions& sessions);
}  // namespace

#include <ttlstore/ttl_store.hpp>

#include "support/catch.hpp"

namespace {
std::size_t count(const Sessions& sessions) { return sessions.size(); }
}  // namespace

TEST_CASE("A store that was declared ahead is the one that is defined", "[static]") {
    Sessions sessions;
    sessions.set("a", 1);
    CHECK(count(sessions) == 1);
}
