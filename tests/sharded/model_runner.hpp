// Random operations on a sharded store beside the model, in one thread.
//
// Which shard a key lies in is nobody's business, so the model does not know whom the store evicts, nor which of the
// dead make room: it takes that over from what the listener hears, and checks that it was allowed. A live entry may be
// evicted only when the whole store is full and nothing anywhere in it is dead.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "model/mismatch.hpp"
#include "sharded/invariants.hpp"
#include "support/model.hpp"
#include "support/recorder.hpp"
#include "ttlstore/sharded_ttl_store.hpp"

namespace sharded_test {

using model_test::Mismatch;
using model_test::require;
using model_test::require_equal;
using support::Model;
using support::ModelExpiry;
using support::ModelValue;
using ttlstore::SetResult;
using ttlstore::Tick;
using ttlstore::When;

struct WeighByValue {
    std::size_t operator()(int /*key*/, const ModelValue& value) const { return value.weight; }
};

template <class... Options>
using ModelledStore = ttlstore::ShardedTtlStore<int, ModelValue, ttlstore::ManualTicker,
                                                ttlstore::WithListener<support::Recorder<int, ModelValue>>,
                                                ttlstore::WithWeigher<WeighByValue>, Options...>;

template <class Store>
class ModelRunner {
public:
    ModelRunner(std::uint64_t seed, support::ModelPolicy policy)
        : random_{seed},
          universe_{static_cast<int>(pick(std::vector<std::size_t>{3, 12, 40, 120}))},
          config_{make_config()},
          model_{model_config(policy)} {
        model_.told_victim = [this] { return next_evicted(); };
        model_.named_dead = [this](Tick now) { return next_dead(now); };
    }

    void run(std::size_t operations) {
        for (step_ = 0; step_ < operations; ++step_) {
            one();
            compare_events();
            require_equal("stored()", store_->stored(), model_.stored());
            if (step_ % 16 == 0) compare_everything();
        }
        compare_everything();
    }
    std::string where() const {
        return "operation " + std::to_string(step_) + ": " + text_ + ", " + std::to_string(universe_) +
               " keys, capacity " + model_test::show(config_.capacity) + ", max weight " +
               model_test::show(config_.max_weight) + ", shards " + model_test::show(config_.shards);
    }

private:
    using Event = typename support::Recorder<int, ModelValue>::Event;

    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
    template <class T>
    T pick(const std::vector<T>& of) {
        return of[below(static_cast<std::uint32_t>(of.size()))];
    }

