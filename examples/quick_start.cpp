/// The shortest useful program: sessions that die by themselves.
#include <chrono>
#include <iostream>
#include <string>
#include <ttlstore/ttl_store.hpp>

using namespace std::chrono_literals;

struct Session {
    std::string user;
    int visits = 0;
};

int main() {
    // At most 1000 sessions; each dies 30 minutes after it was set, unless its own ttl says otherwise.
    ttlstore::TtlStore<std::string, Session> sessions{{.capacity = 1'000, .default_ttl = 30min}};

    sessions.set("alice", Session{"Alice"});
    sessions.set("otp:42", Session{"Bob"}, 90s);                            // its own ttl
    sessions.set("service", Session{"backup"}, ttlstore::Expiry::never());  // no ttl at all

    // find gives a pointer: null if the key is missing or its entry has died, whether it was swept or not.
    if (Session* session = sessions.find("alice")) {
        session->visits += 1;
        std::cout << session->user << " has " << session->visits << " visit\n";
    }
    std::cout << "mallory is " << (sessions.contains("mallory") ? "known" : "unknown") << '\n';

    // A second set of the same key answers what it did; if_absent leaves an entry that is there alone.
    const auto again = sessions.set("alice", Session{"Eve"}, 1h, ttlstore::When::if_absent);
    std::cout << "alice is " << (again == ttlstore::SetResult::condition_not_met ? "kept" : "overwritten") << '\n';

    // Nothing runs behind your back: call sweep when it suits you, here for at most 100 entries.
    std::cout << "swept " << sessions.sweep(100) << ", live " << sessions.size() << '\n';

    sessions.erase("alice");
    std::cout << "after erase: " << sessions.size() << " live\n";
}
