// Expectimax for EinStein würfelt nicht! with the `distance` evaluation and nothing else, as one would write it by
// hand for speed: sides fixed when compiling, no move order, no table, no limits, no options, and leaves that differ
// in the die alone, which the evaluation does not see, evaluated once. `mcms bench` measures the general search
// against it.
#include <algorithm>
#include <bit>
#include <cstdint>

#include "reference.hpp"

namespace mcms::reference {

namespace {

// A side: its stones' squares, 5 bits each, 31 for a captured one; the squares it holds; how many stones.
struct Side {
  std::uint32_t stones = 0;
  std::uint32_t board = 0;
  int count = 0;

  void lose(unsigned square) {
    if ((board >> square & 1) == 0) return;
    board ^= 1U << square;
    --count;
    for (int shift = 0; shift < 30; shift += 5) {
      if ((stones >> shift & 31) == square) stones |= 31U << shift;
    }
  }
};

constexpr std::uint32_t last_row = 0x1f << 20, last_column = 0x108421 << 4, first_row = 0x1f, first_column = 0x108421;

struct EwnSearch {
  std::uint64_t nodes = 0;

  static int best_of_first(std::uint32_t board) {
    constexpr std::uint32_t within_1 = 0x18c0000, within_2 = 0x1ce7000, within_3 = 0x1ef7bc0;
    return 1 + ((board & within_1) == 0) + ((board & within_2) == 0) + ((board & within_3) == 0);
  }

  static int best_of_second(std::uint32_t board) {
    constexpr std::uint32_t within_1 = 0x63, within_2 = 0x1ce7, within_3 = 0x7bdef;
    return 1 + ((board & within_1) == 0) + ((board & within_2) == 0) + ((board & within_3) == 0);
  }

  template <bool First>
  double throw_die(const Side& own, const Side& other, int depth) {
    if (depth == 0) {
      nodes += 6;
      const Side& first = First ? own : other;
      const Side& second = First ? other : own;
      return 20 * (best_of_second(second.board) - best_of_first(first.board)) + 2 * (first.count - second.count);
    }
    double sum = 0.0;
    for (int die = 0; die < 6; ++die) sum += decision<First>(own, other, die, depth);
    return sum / 6;
  }

  template <bool First>
  double decision(const Side& own, const Side& other, int die, int depth) {
    ++nodes;
    double best = First ? -1000.0 : 1000.0;
    if ((own.stones >> 5 * die & 31) != 31) {
      move_stone<First>(own, other, 5 * die, depth, best);
      return best;
    }
    int lower = die - 1, higher = die + 1;
    while (lower >= 0 && (own.stones >> 5 * lower & 31) == 31) --lower;
    while (higher < 6 && (own.stones >> 5 * higher & 31) == 31) ++higher;
    if (lower >= 0) move_stone<First>(own, other, 5 * lower, depth, best);
    if (higher < 6) move_stone<First>(own, other, 5 * higher, depth, best);
    return best;
  }

  template <bool First>
  void move_stone(const Side& own, const Side& other, int shift, int depth, double& best) {
    const unsigned from = own.stones >> shift & 31;
    const bool vertical = ((First ? last_row : first_row) >> from & 1) == 0;
    const bool horizontal = ((First ? last_column : first_column) >> from & 1) == 0;
    const auto go = [&](unsigned to) {
      const double value = after<First>(own, other, shift, from, to, depth - 1);
      best = First ? std::max(best, value) : std::min(best, value);
    };
    if (vertical && horizontal) go(First ? from + 6 : from - 6);
    if (vertical) go(First ? from + 5 : from - 5);
    if (horizontal) go(First ? from + 1 : from - 1);
  }

  template <bool First>
  double after(Side own, Side other, int shift, unsigned from, unsigned to, int depth) {
    other.lose(to);
    if (to == (First ? 24 : 0) || other.count == 0) {
      ++nodes;
      return First ? 100.0 : -100.0;
    }
    own.lose(to);
    own.stones ^= (from ^ to) << shift;
    own.board ^= 1U << from | 1U << to;
    return throw_die<!First>(other, own, depth);
  }
};

Side side_of(const std::array<int, 6>& squares) {
  Side side;
  for (int stone = 0; stone < 6; ++stone) {
    const int square = squares[stone];
    side.stones |= (square < 0 ? 31U : unsigned(square)) << 5 * stone;
    if (square < 0) continue;
    side.board |= 1U << square;
    ++side.count;
  }
  return side;
}

}  // namespace

Result ewn(const std::array<int, 6>& first, const std::array<int, 6>& second, int die, int to_move, int depth) {
  EwnSearch search;
  const Side a = side_of(first), b = side_of(second);
  const double value =
      to_move == 0 ? search.decision<true>(a, b, die - 1, depth) : search.decision<false>(b, a, die - 1, depth);
  return {value, search.nodes};
}

}  // namespace mcms::reference
