// Random operations on stores whose deadlines lie on a timing wheel, beside the model.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store with a timing wheel answers as the model does", "[model]", model_test::Wheel) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
