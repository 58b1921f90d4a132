// Pig solved exactly: the win probability of every position under best play, or under two given policies.
//
//   P(own, other, k) = max(roll, stop), the mover's win probability with turn total k, where
//   stop = 1 - P(other, own + k, 0)                                           and 1 once own + k >= goal,
//   roll = p(one) (1 - P(other, own, 0)) + p(1-1) (1 - P(other, 0, 0)) + sum_s p(s) P(own, other, k + s).
//
// A turn total only grows, so one pass down from the goal gives a whole turn once the values at the
// starts of turns are known. Only those goal² values are iterated (80 kB for goal 100 instead of
// 4 MB), and the half million positions inside turns are written out once, at the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "mcms/games/pig.hpp"

namespace mcms {

// Something for every (own, other, turn total), all below the goal, in one block.
template <class T>
class PigCube {
 public:
  PigCube(int goal, T fill) : goal_(goal), items_(std::make_unique<T[]>(size())) {
    std::fill_n(items_.get(), size(), fill);
  }

  const T* data() const { return items_.get(); }
  // The items of one turn, by turn total.
  T* turn(int own, int other) { return items_.get() + (std::size_t(own) * goal_ + other) * goal_; }

 private:
  std::size_t size() const { return std::size_t(goal_) * goal_ * goal_; }

  int goal_;
  std::unique_ptr<T[]> items_;
};

struct PigConvergence {
  int sweeps = 0;
  double residual = std::numeric_limits<double>::infinity();  // the largest change of the last sweep
};

struct PigSolution {
  PigCube<double> win_probabilities;  // not a number where own + turn total >= goal
  PigCube<bool> rolls;                // whether rolling is better than stopping
  PigConvergence convergence;
};

// Two policies against each other: what the player about to start the game wins.
struct PigMatch {
  double first_starts;   // the first policy's win probability when it starts
  double second_starts;  // the second policy's when it does
  PigConvergence convergence;
};

namespace pig_solver {

// The error is at most the residual times the turns a game still lasts, so far below 1e-9.
inline constexpr double tolerance = 1e-13;
inline constexpr int most_points = 12;

// Win probabilities of a player who starts a turn, by own and other score.
class TurnStarts {
 public:
  explicit TurnStarts(int goal) : goal_(goal), values_(std::size_t(goal) * goal, 0.5) {}

  double& at(int own, int other) { return values_[std::size_t(own) * goal_ + other]; }
  const double* row(int own) const { return values_.data() + std::size_t(own) * goal_; }

 private:
  int goal_;
  std::vector<double> values_;
};

// A win probability as a function of the opponent's if handed the turn at the same scores. Together in
// one vector register, the slope costs next to nothing.
struct alignas(16) Affine {
  double base;
  double slope;

  double at(double reply) const { return base + slope * reply; }
};

// Goes through one turn, from the goal down to turn total 0.
template <int Dice>
class TurnPass {
 public:
  // Whatever reaches the goal wins, for certain.
  explicit TurnPass(int goal) : goal_(goal), by_sum_(goal + most_points, Affine{1.0, 0.0}) {}

  // The value of the turn's start. `replies` are the opponent's values by the score they face;
  // `rolls(turn total, value of rolling, value of stopping)` decides.
  template <class Policy>
  Affine run(int own, const double* replies, Policy&& rolls) {
    const Affine failed = failure(own, replies);
    for (int sum = goal_ - 1; sum > own; --sum) {
      const Affine roll = rolled(sum, failed);
      const double stop = 1 - replies[sum];
      by_sum_[sum] = rolls(sum - own, roll.at(replies[own]), stop) ? roll : Affine{stop, 0.0};
    }
    return by_sum_[own] = rolled(own, failed);  // a stop at turn total 0 is not legal
  }

  // The values of the last run by own score + turn total.
  const Affine* by_sum() const { return by_sum_.data(); }

 private:
  static constexpr bool scores(PigOutcome outcome) {
    return outcome != PigOutcome::one && outcome != PigOutcome::double_one;
  }

  // What the throws that end the turn add to the value of a roll.
  static Affine failure(int own, const double* replies) {
    Affine sum{0.0, 0.0};
    for (const auto& [outcome, probability] : pig_dice::throws<Dice>) {
      if (scores(outcome)) continue;
      const int kept = outcome == PigOutcome::one ? own : 0;
      sum.base += kept == own ? probability : probability * (1 - replies[kept]);
      sum.slope -= kept == own ? probability : 0.0;
    }
    return sum;
  }

  Affine rolled(int sum, Affine value) const {
    for (const auto& [outcome, probability] : pig_dice::throws<Dice>) {
      if (!scores(outcome)) continue;
      const Affine& next = by_sum_[sum + static_cast<int>(outcome)];
      value.base += probability * next.base;
      value.slope += probability * next.slope;
    }
    return value;
  }

