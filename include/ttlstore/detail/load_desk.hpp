/// LoadDesk: single-flight loading for a store of shards; ShardedTtlStore::get_or_load is its front.
///
/// A caller looks under its shard's lock: a live value is answered, a flight under way is joined, else the caller enters
/// a flight of its own into the shard's book and runs the loader with no lock held. landing.hpp says how that ends.
///
/// A flight for an executor is the same with its loader inside. It is run by whoever boards it first: the executor's
/// task, or a thread that must wait for it, and so never waits for a queue that does not move.
#pragma once

#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "../loading.hpp"
#include "flight.hpp"
#include "landing.hpp"
#include "loader.hpp"
#include "shard_loads.hpp"
#include "wait_graph.hpp"

namespace ttlstore::detail {

/// No executor: the call that begins a refresh also runs it.
struct NoExecutor {};

template <class Traits>
class LoadDesk {
    using Way = Landing<Traits>;
    using Key = typename Way::Key;
    using Value = typename Way::Value;
    using Duration = typename Way::Duration;
    using Shards = typename Way::Shards;
    using Shard = typename Way::Shard;
    using Entries = typename Way::Entries;
    using Now = typename Way::Now;
    using Ticket = typename Way::Ticket;
    using Kind = typename Way::Kind;
    using FlightType = typename Way::FlightType;
    using FlightPtr = std::shared_ptr<FlightType>;

public:
    explicit LoadDesk(const Shards& shards) noexcept : shards_{shards}, landing_{shards} {}

    template <class Q, class F, class Executor>
    auto get(const Hashed<Q>& key, F& loader, const LoadOptions& options, Executor& executor) {
        using Loader = LoaderTraits<F, Key, Value>;
        using Answer = typename Loader::Answer;
        constexpr bool kExecutes = !std::is_same_v<Executor, NoExecutor>;
        for (;;) {
            const auto make = [&](Sight& sight) -> FlightPtr {
                if constexpr (kExecutes) {
                    if (sight.role == Role::refreshes) return pack(key, loader, options);
                }
                return std::make_shared<FlightType>(key.hash, Manned::yes, key.key);
            };
            Sight sight;
            look<Loader::kMayBeAbsent>(key, options, sight, make, [](FlightType& flight) { ++flight.waiters; });
            if (sight.role == Role::joins) {
                std::optional<Answer> answer;
                if (!wait(key, *sight.flight, options, answer)) continue;
                note_answer(true);
                return std::move(*answer);
            }
            if constexpr (kExecutes) {
                if (sight.role == Role::refreshes) submit(executor, sight.flight);
            }
            if (sight.role == Role::loads || (!kExecutes && sight.role == Role::refreshes))
                return load_here<Answer>(key, sight, loader, options);
            note_answer(sight.current.has_value());
            return answer_of<Answer>(sight.current);
        }
    }

    template <class Q, class F, class Executor>
    auto get_later(const Hashed<Q>& key, F& loader, const LoadOptions& options, Executor& executor) {
        using Loader = LoaderTraits<F, Key, Value>;
        std::promise<typename Loader::Answer> promise;
        auto future = promise.get_future();
        Passenger<Value> self{std::move(promise), options.serve_stale, false, {}};
        const auto board = [&](FlightType& flight) {
            flight.passengers.reserve(flight.passengers.size() + 1);
            flight.passengers.push_back(std::move(self));
        };
        Sight sight;
        const auto make = [&](Sight& seen) {
            FlightPtr flight = pack(key, loader, options);
            self.began_it = seen.role == Role::loads;
            if (self.began_it) board(*flight);
            return flight;
        };
        const auto join = [&](FlightType& flight) {
            if (flight.is_run_here())
                self.fail(std::make_exception_ptr(RecursiveLoad{}));
            else
                board(flight);
        };
        look<Loader::kMayBeAbsent>(key, options, sight, make, join);
        if (sight.role == Role::loads || sight.role == Role::refreshes) submit(executor, sight.flight);
        if (sight.role == Role::refreshes || sight.role == Role::is_answered) {
            note_answer(sight.current.has_value());
            if (sight.current)
                self.answer(*sight.current);
            else
                self.answer_absent();
        }
        return future;
    }

