// Random programs for two to four threads, run on a fresh store each, and the search for one that has no explanation.
#pragma once

#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "concurrency/store_calls.hpp"
#include "concurrency/turns.hpp"
#include "support/linearizability.hpp"

namespace concurrency {

inline constexpr std::size_t kMostThreads = 4;

enum class Pace { by_turns, free };

/// The kinds of calls that a subject takes, each as often as it stands here.
using Mix = std::vector<Kind>;

inline const Mix& usual_mix() {
    static const Mix mix{Kind::set,    Kind::set,     Kind::set,           Kind::set_keep, Kind::set_if_absent,
                         Kind::get,    Kind::get,     Kind::get,           Kind::get,      Kind::set_if_present,
                         Kind::update, Kind::expire,  Kind::persist,       Kind::erase,    Kind::take,
                         Kind::sweep,  Kind::advance, Kind::set_if_absent, Kind::contains, Kind::advance};
    return mix;
}

/// Calls for each thread: few keys, ttls of one or two ticks, values that are written once.
class Program {
public:
    Program(std::uint64_t seed, const Mix& mix) {
        Random random{seed};
        const std::size_t threads = 2 + random.below(kMostThreads - 1);
        const std::size_t length = (threads == kMostThreads ? 3 : 4) + random.below(4);
        calls_.resize(threads);
        int value = 0;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            for (std::size_t i = 0; i < length; ++i) {
                Op op;
                op.kind = mix[random.below(static_cast<std::uint32_t>(mix.size()))];
                op.key = static_cast<int>(random.below(random.below(2) == 0 ? 1 : kKeys));
                op.value = op.kind == Kind::advance ? 1 : writes(op.kind) ? value += 2 : 0;
                op.ttl = takes_ttl(op.kind) ? static_cast<int>(random.below(3)) : 0;
                op.thread = static_cast<int>(thread);
                calls_[thread].push_back(op);
            }
        }
    }
    std::size_t threads() const { return calls_.size(); }
    const std::vector<Op>& of(std::size_t thread) const { return calls_[thread]; }

private:
    static bool writes(Kind kind) {
        return kind == Kind::set || kind == Kind::set_keep || kind == Kind::set_if_absent ||
               kind == Kind::set_if_present || kind == Kind::get_or_set || kind == Kind::set_two ||
               kind == Kind::update;
    }
    static bool takes_ttl(Kind kind) {
        return (writes(kind) && kind != Kind::set_two && kind != Kind::update && kind != Kind::set_keep) ||
               kind == Kind::expire;
    }

    std::vector<std::vector<Op>> calls_;
};

/// Runs programs on `Subject`s, each made afresh with members `clock` and `store`. The threads stay between histories.
template <class Subject>
class Recorder {
public:
    explicit Recorder(Pace pace) : pace_{pace} {
        for (std::size_t i = 0; i < kMostThreads; ++i) threads_.emplace_back([this, i] { serve(i); });
    }
    ~Recorder() {
        program_ = nullptr;
        start_.arrive_and_wait();
        for (std::thread& thread : threads_) thread.join();
    }
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// What the threads of the program did, and at the end, when they are through, a get of every key.
    History record(const Program& program, std::uint64_t seed) {
        subject_ = std::make_unique<Subject>();
        turns_.emplace(program.threads(), seed);
        seed_ = seed;
        program_ = &program;
        now_ = 0;
        start_.arrive_and_wait();
        done_.arrive_and_wait();
        History all;
        for (std::size_t i = 0; i < program.threads(); ++i) all.insert(all.end(), told_[i].begin(), told_[i].end());
        for (int key = 0; key < kKeys; ++key) {
            Op op{.kind = Kind::get, .key = key};
            perform(subject_->store, subject_->clock, op);
            all.push_back({op, now_ + 1, now_ + 2});
            now_ += 2;
        }
        return all;
    }
    Subject& subject() { return *subject_; }

private:
    void serve(std::size_t me) {
        for (;;) {
            start_.arrive_and_wait();
            if (program_ == nullptr) return;
            if (me < program_->threads()) work(me);
            done_.arrive_and_wait();
        }
    }
    void work(std::size_t me) {
        Random random{seed_ * kMostThreads + me};
        Pacing pacing{pace_ == Pace::by_turns ? &*turns_ : nullptr, me, &random};
        Pacing::current = &pacing;
        told_[me].clear();
        if (pacing.turns != nullptr) pacing.turns->arrive(me);
        for (Op op : program_->of(me)) {
            point();
            const std::uint64_t began = ++now_;
            point();
            perform(subject_->store, subject_->clock, op);
            point();
            told_[me].push_back({op, began, ++now_});
        }
        if (pacing.turns != nullptr) pacing.turns->leave(me);
        Pacing::current = nullptr;
    }

    Pace pace_;
    std::unique_ptr<Subject> subject_;
    std::optional<Turns> turns_;
    std::uint64_t seed_ = 0;
    const Program* program_ = nullptr;
    std::atomic<std::uint64_t> now_{0};
    std::array<History, kMostThreads> told_;
    std::barrier<> start_{kMostThreads + 1};
    std::barrier<> done_{kMostThreads + 1};
    std::vector<std::thread> threads_;
};

/// Histories a search, fewer where a sanitizer slows them down; TTLSTORE_HISTORIES sets another number.
inline std::size_t histories(std::size_t usual) {
    if (const char* text = std::getenv("TTLSTORE_HISTORIES")) return std::strtoull(text, nullptr, 10);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return usual / 4;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return usual / 4;
#else
    return usual;
#endif
#else
    return usual;
#endif
}
/// TTLSTORE_HISTORY_SEED starts elsewhere.
inline std::uint64_t first_seed() {
    const char* text = std::getenv("TTLSTORE_HISTORY_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

struct Searched {
    std::size_t histories = 0;
    std::size_t calls = 0;
    std::string violation;  ///< of the first history without explanation
};

/// Runs up to `count` histories, until one cannot be explained; `check(subject)` after each may throw.
template <class Subject, class Check>
Searched search_histories(Pace pace, const Mix& mix, std::size_t count, Check check) {
    Recorder<Subject> recorder{pace};
    Searched searched;
    for (std::uint64_t seed = first_seed(); searched.histories < count; ++seed, ++searched.histories) {
        const History history = recorder.record(Program{seed, mix}, seed);
        searched.calls += history.size();
        support::LinearizationSearch<Op, StoreModel> search{history, StoreModel{}};
        if (!search.run()) {
            std::ostringstream text;
            text << "seed " << seed << (pace == Pace::by_turns ? ", by turns\n" : ", free\n");
            show(text, history, search.longest());
            searched.violation = text.str();
            return searched;
        }
        check(recorder.subject());
    }
    return searched;
}
template <class Subject>
Searched search_histories(Pace pace, const Mix& mix, std::size_t count) {
    return search_histories<Subject>(pace, mix, count, [](Subject&) {});
}

}  // namespace concurrency
