/// Forward declarations, for headers that only name a store.
#pragma once

namespace ttlstore {

template <class Key, class Value, class... Options>
class TtlStore;
template <class Key, class Value, class... Options>
class ShardedTtlStore;

class Ttl;
class Expiry;
struct StoreConfig;
struct ShardedConfig;
struct Stats;
struct MemoryReport;
struct Removal;
enum class RemovalCause;
enum class When;
enum class SetResult;
enum class ExpireIf;

}  // namespace ttlstore
