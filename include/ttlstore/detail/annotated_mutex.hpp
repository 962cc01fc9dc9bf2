/// std::mutex and its guard as clang's thread-safety analysis wants to see them; the standard ones carry no annotations.
#pragma once

#include <mutex>

#include "../thread_annotations.hpp"

namespace ttlstore::detail {

class TTLSTORE_CAPABILITY("mutex") AnnotatedMutex {
public:
    void lock() TTLSTORE_ACQUIRE() { mutex_.lock(); }
    void unlock() TTLSTORE_RELEASE() { mutex_.unlock(); }

private:
    std::mutex mutex_;
};

class TTLSTORE_SCOPED_CAPABILITY AnnotatedLock {
public:
    explicit AnnotatedLock(AnnotatedMutex& mutex) TTLSTORE_ACQUIRE(mutex) : mutex_{mutex} { mutex_.lock(); }
    AnnotatedLock(const AnnotatedLock&) = delete;
    AnnotatedLock& operator=(const AnnotatedLock&) = delete;
    ~AnnotatedLock() TTLSTORE_RELEASE() { mutex_.unlock(); }

private:
    AnnotatedMutex& mutex_;
};

}  // namespace ttlstore::detail
