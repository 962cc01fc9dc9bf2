// Runs a store and the model side by side on operations read from bytes, and throws at the first difference.
//
// The random test, the replay of a failure and the fuzz target all come through run_operations. Bytes are read in
// records of eight: two that configure the store, then one for each operation, so that a failing sequence is shrunk by
// leaving records out and any bytes at all are a valid program.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/comparison.hpp"
#include "model/decoding.hpp"
#include "model/mismatch.hpp"
#include "model/setup.hpp"
#include "support/invariants.hpp"
#include "support/model.hpp"
#include "support/recorder.hpp"
#include "support/tracked.hpp"
#include "ttlstore/ttl_store.hpp"

namespace model_test {

using support::ModelCondition;
using support::ModelValue;
using ttlstore::SetResult;
using ttlstore::When;

template <class Setup>
class Runner {
    using Store = typename Setup::Store;
    using Key = typename Setup::Key;
    using Value = typename Setup::Value;
    using Duration = typename Setup::Duration;
    using Time = typename Store::time_point;

public:
    Runner(const Record& first, const Record& second, std::ostream* trace)
        : universe_{universe_of(first)},
          config_{store_configuration<Setup>(first, second)},
          model_{model_configuration<Setup>(config_)},
          jitter_{config_.jitter},
          check_period_{std::size_t{1} << (second[1] % 8U)},
          trace_{trace} {
        clock_.set(start_of(first));
        store_ = make_store();
        model_.jittered = [this](int key, Tick now, Tick ttl) { return adopt_jitter(key, now, ttl); };
        model_.told_victim = [this] { return next_evicted(); };
        if constexpr (Setup::kSamples) {
            model_.named_dead = [this](Tick now) { return next_dead_of_store(now); };
        }
        if (trace_ != nullptr) describe_configuration();
    }

    void run(const Record& record) {
        const Tick before = clock_.ticks();
        const bool timeless = !model_.next_deadline() && !config_.default_ttl && !config_.idle_ttl;
        reads_allowed_ = 1;
        brings_deadline_ = false;
        events_in_order_ = true;
        events_told_ = 0;
        const long reads = clock_.reads();
        say() << "at " << before << ": ";
        dispatch(record);
        if (trace_ != nullptr) *trace_ << '\n';
        require(clock_.reads() - reads <= reads_allowed_, "the clock was read too often");
        require(!timeless || brings_deadline_ || clock_.reads() == reads, "the clock was read without any deadline");
        if constexpr (Setup::kListens) compare_events<Setup>(recorder_.take(), model_.events(), events_in_order_);
        model_.forget_events();
        require_equal("stored()", store_->stored(), model_.stored());
        if (++steps_ % check_period_ == 0) finish();
    }

    void finish() { compare_everything<Setup>(*store_, model_, clock_.ticks()); }

private:
    // ---- configuration

    std::unique_ptr<Store> make_store() {
        if constexpr (Setup::kListens) {
            return std::make_unique<Store>(clock_, config_, recorder_);
        } else {
            return std::make_unique<Store>(clock_, config_);
        }
    }
    void describe_configuration() {
        const auto& config = model_.config();
        *trace_ << Setup::name() << ", " << universe_ << " keys, capacity " << show(config.capacity) << ", max weight "
                << show(config.max_weight) << ", default ttl " << show(config.default_ttl) << ", idle ttl "
                << show(config.idle_ttl) << ", jitter " << jitter_ << '\n';
    }

    /// The store has acted before the model does.
    std::optional<int> next_evicted() {
        const auto& events = recorder_.events();
        while (events_told_ < events.size()) {
            const auto& event = events[events_told_++];
            if (event.cause == ttlstore::RemovalCause::evicted) return Setup::key_number(event.key);
        }
        return std::nullopt;
    }
    Tick adopt_jitter(int key, Tick now, Tick ttl) {
        if (jitter_ == 0) return Model::later(now, ttl);
        ++reads_allowed_;
        brings_deadline_ = true;
        const auto info = store_->info(key_of(key));
        require(info && info->deadline, "an entry with a ttl has no deadline");
        const Tick deadline = info->deadline->time_since_epoch().count();
        const Tick life = deadline - now;
        const auto least = static_cast<double>(ttl) * (1 - jitter_) - 1;  // one tick for the rounding
        const bool saturated = deadline == std::numeric_limits<Tick>::max();
        require(life >= 1 && life <= ttl, "a jittered ttl is not in (0, ttl]");
        require(saturated || static_cast<double>(life) >= least, "a jittered ttl is shorter than the jitter allows");
        if (!saturated) {
            const auto [known, is_new] = jittered_.emplace(std::pair{key, ttl}, life);
            require(known->second == life, "one key and ttl got two different jitters");
        }
        return deadline;
    }

