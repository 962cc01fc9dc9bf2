// Random operations on stores that evict by W-TinyLFU, beside the model, which follows whom they pick.
#include "model/search.hpp"
#include "model/setups.hpp"
#include "support/catch.hpp"

TEMPLATE_LIST_TEST_CASE("a store that evicts by W-TinyLFU answers as the model does", "[model]",
                        model_test::OrderedTinyLfu) {
    const std::string failure = model_test::search<TestType>(model_test::total_operations() / model_test::kSetups);
    INFO(failure);
    CHECK(failure.empty());
}
