/// Testing your own code without sleeping: it takes its store as a template, the test gives it a clock moved by hand.
#include <chrono>
#include <iostream>
#include <string>
#include <ttlstore/ttl_store.hpp>

using namespace std::chrono_literals;

/// The code under test: at most three attempts a minute for each user. In production the ticker is the default.
template <class Ticker = ttlstore::SteadyTicker>
class LoginGuard {
public:
    LoginGuard() = default;
    explicit LoginGuard(const Ticker& ticker) : attempts_{ticker} {}

    bool allow(const std::string& user) {
        // The minute starts with the first attempt: changing the value in place keeps the deadline.
        int& count = attempts_.get_or_set(
            user, [] { return 0; }, 1min);
        return ++count <= 3;
    }

private:
    ttlstore::TtlStore<std::string, int, Ticker> attempts_;
};

bool passed = true;
void check(bool condition, const char* sentence) {
    std::cout << (condition ? "ok      " : "FAILED  ") << sentence << '\n';
    passed = passed && condition;
}

int main() {
    ttlstore::ManualTicker clock;  // stands still until the test moves it
    LoginGuard guard{clock};

    check(guard.allow("eve") && guard.allow("eve") && guard.allow("eve"), "three attempts are allowed");
    check(!guard.allow("eve"), "the fourth is not");
    check(guard.allow("bob"), "other users are not affected");

    clock.advance(1min - 1ms);  // test the last tick before the boundary ...
    check(!guard.allow("eve"), "one millisecond before the minute is over, still not");
    clock.advance(1ms);  // ... and the boundary itself
    check(guard.allow("eve"), "after exactly one minute, allowed again");

    clock.advance(-1h);  // a clock that steps back is a test case too
    check(guard.allow("eve"), "a clock that steps back breaks nothing");
    return passed ? 0 : 1;
}
