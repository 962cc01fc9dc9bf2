/// A cache in front of a slow database: one load for many threads, refresh ahead, and an outage that nobody notices.
#include <atomic>
#include <chrono>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <ttlstore/sharded_ttl_store.hpp>
#include <vector>

using namespace std::chrono_literals;

struct Database {
    std::atomic<int> queries{0};
    bool down = false;

    std::optional<int> price(const std::string& item) {
        ++queries;
        if (down) throw std::runtime_error("database down");
        if (item != "apple") return std::nullopt;
        return 10 + queries;
    }
};

int main() {
    ttlstore::ManualTicker clock;  // leave it out, here and below, for real time
    ttlstore::ShardedTtlStore<std::string, int, ttlstore::ManualTicker> prices{clock, {.capacity = 10'000}};
    Database database;
    const auto ask = [&](const std::string& item) { return database.price(item); };
    const ttlstore::LoadOptions options{.expiry = 1min, .refresh_ahead = 10s, .serve_stale = 1h, .remember_absent = 5s};

    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([&] { prices.get_or_load("apple", ask, options); });
    for (std::thread& thread : threads) thread.join();
    std::cout << "8 threads, " << database.queries << " query: " << prices.get("apple").value() << '\n';

    for (int i = 0; i < 3; ++i) prices.get_or_load("unicorn", ask, options);
    std::cout << "asked 3 times for what is not there, " << database.queries << " queries in all\n";

    clock.advance(55s);  // the value lives, but not for long: this call loads it anew before anyone misses it
    std::cout << "refreshed ahead: " << prices.get_or_load("apple", ask, options).value() << '\n';

    clock.advance(2min);
    database.down = true;
    std::cout << "get finds " << (prices.get("apple") ? "something" : "nothing") << '\n';
    std::cout << "get_or_load, which was allowed to, serves the stale " << *prices.get_or_load("apple", ask, options)
              << '\n';
    try {
        prices.get_or_load("apple", ask);
    } catch (const std::runtime_error& error) {
        std::cout << "one that was not throws: " << error.what() << '\n';
    }
}
