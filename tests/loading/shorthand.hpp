// The store, the loaders and the executors that the tests of get_or_load use.
#pragma once

#include <deque>
#include <functional>
#include <stdexcept>

#include <ttlstore/sharded_ttl_store.hpp>

#include "support/tracked.hpp"
#include "unit/shorthand.hpp"

namespace loading {

using namespace unit;

template <class... Options>
using Sharded = ShardedTtlStore<std::string, int, Clock, Options...>;

/// A loader that counts its calls and returns a number; it can be told to fail.
struct Source {
    int value = 1;
    int calls = 0;
    bool fails = false;

    int operator()() {
        ++calls;
        if (fails) throw std::runtime_error{"no answer"};
        return value;
    }
};

/// The loader of a call that must not load.
inline int unwanted() { throw std::logic_error{"loaded for nothing"}; }

/// Runs a task at once.
struct Inline {
    void operator()(const LoadTask& task) const { task(); }
};

/// Keeps tasks until the test runs them, in copyable functions as many executors do.
class Tasks {
public:
    auto executor() {
        return [this](LoadTask task) { tasks_.push_back(std::move(task)); };
    }
    [[nodiscard]] std::size_t size() const { return tasks_.size(); }
    void run() {
        while (!tasks_.empty()) {
            const auto task = tasks_.front();
            tasks_.pop_front();
            task();
        }
    }
    void drop() { tasks_.clear(); }

private:
    std::deque<std::function<void()>> tasks_;
};

template <class Future>
bool is_ready(const Future& future) {
    return future.wait_for(0s) == std::future_status::ready;
}

}  // namespace loading
