// The dice of Pig: what can be thrown, how likely, and what it scores.
#pragma once

#include <array>
#include <cstdint>

#include "mcms/game/fixed_draws.hpp"
#include "mcms/game/game.hpp"

namespace mcms {

// The points of a throw; the two throws that score nothing have names of their own.
enum class PigOutcome : std::uint8_t { one = 0, double_one = 1 };

namespace pig_dice {

constexpr PigOutcome points(int sum) { return static_cast<PigOutcome>(sum); }

template <int Dice>
inline constexpr auto throws = nullptr;
template <>
inline constexpr std::array<Weighted<PigOutcome>, 6> throws<1>{{{PigOutcome::one, 1 / 6.0},
                                                                {points(2), 1 / 6.0},
                                                                {points(3), 1 / 6.0},
                                                                {points(4), 1 / 6.0},
                                                                {points(5), 1 / 6.0},
                                                                {points(6), 1 / 6.0}}};
// Likeliest first: the sooner most of the probability is known, the sooner a search can prune.
template <>
inline constexpr std::array<Weighted<PigOutcome>, 11> throws<2>{{{PigOutcome::one, 10 / 36.0},
                                                                 {points(8), 5 / 36.0},
                                                                 {points(7), 4 / 36.0},
                                                                 {points(9), 4 / 36.0},
                                                                 {points(6), 3 / 36.0},
                                                                 {points(10), 3 / 36.0},
                                                                 {points(5), 2 / 36.0},
                                                                 {points(11), 2 / 36.0},
                                                                 {points(4), 1 / 36.0},
                                                                 {points(12), 1 / 36.0},
                                                                 {PigOutcome::double_one, 1 / 36.0}}};

// Every throw as often as it has ways to fall, so that a uniform number picks one by its index.
template <int Dice>
inline constexpr auto ways = [] {
  constexpr std::size_t total = Dice == 1 ? 6 : 36;
  std::array<PigOutcome, total> list{};
  std::size_t next = 0;
  for (const auto& [outcome, probability] : throws<Dice>) {
    for (int way = 0; way < int(probability * total + 0.5); ++way) list[next++] = outcome;
  }
  return list;
}();

// Samples of throws, scored by their points.
template <int Dice>
inline const FixedDraws<throws<Dice>> draws([](PigOutcome thrown) {
  return thrown > PigOutcome::double_one ? int(thrown) : 0;
});

// How many ways there are to lose the turn's points, to lose the score too, and to score; and the points of all those.
struct Ways {
  int one = 0, double_one = 0, scoring = 0, points = 0;
};
template <int Dice>
inline constexpr Ways ways_in_all = [] {
  Ways sums;
  for (const PigOutcome outcome : ways<Dice>) {
    if (outcome == PigOutcome::one) {
      ++sums.one;
    } else if (outcome == PigOutcome::double_one) {
      ++sums.double_one;
    } else {
      ++sums.scoring;
      sums.points += int(outcome);
    }
  }
  return sums;
}();

// The same as probabilities, and what a throw scores on average.
struct Chances {
  double one, double_one, mean;

  constexpr double lost() const { return one + double_one; }
};
template <int Dice>
inline constexpr Chances chances = [] {
  constexpr Ways all = ways_in_all<Dice>;
  constexpr double share = 1.0 / double(ways<Dice>.size());
  return Chances{all.one * share, all.double_one * share, all.points * share};
}();

}  // namespace pig_dice

}  // namespace mcms
