/// NullMutex: no lock at all, for a sharded store that one thread uses.
#pragma once

#include "../thread_annotations.hpp"

namespace ttlstore {

/// With it a ShardedTtlStore costs no synchronisation and must not be shared.
class TTLSTORE_CAPABILITY("mutex") NullMutex {
public:
    void lock() noexcept TTLSTORE_ACQUIRE() {}
    bool try_lock() noexcept TTLSTORE_TRY_ACQUIRE(true) { return true; }
    void unlock() noexcept TTLSTORE_RELEASE() {}
};

}  // namespace ttlstore
