// Runs with FifoExpiry.
#include "run_index_impl.hpp"

template void replay::run_index<ttlstore::FifoExpiry>(const Options&, RequestSource&, RunResult&);
