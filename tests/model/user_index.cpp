// Random operations on stores with an index written by a user, beside the model.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store with an index written by a user answers as the model does", "[model]",
                        model_test::UserIndex) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
