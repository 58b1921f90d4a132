// Can't Stop (Sackson 1980) for two: roll four dice, pair them, climb the columns of their sums with up to three
// runners, and bank the climb before a roll fits none of them; first to claim three columns wins.
//
// A turn is a chain of decisions: roll or stop, then, with the dice on the table, which pairing to play. The evaluation
// is the sum of squares of how far the best three columns have come; runners count by the chance of keeping them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/games/cant_stop_bounds.hpp"
#include "mcms/games/cant_stop_cache.hpp"
#include "mcms/games/cant_stop_samples.hpp"
#include "mcms/games/cant_stop_state.hpp"

namespace mcms {

class CantStop {
 public:
  using State = CantStopState;
  using Action = CantStopAction;
  using Outcome = CantStopOutcome;
  using Phase = CantStopPhase;
  using Steps = cant_stop::Steps;
  using Dice = std::array<int, 4>;

  static constexpr std::size_t max_outcomes = cant_stop::roll_count;

  struct Options {
    Steps heights{3, 5, 7, 9, 11, 13, 11, 9, 7, 5, 3};
    int columns = 3;  // that win
  };

  explicit CantStop(const Options& options)
      : heights_(checked(options).heights), columns_(options.columns), score_(options.heights, options.columns) {}

  State initial_state(Key) const {
    State s;
    s.own = s.current = s.other = score_.bottom();
    return s;
  }

  // The state of numbers as people write them: steps climbed, 0 for no runner. They must be possible ones; a finished
  // game shows as a player to move whose opponent has enough columns.
  State make_state(const std::array<Steps, 2>& markers, const Steps& runners, const std::optional<Dice>& dice,
                   Phase phase, bool second_moves) const {
    State s;
    s.second_moves = second_moves;
    s.own = s.current = word(markers[second_moves]);
    s.other = word(markers[!second_moves]);
    for (std::size_t column = 0; column < runners.size(); ++column) {
      if (runners[column] == 0) continue;
      s.runners |= std::uint16_t(1 << column);
      s.current -= std::uint64_t(runners[column] - markers[second_moves][column]) << 4 * column;
    }
    for (std::size_t column = 0; column < runners.size(); ++column) {
      const bool closed = cant_stop::left_in(s.current, column) == 0 || cant_stop::left_in(s.other, column) == 0;
      s.closed |= std::uint16_t(closed << column);
    }
    s.other_score = score_(s.other, s.other, s.own, 1.0);
    s.phase = phase == Phase::pre_roll && topped(s.other) >= columns_ ? Phase::over : phase;
    if (phase == Phase::rolling || phase == Phase::move) s.value = evaluate(s);
    if (dice) s.roll = roll_index(*dice);
    return s;
  }

  std::array<Steps, 2> markers(const State& s) const {
    std::array<Steps, 2> by_player{};
    by_player[s.second_moves] = steps(s.own);
    by_player[!s.second_moves] = steps(s.other);
    return by_player;
  }

  Steps runners(const State& s) const {
    Steps climbed = steps(s.current);
    for (std::size_t column = 0; column < climbed.size(); ++column) {
      if (!(s.runners >> column & 1)) climbed[column] = 0;
    }
    return climbed;
  }

  std::optional<Dice> dice(const State& s) const {
    if (s.phase != Phase::move) return std::nullopt;
    const auto& dice = cant_stop::rolls[s.roll % cant_stop::rolls.size()].dice;
    return Dice{dice[0], dice[1], dice[2], dice[3]};
  }

  Turn turn(const State& s) const {
    if (s.phase == Phase::rolling) return Turn::chance;
    if (s.phase == Phase::over) return Turn::over;
    return s.second_moves ? Turn::second : Turn::first;
  }

  auto actions(const State& s) const { return s.phase == Phase::move ? moves(s) : roll_or_stop(s); }

  StaticVector<Weighted<Outcome>, max_outcomes> outcomes(const State& s) const {
    return merged_(cant_stop::reach(s), [](const cant_stop::MergedRolls& merged) {
      StaticVector<Weighted<Outcome>, max_outcomes> list;
      const std::size_t size = std::min<std::size_t>(merged.size, max_outcomes);
      int before = 0;
      for (std::size_t i = 0; i < size; ++i) {
        list.push_back({outcome_of(merged.roll[i]), (merged.until[i] - before) * (1.0 / cant_stop::ways_in_all)});
        before = merged.until[i];
      }
      return list;
    });
  }

