// Random operations on stores that evict nobody, beside the model.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store that evicts nobody answers as the model does", "[model]", model_test::OrderedNone) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
