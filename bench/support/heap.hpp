/// The heap between two structures: as good as new, but with its memory at hand.
#pragma once

#include <cstddef>
#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace bench {

/// Joins the scattered pieces that a freed structure leaves behind, so that the next one's nodes lie side by side
/// again.
///
/// From the first call on the process keeps the memory it has once had. The first touch of a page costs from a
/// quarter of a microsecond to ten of them (virtual machines), more than anything measured here; a program that has run
/// for a while does not pay it, so neither contestant does.
inline void tidy_heap() {
#ifdef __GLIBC__
    static const bool keeps_memory = mallopt(M_MMAP_MAX, 0) != 0 && mallopt(M_TRIM_THRESHOLD, -1) != 0;
    if (!keeps_memory) return;
#endif
    void* volatile large =
        std::malloc(std::size_t{1} << 20);  // glibc joins small free pieces when asked for a large one
    std::free(large);
}

/// The opposite: every page will be touched for the first time.
inline void forget_heap() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace bench
