// Runs with OrderedExpiry.
#include "run_index_impl.hpp"

template void replay::run_index<ttlstore::OrderedExpiry>(const Options&, RequestSource&, RunResult&);