    /// The dead entry whose removal the store tells of next, after what the model has told of already.
    std::optional<int> next_dead_of_store(Tick now) const {
        const auto& events = recorder_.events();
        const std::size_t told = model_.events().size();
        if (told < events.size() && events[told].cause == ttlstore::RemovalCause::expired) {
            return Setup::key_number(events[told].key);
        }
        const auto slots = ttlstore::detail::Access::entries(*store_).table().slot_count();
        require(model_.size(now) == model_.stored() || slots > ttlstore::LazyExpiry::kSmall,
                "a dead entry was not found in a small table");
        return std::nullopt;
    }

    // ---- decoding

    [[nodiscard]] int key_number(std::uint8_t byte, std::uint8_t more = 0) const {
        return (byte + 256 * (more % 2)) % universe_;
    }
    static Key key_of(int number) { return Setup::key(number); }

    ModelValue new_value(std::uint8_t byte) {
        // Now and then something too heavy for any bound.
        const std::size_t weight = !Setup::kWeighs ? 1 : byte > 250 ? 2'000 : byte % 9U;
        next_number_ = next_number_ % 1'000'000 + 1;
        return ModelValue{next_number_, weight};
    }

    DecodedExpiry expiry(const Record& r) {
        const DecodedExpiry decoded = decode_expiry<Setup>(r[3], r[4], clock_.ticks());
        brings_deadline_ = brings_deadline_ || decoded.may_bring_a_deadline();
        return decoded;
    }

    // ---- operations

    void dispatch(const Record& r) {
        const int key = key_number(r[1], r[7]);
        const unsigned op = r[0] % 100U;
        if (op < 25) return set(key, r);
        if (op < 38) return find(key, r);
        if (op < 42) return get(key);
        if (op < 46) return ask(key);
        if (op < 49) return find_many(r);
        if (op < 53) return get_or_set(key, r);
        if (op < 57) return update(key, r);
        if (op < 62) return expire(key, r);
        if (op < 65) return persist(key);
        if (op < 68) return touch(key);
        if (op < 73) return erase(key);
        if (op < 76) return take(key);
        if (op < 77) return erase_if(r);
        if (op < 78) return clear(r);
        if (op < 82) return sweep(r[2] % 5U);
        if (op < 84) return sweep_with_report(r);
        if (op < 85) return sweep(std::numeric_limits<std::size_t>::max());
        if (op < 94) return advance(1 + r[2] % 8);
        if (op < 95) return advance(r[2]);
        if (op < 96) return advance(Setup::kClockStepsBack ? -(r[2] % 16) : r[2] % 16);
        if (op < 98) return set_capacity(r);
        if (op < 99) return reserve(r);
        move_store();
    }

    std::ostream& say() { return trace_ != nullptr ? *trace_ : nowhere_; }

