// Runs with LazyExpiry.
#include "run_index_impl.hpp"

template void replay::run_index<ttlstore::LazyExpiry>(const Options&, RequestSource&, RunResult&);
