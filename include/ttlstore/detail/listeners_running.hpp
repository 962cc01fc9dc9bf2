/// Who is called by a listener of a sharded store must not wait for another thread: that one may wait for the listener.
#pragma once

namespace ttlstore::detail {

/// How many listeners this thread is inside of, of any sharded store.
inline constinit thread_local int listeners_running = 0;

}  // namespace ttlstore::detail
