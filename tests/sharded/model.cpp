// Random operations on sharded stores answer as the model does.
#include "sharded/model_runner.hpp"
#include "support/catch.hpp"

using namespace sharded_test;

namespace {

constexpr std::size_t kPrograms = 150;
constexpr std::size_t kOperations = 600;

template <class Store>
void check_model(support::ModelPolicy policy = support::ModelPolicy::as_told) {
    const std::string failure = search_model<Store>(policy, kPrograms, kOperations);
    INFO(failure);
    CHECK(failure.empty());
}

}  // namespace

TEST_CASE("a sharded store with LRU answers as the model does", "[sharded][model]") { check_model<ModelledStore<>>(); }

TEST_CASE("a sharded store with a wheel and SIEVE answers as the model does", "[sharded][model]") {
    check_model<ModelledStore<ttlstore::TimingWheelExpiry, ttlstore::SieveEviction>>();
}

TEST_CASE("a sharded store that evicts nobody answers as the model does", "[sharded][model]") {
    check_model<ModelledStore<ttlstore::NoEviction, ttlstore::WithMutex<ttlstore::NullMutex>>>(
        support::ModelPolicy::none);
}