  int goal_;
  std::vector<Affine> by_sum_;
};

// A player: the values of its turn starts, and how it decides.
template <class Policy>
struct Side {
  TurnStarts& starts;
  Policy rolls;  // (own, other, turn total, value of rolling, value of stopping)
};

// Gauss-Seidel sweeps from high scores to low, since a bank only ever leads to higher ones. Both sides
// may be the same player.
template <int Dice, class First, class Second>
class Iteration {
 public:
  Iteration(int goal, Side<First> first, Side<Second> second)
      : goal_(goal), first_(first), second_(second), pass_(goal) {}

  // `interrupted` is asked after each sweep and ends the iteration, whose residual then tells.
  template <class Interrupt>
  PigConvergence run(Interrupt&& interrupted) {
    PigConvergence done;
    do {
      done.residual = sweep();
      ++done.sweeps;
    } while (done.residual > tolerance && !interrupted());
    return done;
  }

 private:
  double sweep() {
    const bool one_player = &first_.starts == &second_.starts;
    double change = 0;
    for (int scores = 2 * (goal_ - 1); scores >= 0; --scores) {
      const int least = std::max(0, scores - (goal_ - 1));
      // For one player (a, b) and (b, a) are the same pair.
      for (int own = one_player ? (scores + 1) / 2 : least; own <= scores - least; ++own) {
        change = std::max(change, solve_pair(own, scores - own));
      }
    }
    return change;
  }

  // While neither side's decisions change, the values x of (own, other) and y of (other, own) are affine
  // in each other, so the two equations are solved, not iterated: players who seldom bank hand the turn
  // to and fro for so long that iterating would take thousands of sweeps.
  double solve_pair(int own, int other) {
    double& x = first_.starts.at(own, other);
    double& y = second_.starts.at(other, own);
    const Affine f = turn(first_, own, other, second_.starts);
    const Affine g = turn(second_, other, own, first_.starts);
    const double determinant = 1 - f.slope * g.slope;
    const double new_x = f.at(g.base) / determinant;
    const double new_y = g.at(f.base) / determinant;
    const double change = std::max(std::abs(new_x - x), std::abs(new_y - y));
    x = new_x;
    y = new_y;
    return change;
  }

  template <class Policy>
  Affine turn(const Side<Policy>& side, int own, int other, const TurnStarts& replies) {
    return pass_.run(own, replies.row(other), [&](int turn_total, double roll, double stop) {
      return side.rolls(own, other, turn_total, roll, stop);
    });
  }

  int goal_;
  Side<First> first_;
  Side<Second> second_;
  TurnPass<Dice> pass_;
};

// Writes the turns out in full.
template <int Dice>
PigSolution expand(int goal, const TurnStarts& starts, const PigConvergence& convergence) {
  PigSolution solution{{goal, std::numeric_limits<double>::quiet_NaN()}, {goal, false}, convergence};
  TurnPass<Dice> pass(goal);
  for (int own = 0; own < goal; ++own) {
    for (int other = 0; other < goal; ++other) {
      const double reply = starts.row(other)[own];
      bool* rolls = solution.rolls.turn(own, other);
      rolls[0] = true;
      pass.run(own, starts.row(other),
               [rolls](int turn_total, double roll, double stop) { return rolls[turn_total] = roll > stop; });
      std::transform(pass.by_sum() + own, pass.by_sum() + goal, solution.win_probabilities.turn(own, other),
                     [reply](const Affine& entry) { return entry.at(reply); });
    }
  }
  return solution;
}

}  // namespace pig_solver

// Value iteration for best play of both sides.
template <int Dice, class Interrupt>
PigSolution solve_pig(int goal, Interrupt&& interrupted) {
  const auto better = [](int, int, int, double roll, double stop) { return roll > stop; };
  pig_solver::TurnStarts starts(goal);
  const pig_solver::Side<decltype(better)> player{starts, better};
  const auto convergence = pig_solver::Iteration<Dice, decltype(better), decltype(better)>(goal, player, player)
                               .run(std::forward<Interrupt>(interrupted));
  return pig_solver::expand<Dice>(goal, starts, convergence);
}

// A policy says whether to roll, laid out as `PigCube` is. It is not asked at turn total 0, where it has
// to roll, nor once a stop wins.
template <int Dice, class Interrupt>
PigMatch match_pig(int goal, const bool* first, const bool* second, Interrupt&& interrupted) {
  const auto follow = [goal](const bool* rolls) {
    return [goal, rolls](int own, int other, int turn_total, double, double) {
      return rolls[(std::size_t(own) * goal + other) * goal + turn_total];
    };
  };
  using Policy = decltype(follow(first));
  pig_solver::TurnStarts first_starts(goal);
  pig_solver::TurnStarts second_starts(goal);
  const auto convergence =
      pig_solver::Iteration<Dice, Policy, Policy>(goal, {first_starts, follow(first)}, {second_starts, follow(second)})
          .run(std::forward<Interrupt>(interrupted));
  return {first_starts.at(0, 0), second_starts.at(0, 0), convergence};
}

}  // namespace mcms