    ttlstore::ShardedConfig make_config() {
        ttlstore::ShardedConfig config;
        const auto universe = static_cast<std::uint32_t>(universe_);
        if (below(4) != 0) config.capacity = 1 + below(universe);
        if (below(3) != 0) config.max_weight = 4 + below(4 * universe);
        if (below(2) != 0) config.default_ttl = std::chrono::milliseconds{1 + below(60)};
        if (below(4) == 0) config.idle_ttl = std::chrono::milliseconds{1 + below(40)};
        config.hash_seed = below(1'000);
        config.shards = pick(std::vector<std::size_t>{1, 2, 4, 16, 64});
        return config;
    }
    support::ModelConfig model_config(support::ModelPolicy policy) const {
        support::ModelConfig model;
        model.policy = policy;
        model.weighs = true;
        model.capacity = config_.capacity;
        model.max_weight = config_.max_weight;
        if (config_.default_ttl) model.default_ttl = config_.default_ttl->template ticks<std::chrono::milliseconds>();
        if (config_.idle_ttl) model.idle_ttl = config_.idle_ttl->template ticks<std::chrono::milliseconds>();
        return model;
    }

    // ---- what only the store can tell

    /// The next entry that the store reports gone for this cause, and that the model still has, dead or alive.
    std::optional<int> next_reported(ttlstore::RemovalCause cause, bool dead, Tick now) {
        const auto& events = recorder_.events();
        told_.resize(events.size(), false);
        for (std::size_t i = 0; i < events.size(); ++i) {
            const auto entry = model_.entries().find(events[i].key);
            if (told_[i] || events[i].cause != cause || entry == model_.entries().end()) continue;
            if (entry->second.dead(now) != dead) continue;
            told_[i] = true;
            return events[i].key;
        }
        return std::nullopt;
    }
    std::optional<int> next_evicted() {
        require(model_.size(now()) == model_.stored(), "a live entry was evicted while something was dead");
        return next_reported(ttlstore::RemovalCause::evicted, false, now());
    }
    std::optional<int> next_dead(Tick now) { return next_reported(ttlstore::RemovalCause::expired, true, now); }
    Tick now() const { return clock_.now().time_since_epoch().count(); }

    // ---- operations

    ModelValue new_value() {
        ++number_;
        return {number_, below(40) == 0 ? 2'000 : below(9)};
    }
    std::pair<ttlstore::Expiry, ModelExpiry> new_expiry() {
        using Kind = ModelExpiry::Kind;
        using std::chrono::milliseconds;
        const auto ticks = static_cast<Tick>(1 + below(32));
        switch (below(10)) {
            case 0:
                return {ttlstore::Expiry::never(), {Kind::never, 0}};
            case 1:
                return {ttlstore::Expiry::keep(), {Kind::keep, 0}};
            case 2:
                return {ttlstore::Expiry::standard(), {Kind::standard, 0}};
            case 3: {
                const Tick time = now() + ticks - 16;
                return {ttlstore::Expiry::at(ttlstore::ManualTicker::time_point{milliseconds{time}}), {Kind::at, time}};
            }
            default:
                return {ttlstore::Expiry::after(milliseconds{ticks}), {Kind::after, ticks}};
        }
    }

    void one() {
        const int key = static_cast<int>(below(static_cast<std::uint32_t>(universe_)));
        const std::uint32_t what = below(100);
        text_ = std::to_string(what) + " on key " + std::to_string(key);
        if (what < 35) return set(key);
        if (what < 50) return get(key);
        if (what < 54) return visit(key);
        if (what < 59) return update(key);
        if (what < 64) return expire(key);
        if (what < 67) return require_equal("persist", store_->persist(key), model_.persist(key, now()));
        if (what < 69) return require_equal("touch", store_->touch(key), model_.touch(key, now()));
        if (what < 74) return require_equal("erase", store_->erase(key), model_.erase(key, now()));
        if (what < 77) return take(key);
        if (what < 78) return erase_if();
        if (what < 79) return set_capacity();
        if (what < 83) return sweep(below(5));
        if (what < 84) return sweep(1'000);
        clock_.advance(std::chrono::milliseconds{what < 98 ? 1 + below(4) : below(60)});
    }
    void set(int key) {
        const ModelValue value = new_value();
        const auto [real, modelled] = new_expiry();
        const When when = pick(std::vector<When>{When::always, When::always, When::always, When::always, When::always,
                                                 When::if_absent, When::if_present});
        const SetResult result = store_->set(key, value, real, when);
        require_equal("set", result, model_.set(key, value, modelled, when, now()));
    }
    void get(int key) {
        const auto got = store_->get(key);
        require_equal("get", got ? std::optional{got->number} : std::nullopt, model_.find(key, now()));
    }
    void visit(int key) {
        std::optional<int> seen;
        const bool did = store_->visit(key, [&](const ModelValue& value) { seen = value.number; });
        require_equal("visit", did, seen.has_value());
        require_equal("visit", seen, model_.find(key, now()));
    }
    void update(int key) {
        const ModelValue value = new_value();
        const bool did = store_->update(key, [&](ModelValue& old) { old = value; });
        require_equal("update", did, model_.update(key, value, now()));
    }
    void expire(int key) {
        using ttlstore::ExpireIf;
        const auto [real, modelled] = new_expiry();
        const std::vector<std::pair<ExpireIf, support::ModelCondition>> conditions{
            {ExpireIf::always, support::ModelCondition::always},
            {ExpireIf::no_deadline, support::ModelCondition::no_deadline},
            {ExpireIf::has_deadline, support::ModelCondition::has_deadline},
            {ExpireIf::later, support::ModelCondition::later},
            {ExpireIf::sooner, support::ModelCondition::sooner}};
        const auto [condition, model_condition] = pick(conditions);
        const bool did = store_->expire(key, real, condition);
        require_equal("expire", did, model_.expire(key, modelled, model_condition, now()));
    }
    void take(int key) {
        const auto taken = store_->take(key);
        require_equal("take", taken ? std::optional{taken->number} : std::nullopt, model_.take(key, now()));
    }
    void erase_if() {
        const int divisor = 2 + static_cast<int>(below(5));
        const auto doomed = [&](int key, int number) { return key % divisor == number % divisor; };
        const std::size_t count =
            store_->erase_if([&](int key, const ModelValue& value) { return doomed(key, value.number); });
        require_equal("erase_if", count, model_.erase_if(doomed, now()));
    }
    void set_capacity() {
        if (!config_.capacity) return;
        const std::size_t capacity = 1 + below(static_cast<std::uint32_t>(universe_));
        store_->set_capacity(capacity);
        model_.set_capacity(capacity, now());
    }
    void sweep(std::size_t budget) {
        const std::size_t removed = store_->sweep(budget);
        require_equal("sweep", removed, model_.sweep(budget, now()));
    }

    // ---- comparison

    void compare_events() {
        // More of the dead may have left than had to.
        for (const Event& event : recorder_.events()) {
            const auto entry = model_.entries().find(event.key);
            const bool dead = entry != model_.entries().end() && entry->second.dead(now());
            if (dead && event.cause == ttlstore::RemovalCause::expired) model_.touch(event.key, now());
        }
        std::vector<Event> seen = recorder_.take();
        told_.clear();
        std::vector<support::ModelEvent> expected = model_.events();
        model_.forget_events();
        const auto by_key = [](const auto& a, const auto& b) { return a.key < b.key; };
        std::stable_sort(seen.begin(), seen.end(), by_key);  // the order of one key's events counts
        std::stable_sort(expected.begin(), expected.end(), by_key);
        require_equal("number of events", seen.size(), expected.size());
        for (std::size_t i = 0; i < seen.size(); ++i) {
            require_equal("event's key", seen[i].key, expected[i].key);
            require_equal("event's value", seen[i].value.number, expected[i].number);
            require_equal("event's cause", seen[i].cause, expected[i].cause);
            require_equal("event's lateness", seen[i].late_by / std::chrono::milliseconds{1}, expected[i].late_by);
        }
    }
    void compare_everything() {
        sharded_test::check_invariants(*store_);
        require_equal("size()", store_->size(), model_.size(now()));
        std::size_t shown = 0;
        store_->for_each([&](int key, const ModelValue& value) {
            ++shown;
            require_equal("for_each", std::optional{value.number}, model_.peek(key, now()));
        });
        require_equal("entries in for_each", shown, model_.size(now()));
        const auto next = store_->next_deadline();
        require_equal("next_deadline()", next ? std::optional{next->time_since_epoch().count()} : std::nullopt,
                      model_.next_deadline());
        for (int key = 0; key < universe_; ++key) {
            const auto* entry = model_.look(key, now());
            require_equal("contains", store_->contains(key), entry != nullptr);
            const auto info = store_->info(key);
            require_equal("info", info.has_value(), entry != nullptr);
            if (entry == nullptr) continue;
            require_equal("weight", info->weight, entry->value.weight);
            require_equal("deadline",
                          info->deadline ? std::optional{info->deadline->time_since_epoch().count()} : std::nullopt,
                          entry->deadline());
        }
        compare_statistics();
    }
    void compare_statistics() {
        const ttlstore::Stats stats = store_->stats();
        const Model::Counts& counts = model_.counts();
        require_equal("hits", stats.hits, counts.hits);
        require_equal("misses", stats.misses, counts.misses);
        require_equal("inserted", stats.inserted, counts.inserted);
        require_equal("replaced", stats.replaced, counts.replaced);
        require_equal("expired", stats.lazily_expired + stats.swept + stats.expired_for_room,
                      counts.lazily_expired + counts.swept + counts.expired_for_room);
        require_equal("evicted", stats.evicted, counts.evicted);
        require_equal("erased", stats.erased, counts.erased);
        require_equal("taken", stats.taken, counts.taken);
        require_equal("rejected", stats.rejected, counts.rejected);
    }

    std::mt19937_64 random_;
    int universe_;
    ttlstore::ShardedConfig config_;
    ttlstore::ManualTicker clock_;
    support::Recorder<int, ModelValue> recorder_;
    Model model_;
    std::unique_ptr<Store> store_ = std::make_unique<Store>(clock_, config_, recorder_);
    std::vector<bool> told_;  // which of this call's events the model knows of
    std::size_t step_ = 0;
    std::string text_;
    int number_ = 0;
};

}  // namespace sharded_test
