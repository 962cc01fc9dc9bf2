// Random operations on sharded stores answer as the model does.
#include "sharded/model_runner.hpp"

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string>

#include "support/catch.hpp"

using namespace sharded_test;

namespace {

constexpr std::size_t kOperations = 600;

/// TTLSTORE_MODEL_PROGRAMS sets another number.
std::size_t programs() {
    const char* const text = std::getenv("TTLSTORE_MODEL_PROGRAMS");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 150;
}

/// What went wrong with the first seed that fails, or "".
template <class Store>
std::string search_model(support::ModelPolicy policy) {
    for (std::uint64_t seed = 1; seed <= programs(); ++seed) {
        ModelRunner<Store> runner{seed, policy};
        try {
            runner.run(kOperations);
        } catch (const std::exception& problem) {
            return "seed " + std::to_string(seed) + ", " + runner.where() + ": " + problem.what();
        }
    }
    return "";
}

template <class Store>
void check_model(support::ModelPolicy policy = support::ModelPolicy::as_told) {
    const std::string failure = search_model<Store>(policy);
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
