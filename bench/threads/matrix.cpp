/// Runs the laps in turn.
#include "threads/matrix.hpp"

#include <algorithm>
#include <iostream>

namespace bench {

Matrix::Matrix(const Settings& settings, const std::vector<ThreadMix>& mixes, const std::vector<NamedEntrant>& entrants)
    : rounds_{settings.rounds.value_or(settings.quick ? 2 : 7)},
      cells_(mixes.size(), std::vector<std::vector<Cell>>(thread_counts().size(), std::vector<Cell>(entrants.size()))) {
    std::vector<Streams> streams;
    for (const ThreadMix& mix : mixes) streams.push_back(make_streams(mix));
    measure(settings, streams, entrants);
}

void Matrix::measure(const Settings& settings, const std::vector<Streams>& streams,
                     const std::vector<NamedEntrant>& entrants) {
    const double wanted = 2 * static_cast<double>(settings.lap_time().count());
    const std::size_t warm_up = settings.quick ? 500 : 50'000;
    std::size_t from = 0;
    for (std::size_t round = 0; round <= rounds_; ++round) {  // the first one is not counted: it finds the lengths
        std::cerr << "round " << round << " of " << rounds_ << '\n';
        for (std::size_t mix = 0; mix < streams.size(); ++mix) {
            for (std::size_t count = 0; count < thread_counts().size(); ++count) {
                const std::size_t threads = thread_counts()[count];
                for (std::size_t turn = 0; turn < entrants.size(); ++turn) {
                    const std::size_t entrant = (turn + round) % entrants.size();
                    Cell& cell = cells_[mix][count][entrant];
                    const std::size_t operations = round == 0 ? warm_up / threads : cell.operations;
                    const double time = entrants[entrant].store->lap(streams[mix], threads, from, operations);
                    from += operations;
                    if (round == 0)
                        cell.operations = static_cast<std::size_t>(
                            std::max(1.0, static_cast<double>(operations) * wanted / std::max(1.0, time)));
                    else
                        cell.samples.push_back(time / static_cast<double>(threads * operations));
                }
            }
        }
    }
}

Result compare(const std::vector<double>& ours, const std::vector<double>& theirs) {
    std::vector<double> ratios;
    for (std::size_t round = 0; round < ours.size(); ++round) ratios.push_back(theirs[round] / ours[round]);
    return {"ns", range_of(ours), range_of(theirs), range_of(ratios), ours.size()};
}

}  // namespace bench
