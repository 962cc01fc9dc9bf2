/// Clang's thread-safety annotations: which lock guards what, checked by -Wthread-safety. Other compilers see nothing.
#pragma once

#if defined(__clang__)
#define TTLSTORE_ANNOTATE(annotation) __attribute__((annotation))
#else
#define TTLSTORE_ANNOTATE(annotation)
#endif

/// A class that is a lock.
#define TTLSTORE_CAPABILITY(name) TTLSTORE_ANNOTATE(capability(name))
/// A class that holds a lock as long as it lives.
#define TTLSTORE_SCOPED_CAPABILITY TTLSTORE_ANNOTATE(scoped_lockable)
/// A member that is touched only with the lock held.
#define TTLSTORE_GUARDED_BY(lock) TTLSTORE_ANNOTATE(guarded_by(lock))
/// A function that its caller holds the lock for.
#define TTLSTORE_REQUIRES(...) TTLSTORE_ANNOTATE(requires_capability(__VA_ARGS__))
/// A function that takes the lock and keeps it.
#define TTLSTORE_ACQUIRE(...) TTLSTORE_ANNOTATE(acquire_capability(__VA_ARGS__))
/// As above if it returns the first argument.
#define TTLSTORE_TRY_ACQUIRE(...) TTLSTORE_ANNOTATE(try_acquire_capability(__VA_ARGS__))
#define TTLSTORE_RELEASE(...) TTLSTORE_ANNOTATE(release_capability(__VA_ARGS__))
/// A function that must not be called with the lock held.
#define TTLSTORE_EXCLUDES(...) TTLSTORE_ANNOTATE(locks_excluded(__VA_ARGS__))
/// A function after which the lock is known to be held, where the analysis cannot follow.
#define TTLSTORE_ASSERT_CAPABILITY(...) TTLSTORE_ANNOTATE(assert_capability(__VA_ARGS__))
/// The body takes locks in a way the analysis cannot follow; each use says why.
#define TTLSTORE_NO_THREAD_SAFETY_ANALYSIS TTLSTORE_ANNOTATE(no_thread_safety_analysis)
