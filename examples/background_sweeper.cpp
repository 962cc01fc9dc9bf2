/// A background sweeper gives leases back when they end, although nobody asks for them: it sleeps until the next
/// deadline, and a listener is told in its thread.
#include <chrono>
#include <exception>
#include <iostream>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <ttlstore/background_sweeper.hpp>
#include <ttlstore/sharded_ttl_store.hpp>

using namespace std::chrono_literals;

std::binary_semaphore given_back{0};

struct GiveBack {
    struct TellMain {
        ~TellMain() { given_back.release(); }
    };
    void operator()(const std::string& key, int&& lease, const ttlstore::Removal& removal) const {
        const TellMain at_the_end;
        if (removal.cause != ttlstore::RemovalCause::expired) return;
        std::cout << "lease " << lease << " of the " << key << " is given back\n";
        if (key == "plotter") throw std::runtime_error{"the plotter does not answer"};
    }
};
using Leases = ttlstore::ShardedTtlStore<std::string, int, ttlstore::WithListener<GiveBack>>;

int main() {
    Leases leases{{}, GiveBack{}};
    ttlstore::BackgroundSweeper sweeper{leases};  // made after its store: it must go before it

    leases.set("console", 1);       // for ever
    leases.set("server", 2, 1h);    // the sweeper sleeps a second at most, then looks again ...
    leases.set("printer", 3, 5ms);  // ... and a deadline that comes sooner wakes it
    given_back.acquire();
    leases.set("plotter", 4, 5ms);
    given_back.acquire();
    leases.set("scanner", 5, 5ms);  // an exception of the listener did not end the sweeper
    given_back.acquire();

    sweeper.stop();  // waits for the sweep under way, so that the figures are complete
    const ttlstore::SweeperStats stats = sweeper.stats();
    std::cout << "removed " << stats.removed << ", failed " << stats.failures << ", live " << leases.size() << '\n';
    try {
        if (sweeper.last_failure()) std::rethrow_exception(sweeper.last_failure());
    } catch (const std::exception& failure) {
        std::cout << "the listener threw: " << failure.what() << '\n';
    }
}
