// Runs with TimingWheelExpiry.
#include "run_index_impl.hpp"

template void replay::run_index<ttlstore::TimingWheelExpiry>(const Options&, RequestSource&, RunResult&);
