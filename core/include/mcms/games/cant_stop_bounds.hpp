// What the rules of Can't Stop say of a value before anything is searched.
//
// All is seen by the mover and counted as the evaluation counts. The other player never loses by his turn, so the mover
// ends with at most what he would bank now (W) and what he still climbs, and with his markers (B) if he busts:
//
//   value of a roll  <=  P(hit) W + P(bust) B + the mean over the dice of the most that a pairing climbs
//
// A further roll adds at most the same with the steepest steps in reach, less what a bust would lose.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "mcms/games/cant_stop_columns.hpp"
#include "mcms/games/cant_stop_rolls.hpp"

namespace mcms::cant_stop {

// The pairings of each roll by their columns; where two are the same, both are listed.
struct Pairings {
  std::array<std::array<std::uint8_t, 2>, 3> columns;
  double probability;
};
inline constexpr auto pairings = [] {
  std::array<Pairings, rolls.size()> list{};
  for (std::size_t i = 0; i < roll_count; ++i) {
    const auto& dice = rolls[i].dice;
    for (std::size_t partner = 1; partner < 4; ++partner) {
      const int sum = dice[0] + dice[partner];
      list[i].columns[partner - 1] = {std::uint8_t(sum - 2), std::uint8_t(rolls[i].sum - sum - 2)};
    }
    list[i].probability = double(rolls[i].ways) / ways_in_all;
  }
  return list;
}();

// What a step in each column adds, 0 where it cannot be advanced in, and what a second step adds.
struct Climbs {
  std::array<double, 16> first{};
  std::array<double, 16> second{};

  double best_of(const Pairings& roll) const {
    double best = 0.0;
    for (const auto& [a, b] : roll.columns) best = std::max(best, first[a] + (a == b ? second[b] : first[b]));
    return best;
  }

  double mean() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < roll_count; ++i) sum += pairings[i].probability * best_of(pairings[i]);
    return sum;
  }
};

// A turn as far as bounds need to know it.
struct Climber {
  std::uint64_t own, current, other;  // as in the state
  ColumnMask playable;
  ColumnMask unclaimed;  // by markers
  bool all_runners_out;
  double other_score;
};

// The most that the mover can reach, as a difference of scores.
class Prospects {
 public:
  Prospects(const ColumnScore& score, const Climber& turn) : score_(score), turn_(turn) {
    hit_ = ways_to_hit[turn.playable] * (1.0 / ways_in_all);
    banked_ = score(turn.current, turn.current, turn.other, 1.0) - score(turn.other, turn.other, turn.current, 1.0);
    busted_ = score(turn.own, turn.own, turn.other, 1.0) - turn.other_score;
  }

  // Whether this many moves might top that many more columns.
  bool may_top(int columns, int moves) const {
    std::array<int, column_count> left{};
    std::size_t count = 0;
    for (ColumnMask set = turn_.unclaimed; set != 0; set &= set - 1) {
      left[count++] = left_in(turn_.current, std::size_t(std::countr_zero(set)));
    }
    if (int(count) < columns) return false;
    std::partial_sort(left.begin(), left.begin() + columns, left.begin() + std::ptrdiff_t(count));
    int steps = 0;
    for (int i = 0; i < columns; ++i) steps += left[std::size_t(i)];
    return steps <= 2 * moves;
  }

  double if_stopped(int depth) const { return banked_ + in_later_turns(depth); }

  // With the dice unknown, and this many moves until the depth ends.
  double if_rolled(int moves, int depth) const {
    return hit_ * banked_ + (1 - hit_) * busted_ + climbs(0).mean() + hit_ * further(moves - 1) + in_later_turns(depth);
  }

  double with_dice(std::size_t roll, int moves, int depth) const {
    return banked_ + climbs(0).best_of(pairings[roll]) + further(moves - 1) + in_later_turns(depth - 1);
  }

 private:
  // What a step adds when this many are left; the last one takes away what the other player has climbed there.
  double gain(std::size_t column, int left) const {
    const double step = score_.progress_with(column, left - 1) - score_.progress_with(column, left);
    return left == 1 ? step + score_.progress(turn_.other, column) : step;
  }

  double steepest(std::size_t column, int left, int steps) const {
    double most = 0.0;
    for (; steps > 0 && left > 0; --steps, --left) most = std::max(most, gain(column, left));
    return most;
  }

  Climbs climbs(int moves) const {
    Climbs climbs;
    for (ColumnMask set = turn_.playable; set != 0; set &= set - 1) {
      const auto column = std::size_t(std::countr_zero(set));
      const int left = left_in(turn_.current, column);
      if (moves == 0) {
        climbs.first[column] = gain(column, left);
        if (left > 1) climbs.second[column] = gain(column, left - 1);
      } else {
        climbs.first[column] = climbs.second[column] = steepest(column, left, 2 * moves + 2);
      }
    }
    return climbs;
  }

  // What more rolls of this turn add, each of which may be left undone.
  double further(int rolls) const {
    if (rolls == 0) return 0.0;
    const double hit = turn_.all_runners_out ? hit_ : 1.0;
    const double climb = climbs(rolls).mean() - (1 - hit) * (banked_ - busted_);
    double gain = 0.0;
    for (int i = 0; i < rolls; ++i) gain = std::max(0.0, climb + hit * gain);
    return gain;
  }

  // The other player is to roll with this many decisions left: he may bust at once, or move and stop.
  double in_later_turns(int depth) const {
    if (depth < 3) return 0.0;
    const int after_bust = (depth - 1) / 2, after_stop = (depth - 3) / 2;
    double most = 0.0;
    ColumnMask left_to_other = turn_.unclaimed;
    for (ColumnMask set = turn_.unclaimed; set != 0; set &= set - 1) {
      const auto column = std::size_t(std::countr_zero(set));
      const int left = left_in(turn_.current, column), before = left_in(turn_.own, column);
      const int steps = depth + 1;  // two a move, and a move takes two decisions
      most = std::max(most, steepest(column, before, before - left + steps));
      if (left <= steps) left_to_other &= ~(ColumnMask(1) << column);
    }
    const double bust = 1 - ways_to_hit[left_to_other] * (1.0 / ways_in_all);
    return 2 * most * (bust * after_bust + after_stop);
  }

  const ColumnScore& score_;
  const Climber& turn_;
  double hit_, banked_, busted_;
};

}  // namespace mcms::cant_stop
