// Makes everything that can throw do so once, at the n-th point where it could: FaultPlan, the Faulty types,
// for_each_fault.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "support/tracked.hpp"

namespace support {

/// Derives from bad_alloc because operator new may throw nothing else.
struct InjectedFault : std::bad_alloc {
    [[nodiscard]] const char* what() const noexcept override { return "injected fault"; }
};

/// While it lives, the fault point number `nth` of this thread (counted from 0) throws; without a plan none does.
class FaultPlan {
public:
    explicit FaultPlan(int nth) : nth_{nth}, outer_{current_} { current_ = this; }
    ~FaultPlan() { current_ = outer_; }
    FaultPlan(const FaultPlan&) = delete;
    FaultPlan& operator=(const FaultPlan&) = delete;

    /// Fault points passed so far, the one that threw included.
    [[nodiscard]] int passed() const { return passed_; }
    [[nodiscard]] bool thrown() const { return passed_ > nth_; }

    static void point() {
        if (current_ != nullptr && current_->passed_++ == current_->nth_) throw InjectedFault{};
    }

private:
    int nth_;
    int passed_ = 0;
    FaultPlan* outer_;
    static inline thread_local FaultPlan* current_ = nullptr;
};

/// Switches the current plan off for a scope, for instance while a check compares.
class FaultsOff {
public:
    FaultsOff() : plan_{kNever} {}

private:
    static constexpr int kNever = -1;
    FaultPlan plan_;
};

inline void fault_point() { FaultPlan::point(); }

/// Runs `act` on fresh subjects from `make`, with a throw at fault point 0, 1, 2, ... until it gets through without
/// one; after each throw `check(subject)` runs with faults off. Returns how many points there are.
template <class Make, class Act, class Check>
int for_each_fault(Make make, Act act, Check check) {
    constexpr int kTooMany = 1'000'000;
    for (int n = 0; n < kTooMany; ++n) {
        auto subject = make();
        bool threw = false;
        bool reached = false;
        {
            const FaultPlan plan{n};
            try {
                act(subject);
            } catch (const InjectedFault&) {
                threw = true;
            }
            reached = plan.thrown();
        }
        // A fault that `act` got over by itself is fine, but then later points are still untested.
        if (!threw && !reached) return n;
        if (threw) check(subject);
    }
    throw std::logic_error{"for_each_fault: act never gets through"};
}

/// A value or key whose construction from a number and whose copies are fault points; moves cannot throw.
class Faulty : public TrackedCore {
public:
    explicit Faulty(int value) : TrackedCore{(fault_point(), value)} {}
    Faulty(const Faulty& other) : TrackedCore{(fault_point(), other)} {}
    Faulty(Faulty&&) noexcept = default;
    Faulty& operator=(const Faulty& other) {
        fault_point();
        TrackedCore::operator=(other);
        return *this;
    }
    Faulty& operator=(Faulty&&) noexcept = default;
    ~Faulty() = default;
};

/// The same where moves are fault points too.
class FaultyMove : public TrackedCore {
public:
    explicit FaultyMove(int value) : TrackedCore{(fault_point(), value)} {}
    FaultyMove(const FaultyMove& other) : TrackedCore{(fault_point(), other)} {}
    FaultyMove(FaultyMove&& other) noexcept(false) : TrackedCore{(fault_point(), std::move(other))} {}
    FaultyMove& operator=(const FaultyMove& other) {
        fault_point();
        TrackedCore::operator=(other);
        return *this;
    }
    FaultyMove& operator=(FaultyMove&& other) noexcept(false) {
        fault_point();
        TrackedCore::operator=(std::move(other));
        return *this;
    }
    ~FaultyMove() = default;
};

using FaultyValue = Faulty;
using FaultyKey = Faulty;

struct FaultyHash {
    std::size_t operator()(const TrackedCore& key) const {
        fault_point();
        return TrackedHash{}(key);
    }
};

struct FaultyEqual {
    bool operator()(const TrackedCore& a, const TrackedCore& b) const {
        fault_point();
        return a == b;
    }
};

/// An entry weighs what its value says.
struct FaultyWeigher {
    std::size_t operator()(const TrackedCore& /*key*/, const TrackedCore& value) const {
        fault_point();
        return static_cast<std::size_t>(value.value() % kWeightModulus);
    }
    /// Values 100 + w, 200 + w, ... weigh w, so that tests can tell values of one weight apart.
    static constexpr int kWeightModulus = 100;
};

namespace faults_detail {
inline thread_local long outstanding_blocks = 0;
}

/// Every allocation is a fault point; the blocks outstanding are counted per thread, over all T.
template <class T>
class FaultyAllocator {
public:
    using value_type = T;

    FaultyAllocator() = default;
    template <class U>
    FaultyAllocator(const FaultyAllocator<U>& /*other*/) noexcept {}

    T* allocate(std::size_t n) {
        fault_point();
        const FaultsOff off;  // one fault point each, even where operator new is one as well
        T* block = std::allocator<T>{}.allocate(n);
        ++faults_detail::outstanding_blocks;
        return block;
    }
    void deallocate(T* block, std::size_t n) noexcept {
        --faults_detail::outstanding_blocks;
        std::allocator<T>{}.deallocate(block, n);
    }

    friend bool operator==(const FaultyAllocator& /*a*/, const FaultyAllocator& /*b*/) { return true; }

    static long outstanding() { return faults_detail::outstanding_blocks; }
};

}  // namespace support
