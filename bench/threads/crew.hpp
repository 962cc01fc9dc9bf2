/// Threads that start together, and the wall time until the last of them is through.
#pragma once

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <thread>
#include <vector>

namespace bench {

/// Runs work(number) on so many threads; nanoseconds from the first start to the last end.
template <class Work>
double run_together(std::size_t threads, Work work) {
    using Clock = std::chrono::steady_clock;
    struct Span {
        Clock::time_point from, to;
    };
    std::vector<Span> spans(threads);
    std::barrier start{static_cast<std::ptrdiff_t>(threads)};
    const auto body = [&](std::size_t number) {
        start.arrive_and_wait();
        const Clock::time_point from = Clock::now();
        work(number);
        spans[number] = {from, Clock::now()};
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(body, i);
    body(0);
    for (std::thread& other : others) other.join();
    Span whole = spans[0];
    for (const Span& span : spans) whole = {std::min(whole.from, span.from), std::max(whole.to, span.to)};
    return static_cast<double>(std::chrono::nanoseconds{whole.to - whole.from}.count());
}

}  // namespace bench