  Outcome sample(const State& s, double uniform) const {
    const int way = int(uniform * cant_stop::ways_in_all);
    return merged_(cant_stop::reach(s), [&](const auto& merged) { return outcome_of(merged.at(way)); });
  }

  static constexpr int most_draws = 255;

  template <class Drawn = cant_stop::DrawnRolls>
  Drawn draw(const State& s, int width, const Draws& draws) const {
    return merged_(cant_stop::reach(s), [&](const cant_stop::MergedRolls& merged) {
      Drawn drawn;
      draws.for_each(width,
                     [&](std::uint32_t bits) { drawn.add(merged.at(int(below(cant_stop::ways_in_all, bits)))); });
      return drawn;
    });
  }

  State play(const State& s, Action action) const {
    if (action == Action::roll) return roll(s);
    if (action == Action::stop) return stop(s);
    State next = s;
    advance(next, std::uint8_t(action) >> 4);
    advance(next, std::uint8_t(action) & 15);
    next.value = 0.0;
    next.roll = 0;
    next.phase = Phase::pre_roll;
    return next;
  }

  State resolve(const State& s, Outcome outcome) const {
    const auto roll = std::uint8_t(outcome);
    // Runners stand only in columns that nobody has claimed.
    if (roll & cant_stop::MergedRolls::bust) return pass_turn(s, s.own, std::uint16_t(s.closed & ~s.runners));
    State next = s;
    next.roll = roll;
    next.phase = Phase::move;
    return next;
  }

  // Only a stop wins, and it passes the turn.
  double utility(const State& s) const { return s.second_moves ? 100.0 : -100.0; }

  double estimate(const State& s) const { return s.phase == Phase::pre_roll ? evaluate(s) : s.value; }

  // A roll that allows a move leaves the estimate as it was, any other is a bust.
  std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    const double hit = cant_stop::ways_to_hit[cant_stop::playable(s)] * (1.0 / cant_stop::ways_in_all);
    const double value = hit < 1.0 ? hit * s.value + (1.0 - hit) * after_bust(s) : s.value;
    const std::uint32_t rolls =
        merged_(cant_stop::reach(s), [](const auto& merged) { return std::uint32_t(merged.size); });
    return LeafExpectation{value, rolls, 0};
  }

  template <class Luck>
  std::optional<LeafExpectation> leaf_expectation(const State& s, int width, const Luck& luck) const {
    const auto drawn = draw<cant_stop::RollsOfLeaves>(s, width, luck());
    const double bust = drawn.busts / double(width);
    const double value = bust > 0.0 ? (1.0 - bust) * s.value + bust * after_bust(s) : s.value;
    return LeafExpectation{value, drawn.seen.size(), 0};
  }

