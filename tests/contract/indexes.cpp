// The expiry contract, over every index there is.
#include "contract/expiry_contract.hpp"

#include <tuple>

#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "support/stores.hpp"

using Indexes = decltype(std::tuple_cat(support::AllIndexes{}, std::tuple<support::MinimalExpiry>{}));

TEMPLATE_LIST_TEST_CASE("an expiry index names what is due, earliest first, and nothing that was cancelled",
                        "[expiry][contract]", Indexes) {
    contract::check_index_alone<TestType>();
}

TEMPLATE_LIST_TEST_CASE("a store with any expiry index sweeps what is overdue, within the budget", "[expiry][contract]",
                        Indexes) {
    contract::check_index_in_store<TestType>();
}
