// Runs with HeapExpiry.
#include "run_index_impl.hpp"

template void replay::run_index<ttlstore::HeapExpiry>(const Options&, RequestSource&, RunResult&);
