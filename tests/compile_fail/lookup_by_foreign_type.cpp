// expect: TtlStore: a key of this type cannot be looked up
#include <string>

#include <ttlstore/ttl_store.hpp>

struct NotAKey {};
bool ask(ttlstore::TtlStore<std::string, int>& store) { return store.find(NotAKey{}) != nullptr; }
