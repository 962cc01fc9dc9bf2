// libFuzzer target: the bytes are a program for a store and the model, as in the random test (model/operations.hpp).
//     clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude -Itests tests/fuzz/store_fuzz.cpp
// The first byte chooses the setup. With replay_main.cpp in the fuzzer's place it replays files.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "model/search.hpp"
#include "model/setups.hpp"

namespace {

using namespace model_test;

using FuzzedSetups = std::tuple<std::tuple_element_t<1, OrderedLru>, std::tuple_element_t<3, OrderedLru>,
                                std::tuple_element_t<0, OrderedSoonest>, std::tuple_element_t<0, OrderedNone>,
                                std::tuple_element_t<0, UserIndex>, std::tuple_element_t<0, Wheel>>;

template <class S>
void run_one(const std::vector<Record>& records) {
    if (std::getenv("TTLSTORE_FUZZ_TRACE") != nullptr) std::puts(explain<S>(records).c_str());
    if (outcome<S>(records)) {
        std::fputs(explain<S>(shrink<S>(records)).c_str(), stderr);
        std::abort();
    }
}

template <std::size_t... I>
void run(std::size_t choice, const std::vector<Record>& records, std::index_sequence<I...>) {
    ((choice == I ? run_one<std::tuple_element_t<I, FuzzedSetups>>(records) : void()), ...);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t choice = data[0] % std::tuple_size_v<FuzzedSetups>;
    std::vector<Record> records((size - 1) / sizeof(Record));
    if (!records.empty()) std::memcpy(records.data(), data + 1, records.size() * sizeof(Record));
    run(choice, records, std::make_index_sequence<std::tuple_size_v<FuzzedSetups>>{});
    return 0;
}
