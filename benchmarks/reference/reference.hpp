// The hand-written searches that `mcms bench` races against, one a game.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace mcms::reference {

using Result = std::pair<double, std::uint64_t>;  // value for the first player, nodes

Result pig(int me, int other, int turn_total, int to_move, int depth);

using CantStopSteps = std::array<int, 11>;  // for columns 2 to 12
using CantStopDice = std::array<int, 4>;    // ascending
Result cant_stop(const CantStopSteps& me, const CantStopSteps& runners, const CantStopSteps& other,
                 const std::optional<CantStopDice>& dice, int to_move, int depth);

// Squares of stones 1 to 6, -1 for a captured one.
Result ewn(const std::array<int, 6>& first, const std::array<int, 6>& second, int die, int to_move, int depth);

// Tiles are counted by kind in the order of RaTile; suns are sets of bits.
struct RaPosition {
  std::array<std::uint8_t, 23> bag;
  std::array<std::uint8_t, 23> track;
  std::array<std::array<std::uint8_t, 23>, 2> tiles;
  std::array<std::uint16_t, 2> suns;
  std::array<std::uint16_t, 2> used_suns;
  std::array<int, 2> points;
  int centre_sun;
  int epoch;
  int ra_track;
};
struct RaTurn {
  int phase;  // of RaPhase
  int to_move;
  int caller;
  bool voluntary;
  int bid;
  int unrest_discards;
  int earthquake_discards;
};

Result ra(const RaPosition& position, const RaTurn& turn, int depth);

}  // namespace mcms::reference
