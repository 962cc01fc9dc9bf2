/// Flight: one load under way, and what it came to, for all who wait for it.
///
/// A flight is found through its shard's ShardLoads as long as new callers may join it. Who takes it out of there, with
/// the shard's lock held, decides alone what becomes of it; a write or erase of the key does just that, and the load goes
/// on for those who have joined. The outcome is written once, then `land` publishes it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "../loading.hpp"
#include "stored.hpp"
#include "wait_graph.hpp"

namespace ttlstore::detail {

enum class Manned { yes, not_yet };

class FlightBase {
public:
    /// Runs in this thread, or in that of the first who boards it.
    FlightBase(std::uint64_t hash, Manned manned) noexcept
        : hash_{hash}, state_{manned == Manned::yes ? State::running : State::queued} {
        if (manned == Manned::yes) runner_.store(std::this_thread::get_id());
    }
    FlightBase(const FlightBase&) = delete;
    FlightBase& operator=(const FlightBase&) = delete;
    virtual ~FlightBase() = default;

    std::uint64_t hash() const noexcept { return hash_; }
    bool is_run_here() const noexcept { return runner_.load() == std::this_thread::get_id(); }

    /// True for one caller if nobody runs it yet: that one must.
    bool board() noexcept {
        const std::lock_guard lock{mutex_};
        if (state_ != State::queued) return false;
        runner_.store(std::this_thread::get_id());
        state_ = State::running;
        return true;
    }
    /// What a flight that was boarded does: load and land.
    virtual void run() noexcept {}

    void land() noexcept {
        {
            const std::lock_guard lock{mutex_};
            runner_.store(std::thread::id{});
            state_ = State::landed;
        }
        landed_.notify_all();
    }
    /// Returns when it has landed.
    /// Throws: RecursiveLoad if that cannot be before the caller returns.
    void await(WaitGraph& graph) {
        std::unique_lock lock{mutex_};
        if (state_ == State::landed) return;
        lock.unlock();
        const WaitGraph::Wait wait{graph, runner_};
        if (wait.endless()) throw RecursiveLoad{};
        lock.lock();
        landed_.wait(lock, [&] { return state_ == State::landed; });
    }

private:
    enum class State { queued, running, landed };

    const std::uint64_t hash_;
    std::mutex mutex_;
    std::condition_variable landed_;
    WaitGraph::Runner runner_{};
    State state_;
};

/// What a load came to: a value, nothing (absent), an error, or it never took place.
template <class Value>
struct LoadOutcome {
    enum class Kind { none, value, absent, error };

    Kind kind = Kind::none;
    std::optional<Stored<Value>> value;
    std::exception_ptr error;

    static LoadOutcome failed(std::exception_ptr error) noexcept {
        LoadOutcome outcome;
        outcome.kind = Kind::error;
        outcome.error = std::move(error);
        return outcome;
    }
};

/// The future of one caller, whose answer is a Value or an optional one.
template <class Value>
struct Passenger {
    using Certain = std::promise<Value>;
    using Possible = std::promise<std::optional<Value>>;

    std::variant<Certain, Possible> promise;
    std::optional<Ttl> serve_stale;
    bool began_it = false;               // the load is this caller's own
    std::optional<Stored<Value>> stale;  // what it is answered if the load fails

    void fail(std::exception_ptr error) noexcept {
        std::visit([&](auto& p) { p.set_exception(std::move(error)); }, promise);
    }
    void answer(const Value& value) noexcept {
        try {
            std::visit([&](auto& p) { p.set_value(value); }, promise);
        } catch (...) {
            fail(std::current_exception());
        }
    }
    void answer_absent() noexcept {
        if (auto* const possible = std::get_if<Possible>(&promise))
            possible->set_value(std::nullopt);
        else
            fail(std::make_exception_ptr(LoadAbandoned{}));
    }
    /// `complaint` is what a listener threw when the value was stored.
    void answer(const LoadOutcome<Value>& outcome, const std::exception_ptr& complaint) noexcept {
        using Kind = typename LoadOutcome<Value>::Kind;
        if (complaint && began_it) return fail(complaint);
        if (outcome.kind == Kind::value) return answer(outcome.value->get());
        if (outcome.kind == Kind::absent) return answer_absent();
        if (stale) return answer(std::as_const(*stale).get());
        fail(outcome.kind == Kind::error ? outcome.error : std::make_exception_ptr(LoadAbandoned{}));
    }
};

template <class Key, class Value>
class Flight : public FlightBase {
public:
    template <class K>
    Flight(std::uint64_t hash, Manned manned, K&& its_key)
        : FlightBase{hash, manned}, key{std::in_place, std::forward<K>(its_key)} {}

    Stored<Key> key;
    bool refreshes = false;      // a value was alive when it began
    bool revealed = false;       // has landed; only who runs it asks
    LoadOutcome<Value> outcome;  // written before it lands, read after that

    // Guarded by the shard's lock; once nobody can join any more they belong to who runs the flight.
    std::size_t waiters = 0;
    std::vector<Passenger<Value>> passengers;
};

}  // namespace ttlstore::detail
