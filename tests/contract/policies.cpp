// The eviction contract, over every policy there is.
#include <tuple>

#include "contract/eviction_contract.hpp"
#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "support/informed_roles.hpp"
#include "support/stores.hpp"

using Policies =
    decltype(std::tuple_cat(support::AllPolicies{}, std::tuple<support::MinimalEviction, support::InformedEviction>{}));

TEMPLATE_LIST_TEST_CASE("an eviction policy names stored entries only, each once, in an order that survives growth",
                        "[eviction][contract]", Policies) {
    contract::check_policy_alone<TestType>();
}

TEMPLATE_LIST_TEST_CASE("a store with any eviction policy keeps its bounds, and the dead go before the living",
                        "[eviction][contract]", Policies) {
    contract::check_bound_is_kept<TestType>();
    contract::check_dead_go_first<TestType>();
    contract::check_weights<TestType>();
    contract::check_growth_and_shrinking<TestType>();
}
