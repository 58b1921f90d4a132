// Estimates of Can't Stop that are plainer than the game's own, for comparison: how far the best columns have
// come, without the chance that runners are kept.
#pragma once

#include <algorithm>
#include <array>
#include <functional>

#include "mcms/evaluate/with_estimate.hpp"
#include "mcms/games/cant_stop.hpp"

namespace mcms {

class PlainCantStopEstimate {
 public:
  struct Options {
    cant_stop::Steps heights{3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};
    int columns = 3;
    bool squared = false;  // a column counts by the square of its share, else by the share
    bool runners = true;   // the mover's runners count as if they were banked, else not at all
  };

  explicit PlainCantStopEstimate(const Options& options) : options_(options) {}

  double operator()(const CantStopState& s) const {
    const std::uint64_t mover = options_.runners ? s.current : s.own;
    const double lead = 100.0 * (score(mover, s.other) - score(s.other, s.own)) / options_.columns;
    return s.second_moves ? -lead : lead;
  }

 private:
  // The sum of as many columns as win; what the opponent has claimed counts for nothing.
  double score(std::uint64_t markers, std::uint64_t opponent) const {
    std::array<double, cant_stop::column_count> counts{};
    for (std::size_t column = 0; column < counts.size(); ++column) {
      if (cant_stop::left_in(opponent, column) == 0) continue;
      const int height = options_.heights[column];
      const double share = double(height - cant_stop::left_in(markers, column)) / height;
      counts[column] = options_.squared ? share * share : share;
    }
    std::partial_sort(counts.begin(), counts.begin() + options_.columns, counts.end(), std::greater<>{});
    double sum = 0.0;
    for (int i = 0; i < options_.columns; ++i) sum += counts[std::size_t(i)];
    return sum;
  }

  Options options_;
};

using PlainCantStop = WithEstimate<CantStop, PlainCantStopEstimate>;

static_assert(DrawsManyAtOnce<PlainCantStop> && !BoundsValues<PlainCantStop>);

}  // namespace mcms
