// Random operations on stores of one ttl, beside the model.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store with FifoExpiry and one ttl answers as the model does", "[model]",
                        model_test::FifoIndex) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