    void set(int key, const Record& r) {
        const ModelValue value = new_value(r[2]);
        const auto [real, modelled] = expiry(r);
        constexpr std::array<When, 8> kWhens{When::always, When::always, When::always,    When::always,
                                             When::always, When::always, When::if_absent, When::if_present};
        const When when = kWhens[r[5] % kWhens.size()];
        say() << "set(" << key << ", " << value.number << " of weight " << value.weight << ", " << show_expiry(modelled)
              << ", when " << static_cast<int>(when) << ')';
        const SetResult result = store_->set(key_of(key), Setup::value(value), real, when);
        require_equal("set", result, model_.set(key, value, modelled, when, clock_.ticks()));
    }
    void find(int key, const Record& r) {
        say() << "find(" << key << ')';
        Value* found = store_->find(key_of(key));
        require_equal("find", number_at<Setup>(found), model_.find(key, clock_.ticks()));
        if (r[2] % 4 == 0) {
            reads_allowed_ = 2;
            require(found == store_->peek(key_of(key)), "peek found another value than find");
        }
    }
    void get(int key) {
        if constexpr (std::is_copy_constructible_v<Value>) {
            say() << "get(" << key << ')';
            const std::optional<Value> got = store_->get(key_of(key));
            require_equal("get", number_at<Setup>(got ? &*got : nullptr), model_.find(key, clock_.ticks()));
        } else {
            touch(key);
        }
    }
    void ask(int key) {
        say() << "peek, contains, ttl, info(" << key << ')';
        reads_allowed_ = 4;
        compare_one<Setup>(*store_, model_, key, clock_.ticks());
    }
    void find_many(const Record& r) {
        std::vector<int> numbers;
        std::vector<Key> keys;
        for (unsigned i = 0; i < r[2] % 24U; ++i) {
            numbers.push_back(key_number(static_cast<std::uint8_t>(r[1] + i * r[3])));
            keys.push_back(key_of(numbers.back()));
        }
        say() << "find_many of " << numbers.size() << " from " << (numbers.empty() ? 0 : numbers[0]) << " step "
              << static_cast<int>(r[3]);
        std::vector<std::optional<int>> found(keys.size());
        std::size_t calls = 0;
        store_->find_many(keys, [&](std::size_t index, Value* value) {
            require(index == calls++, "find_many's indices are out of order");
            found[index] = number_at<Setup>(value);
        });
        require_equal("calls of find_many's f", calls, keys.size());
        for (std::size_t i = 0; i < keys.size(); ++i) {
            require_equal("find_many", found[i], model_.find(numbers[i], clock_.ticks()));
        }
    }
    void get_or_set(int key, const Record& r) {
        const ModelValue value = new_value(r[2]);
        const Tick now = clock_.ticks();
        const bool moves_clock = r[5] % 4 == 0;
        const auto [real, modelled] = expiry(r);
        say() << "get_or_set(" << key << ", " << value.number << " of weight " << value.weight << ", "
              << show_expiry(modelled) << (moves_clock ? ", making it takes 2)" : ")");
        bool made = false;
        std::optional<int> answer;
        try {
            answer = Setup::number(store_->get_or_set(
                key_of(key),
                [&] {
                    made = true;
                    if (moves_clock) clock_.advance(2);
                    return Setup::value(value);
                },
                real));
        } catch (const std::length_error&) {
        }
        reads_allowed_ = made ? 2 : 1;
        require_equal("made", made, model_.look(key, now) == nullptr);
        require_equal("get_or_set", answer, model_.get_or_set(key, value, modelled, now, clock_.ticks()));
    }
    void update(int key, const Record& r) {
        const ModelValue value = new_value(r[2]);
        say() << "update(" << key << ", " << value.number << " of weight " << value.weight << ')';
        bool called = false;
        const bool done = store_->update(key_of(key), [&](Value& old) {
            called = true;
            Setup::assign(old, value);
        });
        require_equal("call of update's f", called, done);
        require_equal("update", done, model_.update(key, value, clock_.ticks()));
    }
    void expire(int key, const Record& r) {
        constexpr std::array<std::pair<ttlstore::ExpireIf, ModelCondition>, 6> kConditions{{
            {ttlstore::ExpireIf::always, ModelCondition::always},
            {ttlstore::ExpireIf::always, ModelCondition::always},
            {ttlstore::ExpireIf::no_deadline, ModelCondition::no_deadline},
            {ttlstore::ExpireIf::has_deadline, ModelCondition::has_deadline},
            {ttlstore::ExpireIf::later, ModelCondition::later},
            {ttlstore::ExpireIf::sooner, ModelCondition::sooner},
        }};
        auto [real, modelled] = expiry(r);
        if (Setup::kInOrder && config_.idle_ttl) {
            real = ttlstore::Expiry::keep();
            modelled.kind = ModelExpiry::Kind::keep;
        }
        // A jittered deadline that is refused stays unknown to the model.
        const auto [condition, model_condition] = kConditions[r[5] % (jitter_ == 0 ? 6U : 4U)];
        say() << "expire(" << key << ", " << show_expiry(modelled) << ", if " << static_cast<int>(condition) << ')';
        const bool done = store_->expire(key_of(key), real, condition);
        require_equal("expire", done, model_.expire(key, modelled, model_condition, clock_.ticks()));
    }
    void persist(int key) {
        if (Setup::kInOrder && config_.idle_ttl) return touch(key);
        say() << "persist(" << key << ')';
        const bool done = store_->persist(key_of(key));
        require_equal("persist", done, model_.persist(key, clock_.ticks()));
    }
    void touch(int key) {
        say() << "touch(" << key << ')';
        const bool done = store_->touch(key_of(key));
        require_equal("touch", done, model_.touch(key, clock_.ticks()));
    }
    void erase(int key) {
        say() << "erase(" << key << ')';
        const bool done = store_->erase(key_of(key));
        require_equal("erase", done, model_.erase(key, clock_.ticks()));
    }
    void take(int key) {
        say() << "take(" << key << ')';
        const std::optional<Value> taken = store_->take(key_of(key));
        require_equal("take", number_at<Setup>(taken ? &*taken : nullptr), model_.take(key, clock_.ticks()));
    }
    void erase_if(const Record& r) {
        const int divisor = 2 + r[2] % 5;
        say() << "erase_if(key and value leave the same rest by " << divisor << ')';
        events_in_order_ = false;
        const auto doomed = [&](int key, int number) { return key % divisor == number % divisor; };
        const std::size_t count = store_->erase_if([&](const Key& key, const Value& value) {
            require(model_.look(Setup::key_number(key), clock_.ticks()) != nullptr, "erase_if showed a dead entry");
            return doomed(Setup::key_number(key), Setup::number(value));
        });
        require_equal("erase_if", count, model_.erase_if(doomed, clock_.ticks()));
    }
    void clear(const Record& r) {
        if (r[2] % 8 != 0) return sweep(1);
        say() << "clear()";
        events_in_order_ = false;
        store_->clear();
        model_.clear(clock_.ticks());
    }
    void sweep(std::size_t budget) {
        say() << "sweep(" << budget << ')';
        const std::size_t removed = store_->sweep(budget);
        require_equal("sweep", removed, model_.sweep(budget, clock_.ticks()));
    }
    void sweep_with_report(const Record& r) {
        const std::size_t budget = r[2] % 4U;
        say() << "sweep({" << budget << "})";
        const Tick now = clock_.ticks();
        const auto first = model_.next_deadline();
        const auto report = store_->sweep(ttlstore::SweepBudget{.entries = budget, .time = std::nullopt});
        require_equal("sweep's removed", report.removed, model_.sweep(budget, now));
        const auto next = model_.next_deadline();
        const bool drained = !next || *next > now;
        require(report.drained == drained || (Setup::kSamples && drained), "sweep is wrong about what is left");
        compare_next<Setup>(ticks_of(report.next_deadline), model_);
        if (Setup::kSamples) return;
        const Tick lag = report.removed > 0 ? ttlstore::detail::saturating_distance(now, *first) : 0;
        require_equal("sweep's oldest lag", report.oldest_lag.count(), lag);
    }
    void advance(Tick by) {
        say() << "advance(" << by << ')';
        clock_.advance(by);
    }
    void set_capacity(const Record& r) {
        const bool was_bounded = model_.config().capacity || model_.config().max_weight;
        auto capacity = static_cast<std::size_t>(1 + r[2] % universe_);
        // A store that was not bounded kept no order of recency, so nobody can say who would have to go.
        if (!was_bounded) capacity = std::max(capacity, model_.stored());
        say() << "set_capacity(" << capacity << ')';
        store_->set_capacity(capacity);
        model_.set_capacity(capacity, clock_.ticks());
        if (!was_bounded) adopt_recency();
    }
    void adopt_recency() {
        std::vector<int> order;
        support::for_each_in_eviction_order(*store_, [&](const Key& key) { order.push_back(Setup::key_number(key)); });
        model_.adopt_recency(order);
    }
    void reserve(const Record& r) {
        say() << "reserve(" << r[2] * 4 << ')';
        store_->reserve(r[2] * 4U);
    }
    void move_store() {
        say() << "move";
        auto moved = std::make_unique<Store>(std::move(*store_));
        store_ = std::move(moved);
    }

    int universe_;
    typename Setup::Clock clock_;
    ttlstore::StoreConfig config_;
    support::Recorder<Key, Value> recorder_;
    Model model_;
    double jitter_;
    std::map<std::pair<int, Tick>, Tick> jittered_;
    std::unique_ptr<Store> store_;
    std::size_t check_period_;
    std::size_t steps_ = 0;
    int next_number_ = 0;
    long reads_allowed_ = 1;
    bool brings_deadline_ = false;
    bool events_in_order_ = true;
    std::size_t events_told_ = 0;  // to the model, of this call's
    std::ostream* trace_;
    std::ostream nowhere_{nullptr};
};

/// Throws Mismatch, or what the store throws, at the first difference; writes each operation to `trace`, if any.
template <class Setup>
void run_operations(const std::vector<Record>& records, std::ostream* trace = nullptr) {
    if (records.size() < 2) return;
    const support::Ledger ledger;
    {
        Runner<Setup> runner{records[0], records[1], trace};
        for (std::size_t i = 2; i < records.size(); ++i) runner.run(records[i]);
        runner.finish();
    }
    require(ledger.clean(), "a key or value leaked, or was used after its destruction");
}

}  // namespace model_test
