// Where the checkers of a game of backgammon stand, and what a position is.
//
// Each side counts its points by itself, 24 down to 1 and off, its bar being 25. The counts of a side are four words,
// the bits of equal weight side by side: what is occupied, blocked or a blot is then one word for all points, and the
// checkers that a die may move are found in a few operations.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "mcms/game/game.hpp"
#include "mcms/game/invalid_state.hpp"

namespace mcms {

namespace backgammon {

inline constexpr int bar = 25;
inline constexpr int home_points = 6;
inline constexpr int most_checkers = 15;

// A bit for each point, bit n for point n.
using Points = std::uint32_t;
inline constexpr Points board = 0x01fffffe;
inline constexpr Points home = 0x0000007e;
inline constexpr Points on_bar = Points(1) << bar;

// The same points as the other side counts them; its bar is nobody's point.
constexpr Points mirrored(Points points) {
  points = (points >> 1 & 0x55555555) | (points & 0x55555555) << 1;
  points = (points >> 2 & 0x33333333) | (points & 0x33333333) << 2;
  points = (points >> 4 & 0x0f0f0f0f) | (points & 0x0f0f0f0f) << 4;
  points = points >> 24 | (points >> 8 & 0xff00) | (points & 0xff00) << 8 | points << 24;
  return points >> 6 & board;
}

// The checkers of one side. Bit n of planes[k] is the bit 2^k of how many are on point n.
struct Checkers {
  std::array<Points, 4> planes{};
  std::uint32_t pips = 0;  // follows from the planes

  Points occupied() const { return planes[0] | planes[1] | planes[2] | planes[3]; }
  Points made() const { return planes[1] | planes[2] | planes[3]; }  // two or more
  Points blots() const { return planes[0] & ~made(); }

  int on(int point) const {
    const auto bit = [&](std::size_t k) { return int(planes[k] >> point & 1) << k; };
    return bit(0) | bit(1) | bit(2) | bit(3);
  }

  int total() const {
    return std::popcount(planes[0]) + 2 * std::popcount(planes[1]) + 4 * std::popcount(planes[2]) +
           8 * std::popcount(planes[3]);
  }

  // Both go through the planes as addition by hand does; pips are the caller's.
  void add(Points point) {
    for (Points& plane : planes) {
      plane ^= point;
      point &= ~plane;
    }
  }
  void remove(Points point) {
    for (Points& plane : planes) {
      plane ^= point;
      point &= plane;
    }
  }

  // Along the board or off it.
  void move(int from, int die) {
    remove(Points(1) << from);
    if (from > die) add(Points(1) << (from - die));
    pips -= std::uint32_t(std::min(from, die));
  }

  // A checker that was hit; the point is this side's own.
  void send_to_bar(int point) {
    remove(Points(1) << point);
    add(on_bar);
    pips += std::uint32_t(bar - point);
  }

  void place(int point, int count) {
    for (int i = 0; i < count; ++i) add(Points(1) << point);
    pips += std::uint32_t(point * count);
  }

  friend bool operator==(const Checkers&, const Checkers&) = default;
};

enum class Phase : std::uint8_t { opening, rolling, moving, over };

struct Dice {
  std::uint8_t high;
  std::uint8_t low;

  friend bool operator==(const Dice&, const Dice&) = default;
};

}  // namespace backgammon

// Seen by the mover, who is the player about to roll while the dice are thrown. When the game is over, `other` is the
// winner's empty side. Before the opening roll the first player stands as the mover.
struct BackgammonState {
  using Checkers = backgammon::Checkers;
  using Phase = backgammon::Phase;

  Checkers own;
  Checkers other;
  std::uint8_t high = 0;  // the dice of the phase `moving`, else 0
  std::uint8_t low = 0;
  Phase phase = Phase::opening;
  bool second_moves = false;

  friend bool operator==(const BackgammonState&, const BackgammonState&) = default;
};

namespace backgammon {

inline void check_side(const Checkers& side) {
  Points outside = 0;
  std::uint32_t pips = 0;
  for (const Points plane : side.planes) outside |= plane & ~(board | on_bar);
  for (int point = 1; point <= bar; ++point) pips += std::uint32_t(point * side.on(point));
  require_state(outside == 0, "a checker is outside the board: expected points 1 to 24 and the bar");
  require_state(side.total() <= most_checkers, "a side has more than 15 checkers: expected no more");
  require_state(side.pips == pips, "pips do not follow from the checkers: expected what they come to");
}

}  // namespace backgammon

inline void check_state(const BackgammonState& s) {
  using Phase = backgammon::Phase;
  backgammon::check_side(s.own);
  backgammon::check_side(s.other);
  require_state((s.own.occupied() & backgammon::mirrored(s.other.occupied())) == 0,
                "both sides are on a point: expected one");
  require_state(s.own.pips > 0, "the player to move has no checkers: expected some");
  require_state(s.phase <= Phase::over && (s.other.pips == 0) == (s.phase == Phase::over),
                "the game is over for one side only: expected the phase over when the other side has no checkers left");
  const bool dice = s.high >= s.low && s.low >= 1 && s.high <= 6, none = s.high == 0 && s.low == 0;
  require_state(s.phase == Phase::moving ? dice : none,
                "the dice do not fit the phase: expected two from 1 to 6, the larger first, when a player moves");
  require_state(s.phase != Phase::opening || !s.second_moves, "nobody is to move before the opening roll");
}

}  // namespace mcms
