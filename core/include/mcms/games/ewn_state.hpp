// A position of EinStein würfelt nicht! in two machine words, laid out for the speed of a search.
//
// Squares are numbered 5 row + column from the top left. The first player goes to square 24, the second to
// square 0; each side has stones 1 to 6.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "mcms/compiler.hpp"
#include "mcms/game/invalid_state.hpp"

namespace mcms {

namespace ewn {

inline constexpr int stones_a_side = 6;
inline constexpr int squares = 25;

using Squares = std::array<std::optional<int>, stones_a_side>;  // of stones 1 to 6; none if captured

// Moves to the goal if nothing is in the way.
constexpr int distance(bool second, int square) {
  const int row = second ? square / 5 : 4 - square / 5;
  const int column = second ? square % 5 : 4 - square % 5;
  return row > column ? row : column;
}

// Something for each square, worked out when compiling.
template <class Of>
constexpr auto by_square(Of of) {
  std::array<decltype(of(0)), squares> list{};
  for (int square = 0; square < squares; ++square) list[square] = of(square);
  return list;
}

// The squares at most this far from the goal, a bit each.
constexpr std::uint32_t squares_within(bool second, int most) {
  std::uint32_t board = 0;
  for (int square = 0; square < squares; ++square) board |= std::uint32_t(distance(second, square) <= most) << square;
  return board;
}

template <bool Second>
inline constexpr auto distances = by_square([](int square) { return std::int8_t(distance(Second, square)); });
// Those as near to the goal or nearer.
template <bool Second>
inline constexpr auto as_near = by_square([](int square) { return squares_within(Second, distance(Second, square)); });

// A side's board is one word: a bit for each square its stones stand on, a bit if it has none left, and
// above them its standing,
//
//   stones left + 10 (4 - least distance to the goal),
//
// which is half of what the evaluation `distance` says of the side. Nearly all nodes are leaves, and a move
// changes a standing by so little that keeping it up is far cheaper than working it out.
inline constexpr std::uint32_t no_stones = 1U << squares;
inline constexpr int standing_shift = squares + 1;
inline constexpr std::uint32_t one_stone = 1U << standing_shift;
inline constexpr std::uint32_t one_step = 10U << standing_shift;

constexpr int standing(std::uint32_t board) { return board >> standing_shift; }

template <bool Second>
constexpr int least_distance(std::uint32_t board) {
  // Spelt out, since a loop was not unrolled and built the masks each time.
  constexpr std::uint32_t at_most_0 = squares_within(Second, 0), at_most_1 = squares_within(Second, 1),
                          at_most_2 = squares_within(Second, 2), at_most_3 = squares_within(Second, 3);
  return ((board & at_most_0) == 0) + ((board & at_most_1) == 0) + ((board & at_most_2) == 0) +
         ((board & at_most_3) == 0);
}

// The board after a stone's move to a square its side does not hold. A stone comes nearer by one step at
// most, so if the side's least distance changes at all, it does by one.
template <bool Second>
MCMS_ALWAYS_INLINE std::uint32_t with_move(std::uint32_t board, unsigned from, unsigned to) {
  const std::uint32_t nearer = (board & as_near<Second>[to]) == 0;
  return ((board | 1U << to) & ~(1U << from)) + nearer * one_step;
}

// The board without the stone that stands on a square.
template <bool Second>
MCMS_ALWAYS_INLINE std::uint32_t with_loss(std::uint32_t board, unsigned square) {
  board -= (1U << square) + one_stone;
  if ((board & as_near<Second>[square]) != 0) return board;
  board -= (least_distance<Second>(board) - distances<Second>[square]) * one_step;
  return board == 0 ? no_stones : board;
}

}  // namespace ewn

// `packed` is the whole state: the squares of the first player's stones 1 to 6 and the second player's, 5 bits
// each, the die and the mover. The boards follow from it.
struct EwnState {
  std::uint64_t packed = 0;
  std::uint32_t first = ewn::no_stones;
  std::uint32_t second = ewn::no_stones;

