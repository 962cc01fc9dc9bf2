// A listener that throws: the call is carried out, the other events are delivered, then its first exception arrives.
#include <functional>
#include <set>
#include <string>

#include "support/catch.hpp"
#include "support/invariants.hpp"
#include "support/recorder.hpp"
#include "ttlstore/ttl_store.hpp"

using namespace std::chrono_literals;
using support::Recorder;
using ttlstore::ManualTicker;

namespace {

struct Thrown {
    std::size_t event;
};

struct WeighByValue {
    std::size_t operator()(int /*key*/, int value) const { return static_cast<std::size_t>(value); }
};
using Store = ttlstore::TtlStore<int, int, ManualTicker, ttlstore::WithListener<Recorder<int, int>>,
                                 ttlstore::WithWeigher<WeighByValue>>;

/// Ten entries of weight 1; the even ones are dead.
struct Subject {
    Subject() {
        for (int key = 0; key < 10; ++key) {
            store.set(key, 1,
                      key % 2 == 0 ? ttlstore::Expiry{std::chrono::milliseconds{key + 1}} : ttlstore::Expiry{1h});
        }
        clock.advance(50ms);
        seen.take();
    }
    ManualTicker clock;
    Recorder<int, int> seen;
    Store store{clock, {.capacity = 10, .max_weight = 10}, seen};
};

std::multiset<int> keys_of(const std::vector<Recorder<int, int>::Event>& events) {
    std::multiset<int> keys;
    for (const auto& event : events) keys.insert(event.key);
    return keys;
}

/// Runs `act` once undisturbed, then with a throw at each event, alone and followed by another one.
void check(const std::function<void(Store&)>& act) {
    Subject calm;
    act(calm.store);
    const auto expected = calm.seen.take();
    REQUIRE_FALSE(expected.empty());
    for (std::size_t first = 0; first < expected.size(); ++first) {
        CAPTURE(first);
        Subject subject;
        subject.seen.during([&] {
            const std::size_t event = subject.seen.events().size() - 1;
            support::check_invariants(subject.store);
            if (event == first || event == first + 2) throw Thrown{event};
        });
        std::size_t caught = 1'000;
        try {
            act(subject.store);
        } catch (const Thrown& thrown) {
            caught = thrown.event;
        }
        CHECK(caught == first);
        CHECK(keys_of(subject.seen.take()) == keys_of(expected));
        CHECK(subject.store.stored() == calm.store.stored());
        support::check_invariants(subject.store);

        subject.seen.during(nullptr);
        const std::size_t left = subject.store.stored();
        subject.store.clear();
        CHECK(subject.seen.take().size() == left);  // it is still called
    }
}

}  // namespace

TEST_CASE("a sweep whose listener throws still removes and reports everything due", "[listener][sweep][fault]") {
    check([](Store& store) { store.sweep(100); });
}
TEST_CASE("a set whose listener throws has stored its entry and reported who left", "[listener][set][fault]") {
    check([](Store& store) { store.set(50, 10); });
    check([](Store& store) { store.set(1, 10); });
    check([](Store& store) { store.set(2, 3); });
    check([](Store& store) { store.set(1, 1, ttlstore::Expiry::at(ManualTicker::time_point{})); });
}
TEST_CASE("a lookup of a dead entry whose listener throws has removed it", "[listener][find][fault]") {
    check([](Store& store) { store.find(2); });
    check([](Store& store) { store.get(2); });
    check([](Store& store) { store.touch(2); });
    check([](Store& store) {
        const std::vector<int> keys{0, 1, 2, 3, 4, 5, 6};
        store.find_many(keys, [](std::size_t, int*) {});
    });
}
TEST_CASE("an erase, a clear and an erase_if whose listener throws are complete", "[listener][erase][fault]") {
    check([](Store& store) { store.erase(1); });
    check([](Store& store) { store.erase(2); });
    check([](Store& store) { store.clear(); });
    check([](Store& store) { store.erase_if([](int, int) { return true; }); });
}
TEST_CASE("a smaller capacity, an update and an expire whose listener throws are in force", "[listener][fault]") {
    check([](Store& store) { store.set_capacity(2); });
    check([](Store& store) { store.update(1, [](int& value) { value = 9; }); });
    check([](Store& store) { store.update(1, [](int& value) { value = 11; }); });
    check([](Store& store) { store.expire(1, ttlstore::Expiry::at(ManualTicker::time_point{})); });
    check([](Store& store) { store.get_or_set(50, [] { return 8; }); });
}
