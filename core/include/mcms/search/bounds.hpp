// What a search has proved of a value, and the window it was asked about.
//
// Ballard's and the paper's procedures return one number whose meaning depends on the window
// (exact, at least, at most). Ours return both proved bounds, so a number can never be
// mistaken for more than it is: a clamped window proves nothing, and a probe proves one side.
#pragma once

#include <algorithm>
#include <limits>

#include "mcms/game/game.hpp"

namespace mcms {

// lower <= value <= upper.
struct Bounds {
  double lower;
  double upper;

  static constexpr Bounds exact(double value) { return {value, value}; }
  static constexpr Bounds unknown(ValueRange range) { return {range.low, range.high}; }

  bool is_exact() const { return lower >= upper; }
  Bounds intersect(Bounds other) const { return {std::max(lower, other.lower), std::min(upper, other.upper)}; }
};

// A search need only tell values between alpha and beta apart: it may stop as soon as it has
// proved value <= alpha or value >= beta.
struct Window {
  double alpha = -std::numeric_limits<double>::infinity();
  double beta = std::numeric_limits<double>::infinity();

  bool decided_by(Bounds bounds) const { return bounds.lower >= beta || bounds.upper <= alpha; }
};

// Seen from the mover's side both players maximise, so Max and Min share one code path.
// Turning twice gives back what was.
inline Bounds for_mover(Turn mover, Bounds b) { return mover == Turn::first ? b : Bounds{-b.upper, -b.lower}; }
inline Window for_mover(Turn mover, Window w) { return mover == Turn::first ? w : Window{-w.beta, -w.alpha}; }
inline double for_mover(Turn mover, double value) { return mover == Turn::first ? value : -value; }

}  // namespace mcms