  template <class Rolls>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Rolls& rolls) const {
    double hit = 0.0, bust = 0.0;
    for (const auto& [roll, weight] : rolls) {
      (std::uint8_t(roll) & cant_stop::MergedRolls::bust ? bust : hit) += weight;
    }
    const double value = bust > 0.0 ? hit * s.value + bust * after_bust(s) : hit * s.value;
    return LeafExpectation{value, std::uint32_t(rolls.size()), 0};
  }

  ValueRange value_range() const { return {-100.0, 100.0}; }

  // One decision above the leaves, a value takes two evaluations.
  ValueBounds value_bounds(const State& s, int depth) const {
    if (depth == 0) return ValueBounds::value(s.phase == Phase::rolling ? leaf_expectation(s)->value : estimate(s));
    if (depth == 1 && s.phase == Phase::pre_roll) return ValueBounds::value(best_of_two(s));
    return ValueBounds::seen_by(s.second_moves, -100.0, std::min(100.0 / columns_ * most_for_mover(s, depth), 100.0));
  }

  std::uint64_t hash(const State& s) const {
    const std::uint64_t rest = s.roll | std::uint64_t(s.phase) << 7 | std::uint64_t(s.second_moves) << 9;
    return mix(s.own ^ rest << 44 ^ mix(s.other + golden_gamma * mix(s.current + golden_gamma)));
  }

  std::string action_name(const State&, Action action) const {
    if (action == Action::roll) return "roll";
    if (action == Action::stop) return "stop";
    const int low = std::uint8_t(action) >> 4, high = std::uint8_t(action) & 15;
    return high == none ? std::to_string(low + 2) : std::to_string(low + 2) + "+" + std::to_string(high + 2);
  }

  std::string outcome_name(const State&, Outcome outcome) const {
    std::string name;
    for (const int die : cant_stop::rolls[std::uint8_t(outcome) & 0x7f].dice) {
      name += (name.empty() ? "" : "-") + std::to_string(die);
    }
    return name;
  }

 private:
  using ColumnMask = cant_stop::ColumnMask;

  static constexpr int none = 15;

  // Glenn & Aloi (2009): what advancing in a column is worth, and what a runner costs.
  static constexpr std::array<int, 16> move_values{7, 0, 2, 0, 4, 3, 4, 0, 2, 0, 7};
  static constexpr int runner_cost = 6;

  static const Options& checked(const Options& options) {
    const auto is_height = [](int height) { return height >= 1 && height <= 15; };
    if (options.columns < 1 || options.columns > 3 ||
        !std::all_of(options.heights.begin(), options.heights.end(), is_height))
      throw std::invalid_argument("expected heights of 1 to 15 and 1 to 3 columns that win");
    return options;
  }

  static Outcome outcome_of(std::uint8_t roll) { return Outcome(roll); }

  static int topped(std::uint64_t word) { return std::popcount(cant_stop::tops(word)); }

  static std::uint8_t roll_index(const Dice& dice) {
    const auto same = [&](const cant_stop::Roll& roll) {
      return std::equal(roll.dice.begin(), roll.dice.end(), dice.begin(), dice.end());
    };
    return std::uint8_t(std::find_if(cant_stop::rolls.begin(), cant_stop::rolls.end(), same) -
                        cant_stop::rolls.begin());
  }

  std::uint64_t word(const Steps& climbed) const {
    std::uint64_t left = score_.bottom();
    for (std::size_t column = 0; column < climbed.size(); ++column)
      left -= std::uint64_t(climbed[column]) << 4 * column;
    return left;
  }

  Steps steps(std::uint64_t word) const {
    Steps climbed{};
    for (std::size_t column = 0; column < climbed.size(); ++column) {
      climbed[column] = heights_[column] - cant_stop::left_in(word, column);
    }
    return climbed;
  }

  // By Glenn and Aloi's values, ties to the lower columns.
  StaticVector<Action, 6> moves(const State& s) const {
    const auto& roll = cant_stop::rolls[s.roll % cant_stop::rolls.size()];
    const cant_stop::Moves moves = cant_stop::moves_of(roll, cant_stop::reach(s));
    StaticVector<int, 6> ranked;
    const auto cost = [&](int column) { return s.runners >> column & 1 ? 0 : runner_cost; };
    for (ColumnMask set = moves.pairs; set != 0; set &= set - 1) {
      const int low = std::countr_zero(set), high = roll.sum - 4 - low;
      const int value = move_values[low] + move_values[high] - cost(low) - (low == high ? 0 : cost(high));
      ranked.push_back(rank(value, low, high));
    }
    for (ColumnMask set = moves.singles; set != 0; set &= set - 1) {
      const int column = std::countr_zero(set);
      ranked.push_back(rank(move_values[column] - cost(column), column, none));
    }
    sort_few(ranked);
    StaticVector<Action, 6> list;
    for (const int item : ranked) list.push_back(Action(item & 0xff));
    return list;
  }

  // At most six: std::sort spends longer on finding out that they are few.
  static void sort_few(StaticVector<int, 6>& list) {
    for (std::size_t i = 1; i < list.size(); ++i) {
      const int item = list[i];
      std::size_t place = i;
      for (; place > 0 && list[place - 1] > item; --place) list[place] = list[place - 1];
      list[place] = item;
    }
  }

  static int rank(int value, int low, int high) { return (32 - value) << 8 | low << 4 | high; }

  StaticVector<Action, 6> roll_or_stop(const State& s) const {
    StaticVector<Action, 6> list;
    const bool wins = stop_wins(s);
    const bool stop_first = wins || rule_of_28_stops(s);
    if (stop_first) list.push_back(Action::stop);
    if (!wins) list.push_back(Action::roll);
    if (!stop_first && s.runners != 0) list.push_back(Action::stop);
    return list;
  }

  // Keller's Rule of 28: with all runners out, stop once the steps of this turn, weighed by how rare their columns
  // are, come to 28; three odd columns are harder to hit, three even ones easier, three on one side harder.
  static bool rule_of_28_stops(const State& s) {
    if (!cant_stop::all_runners_out(s.runners)) return false;
    constexpr ColumnMask even = 0b10101010101, up_to_7 = 0b00000111111, from_7 = 0b11111100000;
    int score = 0;
    for (ColumnMask set = s.runners; set != 0; set &= set - 1) {
      const auto column = std::size_t(std::countr_zero(set));
      const int weight = column == 5 ? 1 : 1 + std::max(int(column) - 5, 5 - int(column));
      score += (cant_stop::left_in(s.own, column) - cant_stop::left_in(s.current, column) + 1) * weight;
    }
    if ((s.runners & even) == 0) score += 2;
    if ((s.runners & ~even) == 0) score -= 2;
    if ((s.runners & ~up_to_7) == 0 || (s.runners & ~from_7) == 0) score += 4;
    return score >= 28;
  }

  static void advance(State& s, int column) {
    if (column == none) return;
    s.current -= std::uint64_t(1) << 4 * column;
    s.runners |= std::uint16_t(1 << column);
    s.closed |= std::uint16_t((cant_stop::left_in(s.current, std::size_t(column)) == 0) << column);
  }

  // These two stay out of line, so that a search's loop over the moves of a roll is short.
  MCMS_NOINLINE State roll(const State& s) const {
    State next = s;
    next.value = evaluate(s);
    next.phase = Phase::rolling;
    return next;
  }

  MCMS_NOINLINE State stop(const State& s) const {
    State next = pass_turn(s, s.current, s.closed);
    if (stop_wins(s)) next.phase = Phase::over;
    return next;
  }

  bool stop_wins(const State& s) const { return (s.closed & s.runners) != 0 && topped(s.current) >= columns_; }

  // V_1 before a roll.
  double best_of_two(const State& s) const {
    const auto stopped = [&] {
      const State next = stop(s);
      return next.phase == Phase::over ? utility(next) : estimate(next);
    };
    if (stop_wins(s)) return stopped();
    const double rolled = leaf_expectation(roll(s))->value;
    if (s.runners == 0) return rolled;
    return s.second_moves ? std::min(rolled, stopped()) : std::max(rolled, stopped());
  }

  double most_for_mover(const State& s, int depth) const {
    const int moves = s.phase == Phase::pre_roll ? depth / 2 : (depth + 1) / 2;
    const auto claimed = ColumnMask(s.closed & ~s.runners);
    const cant_stop::Climber turn{s.own,
                                  s.current,
                                  s.other,
                                  cant_stop::playable(s),
                                  cant_stop::all_columns & ~claimed,
                                  cant_stop::all_runners_out(s.runners),
                                  s.other_score};
    const cant_stop::Prospects prospects(score_, turn);
    if (prospects.may_top(columns_ - topped(s.own), moves)) return columns_;
    if (s.phase == Phase::move) return prospects.with_dice(s.roll, moves, depth);
    if (s.phase == Phase::rolling) return prospects.if_rolled(moves, depth);
    const double rolled = prospects.if_rolled(moves, depth - 1);
    return s.runners == 0 ? rolled : std::max(rolled, prospects.if_stopped(depth - 1));
  }

  double after_bust(const State& s) const {
    return estimate(pass_turn(s, s.own, std::uint16_t(s.closed & ~s.runners)));
  }

  State pass_turn(const State& s, std::uint64_t kept, std::uint16_t closed) const {
    State next;
    next.own = next.current = s.other;
    next.other = kept;
    next.closed = closed;
    next.other_score = score_(kept, kept, s.other, 1.0);
    next.second_moves = !s.second_moves;
    return next;
  }

  double evaluate(const State& s) const {
    const double keep = cant_stop::ways_to_hit[cant_stop::playable(s)] * (1.0 / cant_stop::ways_in_all);
    const double lead = 100.0 * (score_(s.own, s.current, s.other, keep) - s.other_score) / columns_;
    return s.second_moves ? -lead : lead;
  }

  Steps heights_;
  int columns_;
  cant_stop::ColumnScore score_;
  cant_stop::MergedRollsCache merged_;
};

static_assert(Game<CantStop> && DirectlySampled<CantStop> && DrawsManyAtOnce<CantStop> && BoundsValues<CantStop>);

}  // namespace mcms
