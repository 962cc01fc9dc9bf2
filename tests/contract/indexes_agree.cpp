// Under the same calls a store answers the same whatever its index: the default one is the witness for all others.
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>

#include "contract/expiry_contract.hpp"
#include "contract/transcript.hpp"
#include "support/archetypes.hpp"
#include "support/catch.hpp"
#include "support/stores.hpp"

using contract::AgreementStore;
using contract::Program;
using contract::Transcript;
using contract::Witness;

namespace {

using Indexes = decltype(std::tuple_cat(support::AllIndexes{}, std::tuple<support::MinimalExpiry>{}));

/// The calls before the first answer that differs are in the message, for a start.
void require_same(const std::vector<std::string>& of_index, const std::vector<std::string>& expected) {
    REQUIRE(of_index.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (of_index[i] == expected[i]) continue;
        std::string before;
        for (std::size_t j = i < 8 ? 0 : i - 8; j < i; ++j) before += '\n' + expected[j];
        INFO("after" << before);
        REQUIRE(of_index[i] == expected[i]);
    }
}

template <class Index, class Policy>
void agree() {
    constexpr contract::Promises kPromises = contract::promises<Index>;
    constexpr unsigned kPrograms = 30;
    constexpr int kSteps = 600;
    for (unsigned seed = 1; seed <= kPrograms; ++seed) {
        for (const bool one_ttl : {true, false}) {
            if (!one_ttl && !kPromises.any_order) continue;
            INFO("seed " << seed << (one_ttl ? ", one ttl" : ", any ttl"));
            const Program program{seed, one_ttl, !one_ttl && kPromises.finds_all};
            const Transcript expected =
                Witness<AgreementStore<ttlstore::OrderedExpiry, Policy>>{program}.testify(kSteps);
            const Transcript of_index = Witness<AgreementStore<Index, Policy>>{program}.testify(kSteps);
            require_same(of_index.each_step, expected.each_step);
            REQUIRE(of_index.died == expected.died);
            if (kPromises.first_come && kPromises.exact_next) require_same(of_index.in_order, expected.in_order);
        }
    }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("every index answers as the default one does while the least recently used is evicted",
                        "[expiry][contract]", Indexes) {
    agree<TestType, ttlstore::LruEviction>();
}

TEMPLATE_LIST_TEST_CASE("every index answers as the default one does where the policy asks it, or nobody is evicted",
                        "[expiry][contract]", Indexes) {
    constexpr bool kAsks = support::knows_soonest<TestType> && !std::is_same_v<TestType, support::MinimalExpiry>;
    agree<TestType, std::conditional_t<kAsks, ttlstore::SoonestExpiryEviction, ttlstore::NoEviction>>();
}
