// The throws of two dice, from few pips to many, so that numbers close together are rolls of like worth: systematic
// draws then spread over weak and strong ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mcms/game/game.hpp"
#include "mcms/games/backgammon_state.hpp"

namespace mcms {

// A number of its chance node's list: one of the 21 rolls, or at the opening one of the 15 without doubles, once for
// each player who may begin.
enum class BackgammonOutcome : std::uint8_t {};

namespace backgammon {

inline constexpr int all_throws = 36;

constexpr int pips_of(Dice dice) { return (dice.high == dice.low ? 4 : 2) * (dice.high + dice.low) / 2; }

// Sorted by pips, then by the higher die.
template <std::size_t Count>
constexpr std::array<Dice, Count> sorted_rolls(bool doubles) {
  std::array<Dice, Count> list{};
  std::size_t size = 0;
  for (int pips = 3; pips <= 24; ++pips) {
    for (std::uint8_t high = 1; high <= 6; ++high) {
      for (std::uint8_t low = 1; low <= high; ++low) {
        if ((high != low || doubles) && pips_of({high, low}) == pips) list[size++] = {high, low};
      }
    }
  }
  return list;
}

inline constexpr auto rolls = sorted_rolls<21>(true);
inline constexpr auto opening_rolls = sorted_rolls<15>(false);

inline constexpr auto weighted_rolls = [] {
  std::array<Weighted<BackgammonOutcome>, rolls.size()> list{};
  for (std::size_t i = 0; i < list.size(); ++i) {
    list[i] = {BackgammonOutcome(i), (rolls[i].high == rolls[i].low ? 1 : 2) / double(all_throws)};
  }
  return list;
}();

inline constexpr auto weighted_opening = [] {
  std::array<Weighted<BackgammonOutcome>, 2 * opening_rolls.size()> list{};
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = {BackgammonOutcome(i), 1 / double(list.size())};
  return list;
}();

// The roll of each of the 36 throws, in the order of the list.
inline constexpr auto roll_of_throw = [] {
  std::array<std::uint8_t, all_throws> list{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < rolls.size(); ++i) {
    for (int ways = rolls[i].high == rolls[i].low ? 1 : 2; ways > 0; --ways) list[size++] = std::uint8_t(i);
  }
  return list;
}();

}  // namespace backgammon

}  // namespace mcms