  static constexpr int field = 5;
  static constexpr unsigned captured = 31;
  static constexpr std::uint64_t every_field = 0x084210842108421;  // the lowest bit of each
  static constexpr int second_side = field * ewn::stones_a_side;
  static constexpr int die_shift = 2 * second_side;
  static constexpr std::uint64_t die_bits = 7ULL << die_shift;
  static constexpr std::uint64_t mover_bit = 1ULL << 63;
  static constexpr std::uint32_t first_goal = 1U << 24;
  static constexpr std::uint32_t second_goal = 1U;

  EwnState() = default;

  EwnState(const ewn::Squares& first_squares, const ewn::Squares& second_squares, std::optional<int> die,
           bool second_moves)
      : first(place<false>(first_squares)), second(place<true>(second_squares)) {
    require_state(((first & second) & (ewn::no_stones - 1)) == 0, "two stones share a square: expected one on each");
    require_state(!die || (*die >= 1 && *die <= 6), "the die shows no number from 1 to 6: expected one of them");
    require_state(!die || !has_ended(), "a die is thrown after the end: expected none");
    packed |= std::uint64_t(die.value_or(0)) << die_shift | (second_moves ? mover_bit : 0);
  }

  // What one state says of another, unchecked.
  explicit EwnState(std::uint64_t all) : packed(all), first(board<false>()), second(board<true>()) {}

  bool second_to_move() const { return packed >> 63 != 0; }
  int shown() const { return packed >> die_shift & 7; }  // 0 before the throw
  unsigned square_at(int shift) const { return packed >> shift & 31; }

  // Without `||`, which would be a branch for each of four things that hardly ever happen.
  bool has_ended() const {
    return ((first & (first_goal | ewn::no_stones)) | (second & (second_goal | ewn::no_stones))) != 0;
  }
  bool first_has_won() const { return ((first & first_goal) | (second & ewn::no_stones)) != 0; }

  // The state in the terms of its constructor.
  ewn::Squares first_squares() const { return squares_from(0); }
  ewn::Squares second_squares() const { return squares_from(second_side); }
  std::optional<int> die() const { return shown() == 0 ? std::nullopt : std::optional(shown()); }

  friend bool operator==(const EwnState&, const EwnState&) = default;

 private:
  template <bool Second>
  std::uint32_t place(const ewn::Squares& squares) {
    std::uint32_t taken = 0;
    int shift = Second ? second_side : 0;
    for (const auto& square : squares) {
      require_state(!square || (*square >= 0 && *square < ewn::squares),
                    "a square is not 0 to 24: expected one of them");
      require_state(!square || (taken >> *square & 1) == 0, "two stones share a square: expected one on each");
      packed |= std::uint64_t(square.value_or(captured)) << shift;
      if (square) taken |= 1U << *square;
      shift += field;
    }
    return board<Second>();
  }

  template <bool Second>
  std::uint32_t board() const {
    std::uint32_t taken = 0;
    for (int stone = 0; stone < ewn::stones_a_side; ++stone) {
      taken |= 1U << square_at((Second ? second_side : 0) + field * stone);
    }
    taken &= ewn::no_stones - 1;  // captured stones stand on a square beyond
    if (taken == 0) return ewn::no_stones;
    return taken + std::popcount(taken) * ewn::one_stone + (4 - ewn::least_distance<Second>(taken)) * ewn::one_step;
  }

  ewn::Squares squares_from(int shift) const {
    ewn::Squares list;
    for (auto& square : list) {
      if (square_at(shift) != captured) square = square_at(shift);
      shift += field;
    }
    return list;
  }
};

// Its constructor has checked it.
inline void check_state(const EwnState&) {}

static_assert(sizeof(EwnState) == 16 && std::is_trivially_copyable_v<EwnState>);

}  // namespace mcms
