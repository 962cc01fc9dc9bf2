/// WaitGraph: who waits for whose load, so that a circle of loaders gets an error and not a deadlock.
///
/// A loader that asks for another key waits for the thread that loads that one. The waits of all threads in one store
/// form chains (a thread waits for one load, a load is run by one thread), and the wait that would close a circle is the
/// last one to begin. So each wait, before it begins, follows the chain from the load it wants; if that ends at its own
/// thread it is refused. One lock makes looking and beginning one step. O(waiting threads x length of the chain), and
/// only threads that are about to sleep pay it.
///
/// Waits in several stores, or for a future, are not seen; but a load that one's own thread runs always is.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

namespace ttlstore::detail {

class WaitGraph {
public:
    using Runner = std::atomic<std::thread::id>;

    /// One thread's wait, as long as it lives, for whom `runner` names.
    class Wait {
    public:
        Wait(WaitGraph& graph, const Runner& runner) noexcept
            : graph_{graph}, runner_{runner}, waiter_{std::this_thread::get_id()} {
            const std::lock_guard lock{graph_.mutex_};
            endless_ = graph_.leads_to(runner_.load(), waiter_);
            if (endless_) return;
            next_ = graph_.first_;
            if (next_ != nullptr) next_->previous_ = this;
            graph_.first_ = this;
        }
        Wait(const Wait&) = delete;
        Wait& operator=(const Wait&) = delete;
        ~Wait() {
            if (endless_) return;
            const std::lock_guard lock{graph_.mutex_};
            (previous_ != nullptr ? previous_->next_ : graph_.first_) = next_;
            if (next_ != nullptr) next_->previous_ = previous_;
        }

        /// Whether it would never end. Then it is not part of the graph.
        bool endless() const noexcept { return endless_; }

    private:
        friend class WaitGraph;

        WaitGraph& graph_;
        const Runner& runner_;
        std::thread::id waiter_;
        Wait* previous_ = nullptr;
        Wait* next_ = nullptr;
        bool endless_ = false;
    };

private:
    bool leads_to(std::thread::id from, std::thread::id to) const noexcept {
        while (from != std::thread::id{} && from != to) {
            const Wait* wait = first_;
            while (wait != nullptr && wait->waiter_ != from) wait = wait->next_;
            from = wait == nullptr ? std::thread::id{} : wait->runner_.load();
        }
        return from == to;
    }

    std::mutex mutex_;
    Wait* first_ = nullptr;
};

}  // namespace ttlstore::detail
