// The hand-made evaluation of backgammon, and what any evaluation of it is.
//
// An evaluation has `double equity(const BackgammonState&, BackgammonScoring) const`: what the position is worth to
// `own`, who is about to roll, in points and within the scoring's range. It looks at neither dice nor phase.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "mcms/games/backgammon_state.hpp"

namespace mcms {

enum class BackgammonScoring : std::uint8_t { money, win };

template <class E>
concept BackgammonEvaluation = std::copyable<E> && requires(const E& e, const BackgammonState& s) {
  { e.equity(s, BackgammonScoring::money) } -> std::same_as<double>;
};

namespace backgammon {

// The race, with what a race leaves out counted as pips while the sides can still meet: blots, points made at home,
// checkers on the bar. The lead is squashed as the chance of winning a race is, by the root of the pips to go.
struct Pips {
  static constexpr double half_a_roll = 4.0;
  static constexpr double home_point = 3.0;
  static constexpr double blot = 1.0;
  static constexpr double checker_on_bar = 4.0;
  static constexpr double spread = 0.9;

  double equity(const BackgammonState& s, BackgammonScoring) const {
    double lead = double(s.other.pips) - double(s.own.pips) + half_a_roll;
    if (highest_of(s.own) + highest_of(s.other) > bar) lead += standing(s.own) - standing(s.other);
    const double scaled = spread * lead / std::sqrt(double(s.own.pips + s.other.pips) + 1.0);
    return scaled / std::sqrt(1.0 + scaled * scaled);
  }

 private:
  static int highest_of(const Checkers& side) { return std::bit_width(side.occupied()) - 1; }

  static double standing(const Checkers& side) {
    return home_point * std::popcount(side.made() & home) - blot * std::popcount(side.blots() & board) -
           checker_on_bar * side.on(bar);
  }
};

static_assert(BackgammonEvaluation<Pips>);

}  // namespace backgammon

}  // namespace mcms
