// Random operations on stores with a heap of deadlines, beside the model.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store with HeapExpiry answers as the model does", "[model]", model_test::HeapIndex) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
