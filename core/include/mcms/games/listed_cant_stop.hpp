// Can't Stop as a less careful program may have it, for comparison: all 1,296 ways the dice can fall
// listed one by one, though most of them allow the same moves. The rules are those of cant_stop.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "mcms/games/cant_stop.hpp"

namespace mcms {

class ListedCantStop : public CantStop {
 public:
  using Outcome = std::uint16_t;  // the four dice as digits to the base of 6

  static constexpr std::size_t max_outcomes = cant_stop::ways_in_all;

  explicit ListedCantStop(const CantStop& rules) : CantStop(rules) {
    for (std::size_t way = 0; way < max_outcomes; ++way) {
      outcomes_.push_back({Outcome(way), 1.0 / cant_stop::ways_in_all});
      roll_of_[way] = roll_index(sorted(way));
    }
  }

  const auto& outcomes(const State&) const { return outcomes_; }

  Outcome sample(const State&, double uniform) const { return Outcome(uniform * cant_stop::ways_in_all); }

  State resolve(const State& s, Outcome way) const {
    const std::uint8_t roll = roll_of_[way];
    const bool bust = cant_stop::moves_of(cant_stop::rolls[roll], cant_stop::reach(s)).empty();
    return CantStop::resolve(s, CantStopOutcome(bust ? roll | cant_stop::MergedRolls::bust : roll));
  }

  std::string outcome_name(const State&, Outcome way) const {
    std::string name;
    for (const int die : dice_of(way)) name += (name.empty() ? "" : "-") + std::to_string(die);
    return name;
  }

  // What the game says of all outcomes at once goes by merged ones.
  void draw() const = delete;
  void leaf_expectation() const = delete;
  void value_bounds() const = delete;

 private:
  static Dice dice_of(std::size_t way) {
    Dice dice{};
    for (int& die : dice) {
      die = 1 + int(way % 6);
      way /= 6;
    }
    return dice;
  }

  static std::uint8_t roll_index(const Dice& dice) {
    const auto same = [&](const cant_stop::Roll& roll) {
      return std::equal(dice.begin(), dice.end(), roll.dice.begin());
    };
    return std::uint8_t(std::find_if(cant_stop::rolls.begin(), cant_stop::rolls.end(), same) -
                        cant_stop::rolls.begin());
  }

  static Dice sorted(std::size_t way) {
    Dice dice = dice_of(way);
    std::sort(dice.begin(), dice.end());
    return dice;
  }

  StaticVector<Weighted<Outcome>, max_outcomes> outcomes_;
  std::array<std::uint8_t, max_outcomes> roll_of_{};
};

static_assert(Game<ListedCantStop> && DirectlySampled<ListedCantStop>);
static_assert(!DrawsManyAtOnce<ListedCantStop> && !ValuesLeaves<ListedCantStop> && !BoundsValues<ListedCantStop>);

}  // namespace mcms