    LoadStats stats() const noexcept {
        LoadStats sum;
        for (std::size_t i = 0; i < shards_.count(); ++i) {
            Shard& shard = shards_[i];
            sum += shards_.ask(shard, [&](const Entries&, Now&) { return shard.held_loads().stats(); });
        }
        return sum;
    }

private:
    enum class Role { is_answered, joins, refreshes, loads };

    /// What a caller saw, and is to do about it.
    struct Sight {
        Role role = Role::is_answered;
        std::optional<Value> current;  // none though answered: known to be absent
        FlightPtr flight;
    };

    /// A flight with its loader inside.
    template <class F>
    struct Packed final : FlightType {
        template <class Q, class L>
        Packed(const Hashed<Q>& k, L&& l, const LoadOptions& o, const Way& w)
            : FlightType{k.hash, Manned::not_yet, k.key}, loader{std::forward<L>(l)}, options{o}, landing{w} {}
        void run() noexcept override { landing.load(*this, loader, options); }

        F loader;
        const LoadOptions options;
        const Way& landing;
    };

    /// The executor's hold on a flight.
    class Order final : public LoadTicket {
    public:
        Order(FlightPtr flight, const Way& landing) noexcept : flight_{std::move(flight)}, landing_{landing} {}
        ~Order() override {
            if (flight_->board()) landing_.cancel(*flight_);
        }
        void run() noexcept override {
            if (flight_->board()) flight_->run();
        }

    private:
        const FlightPtr flight_;
        const Way& landing_;
    };

    template <class Q, class F>
    FlightPtr pack(const Hashed<Q>& key, F& loader, const LoadOptions& options) const {
        return std::make_shared<Packed<std::decay_t<F>>>(key, std::move(loader), options, landing_);
    }

    /// A look under the lock. make(sight) makes the flight that is needed, join(flight) joins the one there is.
    /// What the look removed must be told before a flight is begun: its teller may have to wait for a listener, which in
    /// turn may wait for the flight. So there is a second look then, which counts as none.
    template <bool kMayBeAbsent, class Q, class Make, class Join>
    void look(const Hashed<Q>& key, const LoadOptions& options, Sight& sight, Make make, Join join) {
        Shard& shard = shards_.of(key.hash);
        const auto under_way = [&](ShardLoads& loads) {
            return std::static_pointer_cast<FlightType>(loads.find(key.hash, [&](const FlightBase& flight) {
                return Way::same(static_cast<const FlightType&>(flight).key, key);
            }));
        };
        const auto begin = [&](ShardLoads& loads, Role role) {
            sight.role = role;
            FlightPtr flight = make(sight);
            flight->refreshes = role == Role::refreshes;
            loads.add(flight);
            sight.flight = std::move(flight);
            landing_.begin();
        };
        const auto see = [&](Entries& entries, ShardLoads& loads, SlotId id, Now& now) {
            if (id != kNil) {
                sight.current.emplace(std::as_const(entries.value(id)));
                if (options.refresh_ahead && ends_soon(entries, id, *options.refresh_ahead, now) &&
                    under_way(loads) == nullptr)
                    begin(loads, Role::refreshes);
                return;
            }
            if constexpr (kMayBeAbsent) {
                const auto* const memory = landing_.recall(loads, key, now);
                if (memory != nullptr && !memory->value) {
                    ++loads.count().known_absent;
                    return;
                }
            }
            if (FlightPtr flight = under_way(loads)) {
                join(*flight);
                sight.flight = std::move(flight);
                sight.role = Role::joins;
                ++loads.count().joined;
            } else {
                begin(loads, Role::loads);
            }
        };
        const bool is_seen = shards_.act(shard, [&](Entries& entries, Now& now, Ticket& ticket) {
            const std::size_t stored = entries.table().stored();
            const SlotId id = entries.find(key, now, ticket);
            const bool removed = entries.table().stored() != stored;
            if (!removed && !entries.idles()) ticket.note_unchanged();
            if (removed && Ticket::kListens) return false;
            see(entries, shard.held_loads(), id, now);
            return true;
        });
        if (is_seen) return;
        shards_.act(shard, [&](Entries& entries, Now& now, Ticket&) {
            see(entries, shard.held_loads(), entries.peek(key, now), now);
        });
    }
    /// A call that was answered without a load of its own; the loads are recorded as they land.
    void note_answer(bool hit) const noexcept {
        shards_.metrics().record(Operation::load, hit ? Outcome::hit : Outcome::miss, 1);
    }
    static bool ends_soon(const Entries& entries, SlotId id, const Ttl& window, Now& now) noexcept {
        const Tick own = entries.slots().limits(id).own;
        return own != kNoDeadline && saturating_distance(own, now()) <= window.template ticks<Duration>();
    }

