// One request, the batch in which requests travel to the replay loop, and where batches come from.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace replay {

using Micros = std::chrono::microseconds;
inline constexpr Micros kNever = Micros::max();

/// `get` is read-through: a miss is followed by a set of the same key. `add` sets an absent key only, `update`
/// changes a present value and keeps its deadline.
enum class Operation : std::uint8_t { get, set, add, update, erase };

/// memcached's and Redis's names; gets is a get, cas and replace are a set, incr, decr, append and prepend an update.
inline std::optional<Operation> operation_named(std::string_view name) {
    if (name == "get" || name == "gets") return Operation::get;
    if (name == "set" || name == "cas" || name == "replace") return Operation::set;
    if (name == "add") return Operation::add;
    if (name == "incr" || name == "decr" || name == "append" || name == "prepend") return Operation::update;
    if (name == "delete") return Operation::erase;
    return std::nullopt;
}

struct Request {
    std::uint32_t key_begin = 0;  // where the key stands in Batch::text
    std::uint32_t key_length = 0;
    Micros time{0};
    Micros ttl{0};           // 0: the store's default, kNever: none
    std::uint64_t size = 1;  // bytes of the value; stands for the value itself
    Operation operation = Operation::get;
};

/// Requests parsed or generated ahead, so that the replay's real time is the store's alone. Small enough for the cache.
struct Batch {
    static constexpr std::size_t kRequests = 8'192;
    static constexpr std::size_t kTextBytes = std::size_t{1} << 20U;

    std::string text;
    std::vector<Request> requests;

    bool full() const { return requests.size() >= kRequests || text.size() >= kTextBytes; }
    void clear() {
        text.clear();
        requests.clear();
    }
    std::string_view key(const Request& request) const { return {text.data() + request.key_begin, request.key_length}; }
    void add(std::string_view key, Request request) {
        request.key_begin = static_cast<std::uint32_t>(text.size());
        request.key_length = static_cast<std::uint32_t>(key.size());
        text.append(key);
        requests.push_back(request);
    }
};

struct Skipped {
    std::uint64_t lines = 0;
    std::string first;  // line and reason of the first
};

class RequestSource {
public:
    RequestSource() = default;
    RequestSource(const RequestSource&) = delete;
    RequestSource& operator=(const RequestSource&) = delete;
    virtual ~RequestSource() = default;

    /// Replaces the batch's content by the next requests; an empty batch is the end.
    virtual void fill(Batch& batch) = 0;
    /// Done so far, 0 to 1, if the total is known.
    virtual std::optional<double> progress() const = 0;
    /// A line or more for the head of the report.
    virtual std::string description() const = 0;
    virtual Skipped skipped() const { return {}; }
};

}  // namespace replay
