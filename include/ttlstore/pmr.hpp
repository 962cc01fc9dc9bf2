/// ttlstore::pmr: stores that take their memory from a std::pmr::memory_resource.
#pragma once

#include <cstddef>
#include <memory_resource>

#include "ttl_store.hpp"

namespace ttlstore::pmr {

/// Pass a `std::pmr::memory_resource*` as the last constructor argument; without one the default resource is used.
/// The resource must outlive the store. It moves with the store's contents.
template <class Key, class Value, class... Options>
using TtlStore = ttlstore::TtlStore<Key, Value, WithAllocator<std::pmr::polymorphic_allocator<std::byte>>, Options...>;

}  // namespace ttlstore::pmr
