// Expectimax for two-dice Pig to 100 and nothing else, as one would write it by hand for speed: scalars for
// a state, no table, no limits, no options. `mcms bench` measures the general search against it.
#include <algorithm>
#include <cstdint>

#include "reference.hpp"

namespace mcms::reference {

namespace {

struct PigSearch {
  std::uint64_t nodes = 0;

  // `me` is the mover's banked score; `sign` is 1 if the first player moves. Values are the first player's.
  double decision(int me, int other, int total, int sign, int depth) {
    ++nodes;
    if (other >= 100) return -100.0 * sign;
    if (depth == 0) return std::clamp(sign * (me + total - other), -99, 99);
    if (me + total >= 100) return decision(other, me + total, 0, -sign, depth - 1);
    const double roll = throw_dice(me, other, total, sign, depth - 1);
    if (total == 0) return roll;
    const double stop = decision(other, me + total, 0, -sign, depth - 1);
    return sign > 0 ? std::max(roll, stop) : std::min(roll, stop);
  }

  double throw_dice(int me, int other, int total, int sign, int depth) {
    static constexpr int ways[] = {1, 2, 3, 4, 5, 4, 3, 2, 1};
    double sum = 10.0 * decision(other, me, 0, -sign, depth) + decision(other, 0, 0, -sign, depth);
    for (int points = 4; points <= 12; ++points) {
      sum += ways[points - 4] * decision(me, other, total + points, sign, depth);
    }
    return sum / 36.0;
  }
};

}  // namespace

Result pig(int me, int other, int turn_total, int to_move, int depth) {
  PigSearch search;
  const double value = search.decision(me, other, turn_total, to_move == 0 ? 1 : -1, depth);
  return {value, search.nodes};
}

}  // namespace mcms::reference
