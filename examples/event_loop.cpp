/// An event loop that sleeps exactly until the next entry dies: next_deadline() arms the timer, sweep() does the rest.
#include <chrono>
#include <iostream>
#include <optional>
#include <string>
#include <ttlstore/ttl_store.hpp>

using namespace std::chrono_literals;
using Clock = ttlstore::ManualTicker;

/// The values that die are handed over: here a lease is given back.
struct GiveBack {
    void operator()(const std::string& key, int&& lease, const ttlstore::Removal& removal) const {
        if (removal.cause != ttlstore::RemovalCause::expired) return;
        std::cout << "    gives back lease " << lease << " of " << key << ", "
                  << std::chrono::duration_cast<std::chrono::milliseconds>(removal.late_by).count() << " ms late\n";
    }
};
using Leases = ttlstore::TtlStore<std::string, int, Clock, ttlstore::WithListener<GiveBack>>;

void print_time(const Clock& clock) { std::cout << clock.now().time_since_epoch().count() << " ms"; }

int main() {
    Clock
        clock;  // simulated, so that every run prints the same; a real loop passes the time to epoll_wait or a timerfd
    Leases leases{clock};
    leases.set("printer", 1, 250ms);
    leases.set("scanner", 2, 100ms);
    for (int i = 0; i < 3; ++i) leases.set("port" + std::to_string(i), 10 + i, 400ms);
    leases.set("console", 3);  // for ever: it never wakes the loop

    bool renewed = false;
    while (const std::optional<Leases::time_point> timer = leases.next_deadline()) {
        if (*timer > clock.now()) clock.set(*timer);  // the wait
        print_time(clock);
        std::cout << ": woken\n";
        if (!renewed) {
            leases.expire("printer", 500ms);  // a later deadline: the timer set from now on follows it
            renewed = true;
            std::cout << "    printer renewed\n";
        }
        // A small budget keeps each turn short. What is left over is next in line: the timer then fires at once.
        const auto report = leases.sweep(ttlstore::SweepBudget{.entries = 2});
        std::cout << "    swept " << report.removed << (report.drained ? "" : ", more is due") << '\n';
        clock.advance(5ms);  // the loop has other work, too
    }
    std::cout << "nothing left to wait for, live " << leases.size() << '\n';
}
