// The moves of a stone in EinStein würfelt nicht!: where it can go, and in which order moves are looked at.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "mcms/compiler.hpp"
#include "mcms/games/ewn_state.hpp"

namespace mcms {

// Up to six actions in one register. A list in memory, written a byte at a time and read as a whole, stalls the
// processor: it made listing the actions cost as much as searching them.
class EwnActions {
 public:
  // The stone in the upper 3 bits, the square it moves to in the lower 5.
  using Action = std::uint8_t;

  void push_back(Action action) {
    bytes_ |= std::uint64_t(action) << shift_;
    shift_ += 8;
  }

  Action operator[](std::size_t index) const { return bytes_ >> 8 * index; }
  std::size_t size() const { return shift_ / 8; }

  // The lowest byte is the first one in memory too.
  const Action* begin() const { return reinterpret_cast<const Action*>(&bytes_); }
  const Action* end() const { return begin() + size(); }

 private:
  static_assert(std::endian::native == std::endian::little);

  std::uint64_t bytes_ = 0;
  std::size_t shift_ = 0;
};

namespace ewn {

// The static move order as the bits of one word, so that going through the set bits from the lowest sorts: a
// byte each for moves that win, take an enemy stone 1, 2, 3 or 4 steps from its goal, go diagonally, go
// straight, take an own stone. The lower half of a byte has a bit for each direction of the lower stone that
// may move, the upper half of the higher one.
enum Direction { diagonal, vertical, horizontal };
inline constexpr int higher_stone = 4;
inline constexpr std::uint64_t every_rank = 0x0101010101010101;

// The bits of a stone's moves, by what stands on their targets. A direction off the board has none.
struct MoveRanks {
  std::uint64_t to_enemy = 0;
  std::uint64_t to_empty = 0;
  std::uint64_t to_own = 0;
};

// Where a step in a direction takes a stone, if that is on the board.
constexpr std::optional<int> target(bool second, int from, Direction direction) {
  const int row = from / 5 + (direction == horizontal ? 0 : second ? -1 : 1);
  const int column = from % 5 + (direction == vertical ? 0 : second ? -1 : 1);
  if (row < 0 || row > 4 || column < 0 || column > 4) return std::nullopt;
  return 5 * row + column;
}

constexpr MoveRanks rank_moves(bool second, int from) {
  constexpr int wins = 0, goes_diagonally = 5, goes_straight = 6, takes_own = 7;
  MoveRanks ranks;
  for (const Direction direction : {diagonal, vertical, horizontal}) {
    if (!target(second, from, direction)) continue;
    const int to = *target(second, from, direction);
    const bool win = distance(second, to) == 0;
    const auto bit = [&](int rank) { return 1ULL << (8 * rank + direction); };
    ranks.to_enemy |= bit(win ? wins : distance(!second, to));
    ranks.to_empty |= bit(win ? wins : direction == diagonal ? goes_diagonally : goes_straight);
    ranks.to_own |= bit(takes_own);
  }
  return ranks;
}

template <bool Second>
inline constexpr auto move_ranks = by_square([](int from) { return rank_moves(Second, from); });

// Where a stone on a square can go.
struct Ways {
  std::uint8_t count = 0;
  std::array<std::uint8_t, 3> targets{};
};

template <bool Second>
inline constexpr auto ways_on = by_square([](int from) {
  Ways ways;
  for (const Direction direction : {diagonal, vertical, horizontal}) {
    if (const auto to = target(Second, from, direction)) ways.targets[ways.count++] = std::uint8_t(*to);
  }
  return ways;
});

// Which of the three targets of a stone's moves a board has, a bit each; for targets off the board it may say anything.
template <bool Second>
unsigned targets_on(std::uint32_t board, unsigned from) {
  if constexpr (Second) {
    const unsigned near = (std::uint64_t(board) << 6) >> from;
    return (near & 3) | (near >> 3 & 4);
  } else {
    const unsigned near = board >> from;
    return (near >> 6 & 1) | (near >> 4 & 2) | (near << 1 & 4);
  }
}

template <bool Second>
MCMS_ALWAYS_INLINE std::uint64_t ranked_moves(unsigned from, std::uint32_t own, std::uint32_t enemy) {
  const MoveRanks& ranks = move_ranks<Second>[from];
  const std::uint64_t on_own = targets_on<Second>(own, from) * every_rank;
  const std::uint64_t on_enemy = targets_on<Second>(enemy, from) * every_rank;
  return (ranks.to_enemy & on_enemy) | (ranks.to_empty & ~(on_own | on_enemy)) | (ranks.to_own & on_own);
}

}  // namespace ewn

}  // namespace mcms
