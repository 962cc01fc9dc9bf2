// The one place where options become a store type.
#include "run.hpp"

#include <string>

#include "run_index.hpp"
#include "stores.hpp"

namespace replay {

RunResult run(const Options& options, RequestSource& source) {
    RunResult result;
    with_choice(kIndexes, "--index", options.index, [&](auto index) {
        result.store_name = index.type_name;
        run_index<typename decltype(index)::Type>(options, source, result);
    });
    return result;
}

}  // namespace replay
