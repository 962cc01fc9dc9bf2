// A removal listener that writes down what left, in order: key, value, cause, lateness.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <ostream>
#include <utility>
#include <vector>

#include "ttlstore/ttl_store.hpp"

namespace support {

template <class Key, class Value>
struct Event {
    Key key;
    Value value;
    ttlstore::RemovalCause cause;
    std::chrono::nanoseconds late_by{0};

    friend bool operator==(const Event&, const Event&) = default;
};

inline const char* name_of(ttlstore::RemovalCause cause) {
    switch (cause) {
        case ttlstore::RemovalCause::expired:
            return "expired";
        case ttlstore::RemovalCause::evicted:
            return "evicted";
        case ttlstore::RemovalCause::erased:
            return "erased";
        case ttlstore::RemovalCause::replaced:
            return "replaced";
        case ttlstore::RemovalCause::cleared:
            return "cleared";
    }
    return "?";
}

template <class Key, class Value>
std::ostream& operator<<(std::ostream& out, const Event<Key, Value>& event) {
    return out << name_of(event.cause) << '(' << event.key << ", " << event.value << ", late by "
               << event.late_by.count() << "ns)";
}

/// Copies share one record, so a test keeps a copy of the listener that it gives to the store:
///     Recorder<std::string, int> seen;
///     TtlStore<std::string, int, ManualTicker, WithListener<Recorder<std::string, int>>> store{clock, {}, seen};
///     CHECK(seen.take() == ...);
template <class Key, class Value>
class Recorder {
public:
    using Event = support::Event<Key, Value>;

    void operator()(const Key& key, Value&& value, const ttlstore::Removal& removal) const {
        record_->events.push_back(Event{key, std::move(value), removal.cause, removal.late_by});
        if (record_->during) record_->during();
    }

    [[nodiscard]] const std::vector<Event>& events() const { return record_->events; }
    /// What was recorded since the last call; called for nothing, it forgets.
    std::vector<Event> take() const { return std::exchange(record_->events, {}); }
    /// Runs inside every later notification, after it was recorded; may use the store or throw.
    void during(std::function<void()> action) const { record_->during = std::move(action); }

private:
    struct Record {
        std::vector<Event> events;
        std::function<void()> during;
    };
    std::shared_ptr<Record> record_ = std::make_shared<Record>();
};

}  // namespace support
