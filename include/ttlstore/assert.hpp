/// TTLSTORE_ASSERT: the one assertion macro. Define it before the first include to route failures elsewhere.
/// TTLSTORE_COLD marks what runs seldom, so that it is kept out of the code that runs always.
/// TTLSTORE_INLINE joins the parts of a hot call into one function, where what they pass each other stays in registers.
#pragma once

#ifndef TTLSTORE_ASSERT
#include <cassert>
#define TTLSTORE_ASSERT(condition) assert(condition)
#endif

#if defined(__GNUC__)
#define TTLSTORE_COLD [[gnu::cold, gnu::noinline]]
#define TTLSTORE_INLINE [[gnu::always_inline]]
#else
#define TTLSTORE_COLD
#define TTLSTORE_INLINE
#endif
