/// The interleaved run: both contestants do the same work in turn, and only figures of one round are compared.
#include "report/measure.hpp"

#include <algorithm>
#include <cmath>

namespace bench {

Range range_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {median, values.front(), values.back()};
}

std::string short_count(std::size_t count) {
    if (count >= 1'000'000 && count % 1'000'000 == 0) return std::to_string(count / 1'000'000) + " M";
    if (count >= 1'000 && count % 1'000 == 0) return std::to_string(count / 1'000) + " k";
    return std::to_string(count);
}

Result contest(const Settings& settings, const Contestant& ours, const Contestant& theirs, Passes kind) {
    const Lap first = ours(1);
    const Lap second = theirs(1);
    expect(first.checksum == second.checksum, "the contestants' answers differ");

    const double fastest = std::max(1.0, std::min(first.nanoseconds, second.nanoseconds));
    const double wanted = static_cast<double>(settings.lap_time().count());
    const std::size_t passes =
        kind == Passes::one ? 1 : static_cast<std::size_t>(std::max(1.0, std::ceil(wanted / fastest)));
    const bool slow = (first.nanoseconds + second.nanoseconds) * static_cast<double>(passes) > 1e9;
    const std::size_t rounds = settings.rounds.value_or(settings.quick ? 3 : slow ? 7 : 15);

    std::vector<double> ours_each, theirs_each, ratios;
    for (std::size_t round = 0; round < rounds; ++round) {
        Lap our_lap, their_lap;
        if (round % 2 == 0) {
            our_lap = ours(passes);
            their_lap = theirs(passes);
        } else {
            their_lap = theirs(passes);
            our_lap = ours(passes);
        }
        expect(our_lap.checksum == their_lap.checksum, "the contestants' answers differ");
        expect(our_lap.operations == their_lap.operations, "the contestants did not do the same work");
        ours_each.push_back(our_lap.nanoseconds / static_cast<double>(our_lap.operations));
        theirs_each.push_back(their_lap.nanoseconds / static_cast<double>(their_lap.operations));
        ratios.push_back(theirs_each.back() / ours_each.back());
    }
    return {"ns", range_of(ours_each), range_of(theirs_each), range_of(ratios), rounds};
}

}  // namespace bench
