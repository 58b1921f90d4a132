// EinStein würfelt nicht! as a race: the evaluation that knows how long each side needs when nobody interferes.
//
// A side is the vector of its stones' distances to the goal, 0 for a captured one. Dynamic programming over
// the 5^6 vectors gives the distribution of the number of own moves to the goal, with the stone that moves
// chosen to make the expectation least (the method is of arXiv 2502.15547):
//
//   E(v) = 1 + the mean over the die of the least E(v after a step of a stone the die allows),  0 at the goal.
//
// The mover wins the race with p = sum over i of P(mover needs i) P(opponent needs at least i).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "mcms/compiler.hpp"
#include "mcms/games/ewn.hpp"

namespace mcms::ewn {

using Distances = std::array<int, stones_a_side>;  // of stones 1 to 6, 0 for a captured one

class RaceTable {
 public:
  // Each move brings a stone nearer by one, and one of six stones with at most four steps has arrived after 19.
  static constexpr int most_moves = 6 * 3 + 1;
  // By number of moves, from 1; padded to whole cache lines.
  using ByMoves = std::array<double, 24>;
  static constexpr int vectors = 15625;

  // Built when first asked for, in milliseconds, and then shared.
  static const RaceTable& shared() {
    static const RaceTable table;
    return table;
  }

  static int index(const Distances& distances) {
    int index = 0;
    for (int stone = stones_a_side; stone-- > 0;) index = 5 * index + distances[stone];
    return index;
  }

  double expected_moves(int vector) const { return expected_[vector]; }

  double mover_first(int mover, int other) const {
    const ByMoves& needs = needs_[mover];
    const ByMoves& at_least = needs_at_least_[other];
    // Four sums, since one would have to wait for each addition.
    std::array<double, 4> sums{};
    for (std::size_t i = 0; i < needs.size(); i += sums.size()) {
      for (std::size_t lane = 0; lane < sums.size(); ++lane) sums[lane] += needs[i + lane] * at_least[i + lane];
    }
    return std::min((sums[0] + sums[1]) + (sums[2] + sums[3]), 1.0);  // rounding must not leave the value range
  }

 private:
  RaceTable() : expected_(vectors), needs_(vectors), needs_at_least_(vectors) {
    // A step leads to a vector with a smaller index. Vector 0 has no stones and is never asked for.
    Distances distances{};
    for (int vector = 1; vector < vectors; ++vector) {
      for (int stone = 0; ++distances[stone] == 5; ++stone) distances[stone] = 0;
      solve(vector, distances);
    }
  }

  void solve(int vector, const Distances& distances) {
    ByMoves& needs = needs_[vector];
    expected_[vector] = 1.0;
    for (int die = 0; die < stones_a_side; ++die) {
      const int next = best_step(vector, distances, die);
      if (next == goal) {
        needs[0] += 1 / 6.0;
        continue;
      }
      expected_[vector] += expected_[next] / 6;
      for (int moves = 1; moves < most_moves; ++moves) needs[moves] += needs_[next][moves - 1] / 6;
    }
    ByMoves& at_least = needs_at_least_[vector];
    double tail = 0.0;
    for (int moves = most_moves; moves-- > 0;) at_least[moves] = tail += needs[moves];
  }

  // The best vector after a step of the stone thrown or, if it is gone, of one of its two neighbours; of
  // equally good ones that of the lower stone.
  int best_step(int vector, const Distances& distances, int die) const {
    int lower = die, higher = die;
    while (lower >= 0 && distances[lower] == 0) --lower;
    while (higher < stones_a_side && distances[higher] == 0) ++higher;
    if (lower < 0) return step(vector, distances, higher);
    if (higher == stones_a_side || higher == lower) return step(vector, distances, lower);
    const int down = step(vector, distances, lower), up = step(vector, distances, higher);
    return moves_after(up) < moves_after(down) - rounding ? up : down;
  }

  static int step(int vector, const Distances& distances, int stone) {
    static constexpr std::array<int, stones_a_side> weights = {1, 5, 25, 125, 625, 3125};
    return distances[stone] == 1 ? goal : vector - weights[stone];
  }

  double moves_after(int vector) const { return vector == goal ? 0.0 : expected_[vector]; }

  static constexpr int goal = -1;
  static constexpr double rounding = 1e-12;

  std::vector<double> expected_;
  std::vector<ByMoves> needs_;           // P(it takes so many moves)
  std::vector<ByMoves> needs_at_least_;  // P(it takes so many or more)
};

// The evaluation: the value if both sides race from here, blind to a die already thrown.
class Race {
 public:
  double estimate(const EwnState& s) const { return value(*table_, s.packed & ~EwnState::die_bits); }

  static double most(std::uint32_t, std::uint32_t, MovesLeft) { return 100.0; }

 private:
  template <bool Second>
  static int side_index(std::uint64_t packed) {
    // A captured stone's field reads as a square beyond the board, at distance 0.
    static constexpr auto to_goal = [] {
      std::array<std::uint8_t, EwnState::captured + 1> list{};
      for (int square = 0; square < squares; ++square) list[square] = distance(Second, square);
      return list;
    }();
    if constexpr (Second) packed >>= EwnState::second_side;
    int index = 0;
    for (int stone = stones_a_side; stone-- > 0;) index = 5 * index + to_goal[packed >> EwnState::field * stone & 31];
    return index;
  }

  // Apart and pure, so that the leaves after one move, which differ in the die alone, share one call.
  MCMS_PURE MCMS_NOINLINE static double value(const RaceTable& table, std::uint64_t packed) {
    const int first = side_index<false>(packed), second = side_index<true>(packed);
    const bool second_moves = (packed & EwnState::mover_bit) != 0;
    const double p = second_moves ? table.mover_first(second, first) : table.mover_first(first, second);
    return second_moves ? 100.0 - 200.0 * p : 200.0 * p - 100.0;
  }

  const RaceTable* table_ = &RaceTable::shared();
};

}  // namespace mcms::ewn