    template <class Answer>
    static Answer answer_of(std::optional<Value>& current) {
        if constexpr (std::is_same_v<Answer, Value>)
            return std::move(*current);
        else
            return std::move(current);
    }

    /// The dead value that may be answered for the load that failed, else its exception.
    template <class Answer, class Q>
    Answer stale_or_throw(const Hashed<Q>& key, const LoadOptions& options, const std::exception_ptr& error) {
        std::optional<Value> stale;
        if (options.serve_stale) {
            Shard& shard = shards_.of(key.hash);
            shards_.act(shard, [&](Entries&, Now& now, Ticket&) {
                landing_.recall_stale(shard.held_loads(), key, *options.serve_stale, now,
                                      [&](const Value& value) { stale.emplace(value); });
            });
        }
        if (!stale) std::rethrow_exception(error);
        return answer_of<Answer>(stale);
    }

    template <class Answer, class Q, class F>
    Answer load_here(const Hashed<Q>& key, Sight& sight, F& loader, const LoadOptions& options) {
        FlightType& flight = *sight.flight;
        const std::exception_ptr complaint = landing_.load(flight, loader, options);
        if (complaint) std::rethrow_exception(complaint);
        auto& outcome = flight.outcome;
        if (outcome.kind == Kind::value) {
            if (flight.waiters == 0) return Answer(std::move(outcome.value->get()));
            return Answer(std::as_const(*outcome.value).get());
        }
        if constexpr (!std::is_same_v<Answer, Value>) {
            if (outcome.kind == Kind::absent) return std::nullopt;
        }
        if (sight.role == Role::refreshes) return answer_of<Answer>(sight.current);
        return stale_or_throw<Answer>(key, options, outcome.error);
    }

    /// False if what was waited for did not come to anything that this caller can be answered.
    template <class Answer, class Q>
    bool wait(const Hashed<Q>& key, FlightType& flight, const LoadOptions& options, std::optional<Answer>& answer) {
        if (flight.board()) flight.run();
        flight.await(graph_);
        const auto& outcome = flight.outcome;
        switch (outcome.kind) {
            case Kind::value:
                answer.emplace(outcome.value->get());
                return true;
            case Kind::error:
                answer.emplace(stale_or_throw<Answer>(key, options, outcome.error));
                return true;
            case Kind::absent:
                if constexpr (!std::is_same_v<Answer, Value>) {
                    answer.emplace(std::nullopt);
                    return true;
                }
                break;
            case Kind::none:
                break;
        }
        return false;
    }

    template <class Executor>
    void submit(Executor& executor, const FlightPtr& flight) const noexcept {
        std::optional<LoadTask> task;  // outlives what the executor throws, or its end would be the flight's
        try {
            task.emplace(std::make_shared<Order>(flight, landing_));
            executor(LoadTask{*task});
        } catch (...) {
            if (flight->board()) landing_.fail(*flight, std::current_exception());
        }
    }

    const Shards& shards_;
    Way landing_;
    WaitGraph graph_;
};

}  // namespace ttlstore::detail
