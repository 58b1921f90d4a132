// Estimates of Ra that are plainer than the game's own, for comparison: suns, or suns and tiles, left out.
#pragma once

#include "mcms/evaluate/with_estimate.hpp"
#include "mcms/games/ra.hpp"

namespace mcms {

struct PlainRaEstimate {
  bool tiles = false;  // what the tiles would score now counts besides the points

  double operator()(const RaState& s) const { return ra::estimate_of(ra::units * (worth(s, 0) - worth(s, 1))); }

 private:
  int worth(const RaState& s, std::size_t player) const {
    const ra::Holding own = s.tiles[player], other = s.tiles[1 - player];
    const int points = s.points[player];
    return tiles ? points + ra::epoch_points(own) + ra::monument_points(own) + ra::pharaoh_points(own, other) : points;
  }
};

using PlainRa = WithEstimate<Ra, PlainRaEstimate>;

static_assert(DrawsManyAtOnce<PlainRa> && !BoundsValues<PlainRa>);

}  // namespace mcms
