// Hyper-backgammon solved: what each of its ten million positions is worth under best play, without a cube.
//
// A side is one of 3,276 ways to put three checkers on 24 points, the bar and off, numbered by pips, and a position is
// a pair of sides. V(i, j) is what it is worth to the player with side i about to roll against side j:
//
//   V(i, j) = sum over rolls of p(roll) max over plays of -V(j', i')
//
// A play lowers the mover's number, and raises the other side's if it hits. So in one sweep over the pairs by the
// larger of their numbers everything but hits and passes meets values of the same sweep, and only those carry an error
// on to the next one. Which plays a side has depends on the other only by the points it holds, so they are listed once.
#pragma once

#include <algorithm>
#include <array>
#include <barrier>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "mcms/games/backgammon_evaluation.hpp"
#include "mcms/games/backgammon_moves.hpp"
#include "mcms/games/backgammon_rolls.hpp"
#include "mcms/games/backgammon_state.hpp"

namespace mcms {

namespace hyper {

using backgammon::bar;
using backgammon::Points;

inline constexpr int checkers = 3;
inline constexpr std::size_t side_count = 3276;  // three of 26 places, in any order and with repetition
using Side = std::uint16_t;                      // a number below that
using Places = std::array<int, checkers>;        // descending, 0 for off

// What a play does to the mover's side, and the points it touches on the way: they must be open, and blots there are
// hit.
struct Play {
  Points touched;
  Side to;

  friend auto operator<=>(const Play&, const Play&) = default;
};

// Plays of a side and a roll that use the dice equally well: of the first set with one that is open, one must be made.
struct PlaySet {
  std::uint32_t begin;
  std::uint32_t end;
};

// All sides with their plays.
class Sides {
 public:
  static constexpr std::size_t rolls = backgammon::rolls.size();

  Sides() {
    number_sides();
    for (std::size_t side = 0; side < side_count; ++side) describe(side);
    for (std::size_t side = 0; side < side_count; ++side) list_plays(places_[side]);
    set_ends_.push_back(std::uint32_t(sets_.size()));
  }

  static const Sides& shared() {
    static const Sides sides;
    return sides;
  }

  Side number_of(Places places) const {
    std::sort(places.begin(), places.end(), std::greater<>());
    return by_rank_[rank(places)];
  }

  Side number_of(const backgammon::Checkers& side) const {
    Places places{};
    std::size_t size = 0;
    for (int point = bar; point >= 1; --point) {
      for (int i = side.on(point); i > 0 && size < places.size(); --i) places[size++] = point;
    }
    return by_rank_[rank(places)];
  }

  const Places& places(std::size_t side) const { return places_[side]; }

  Points occupied(std::size_t side) const { return occupied_[side]; }
  // The points that a side holds, as the other side counts.
  Points blocked(std::size_t side) const { return blocked_[side]; }

  // Where the checkers of a side can be hit, as the other side counts, 0 for one that cannot; and the side with some of
  // them on the bar, by a bit for each.
  const Places& targets(std::size_t side) const { return targets_[side]; }
  const std::array<Side, 8>& sent(std::size_t side) const { return sent_[side]; }

  // The sets of plays of a side and a roll, best use of the dice first; none if the side is off.
  std::pair<const PlaySet*, const PlaySet*> sets(std::size_t side, std::size_t roll) const {
    const std::size_t at = side * rolls + roll;
    return {sets_.data() + set_ends_[at], sets_.data() + set_ends_[at + 1]};
  }
  const Play* plays() const { return plays_.data(); }

  // What the side loses if the other player has borne off: 2 with none off, 3 if moreover one is on the bar or in the
  // winner's home.
  double points_lost(std::size_t side) const {
    const Places& places = places_[side];
    return places.back() == 0 ? 1.0 : places.front() > bar - 1 - backgammon::home_points ? 3.0 : 2.0;
  }

 private:
  static std::size_t rank(const Places& p) {
    return std::size_t(p[0] * (p[0] + 1) * (p[0] + 2) / 6 + p[1] * (p[1] + 1) / 2 + p[2]);
  }

  void number_sides() {
    for (int a = 0; a <= bar; ++a) {
      for (int b = 0; b <= a; ++b) {
        for (int c = 0; c <= b; ++c) places_.push_back({a, b, c});
      }
    }
    std::stable_sort(places_.begin(), places_.end(),
                     [](const Places& x, const Places& y) { return x[0] + x[1] + x[2] < y[0] + y[1] + y[2]; });
    by_rank_.resize(places_.size());
    for (std::size_t side = 0; side < places_.size(); ++side) by_rank_[rank(places_[side])] = Side(side);
  }

  void describe(std::size_t side) {
    backgammon::Checkers counted;
    for (const int place : places_[side]) {
      if (place > 0) counted.place(place, 1);
    }
    occupied_.push_back(counted.occupied());
    blocked_.push_back(backgammon::mirrored(counted.made() & backgammon::board));
    targets_.emplace_back();
    for (std::size_t i = 0; i < checkers; ++i) {
      const int place = places_[side][i];
      targets_.back()[i] = backgammon::has(counted.blots() & backgammon::board, place) ? bar - place : 0;
    }
    sent_.emplace_back();
    for (std::size_t which = 0; which < sent_.back().size(); ++which) {
      Places after = places_[side];
      for (std::size_t i = 0; i < checkers; ++i) {
        if ((which >> i & 1) != 0) after[i] = bar;
      }
      sent_.back()[which] = number_of(after);
    }
  }

  // Of every way to use the dice, by how well they are used.
  using Found = std::array<std::vector<Play>, 4>;

  void list_plays(const Places& places) {
    for (const auto [high, low] : backgammon::rolls) {
      set_ends_.push_back(std::uint32_t(sets_.size()));
      Found found;
      if (high == low) {
        for (int steps = 4; steps >= 1; --steps) follow(places, {high, high, high, high}, steps, 0, found[4 - steps]);
      } else {
        follow(places, {high, low}, 2, 0, found[0]);
        follow(places, {low, high}, 2, 0, found[0]);
        follow(places, {high}, 1, 0, found[1]);
        follow(places, {low}, 1, 0, found[2]);
      }
      for (auto& plays : found) add_set(plays);
    }
  }

  void add_set(std::vector<Play>& plays) {
    if (plays.empty()) return;
    std::sort(plays.begin(), plays.end());
    plays.erase(std::unique(plays.begin(), plays.end()), plays.end());
    const auto begin = std::uint32_t(plays_.size());
    plays_.insert(plays_.end(), plays.begin(), plays.end());
    sets_.push_back({begin, std::uint32_t(plays_.size())});
  }

  // Plays the dice from the last `left` on, in this order and with nobody in the way.
  void follow(const Places& places, std::array<int, 4> dice, int left, Points touched, std::vector<Play>& found) {
    if (left == 0) return found.push_back({touched, number_of(places)});
    const int die = dice[0];
    std::rotate(dice.begin(), dice.begin() + 1, dice.end());
    Points occupied = 0;
    for (const int place : places) occupied |= place > 0 ? Points(1) << place : 0;
    for (Points from = backgammon::sources(occupied, 0, die); from != 0; from &= from - 1) {
      const int point = backgammon::lowest(from), to = std::max(point - die, 0);
      Places after = places;
      *std::find(after.begin(), after.end(), point) = to;
      follow(after, dice, left - 1, to > 0 ? touched | Points(1) << to : touched, found);
    }
  }

  std::vector<Places> places_;
  std::vector<Side> by_rank_;
  std::vector<Points> occupied_, blocked_;
  std::vector<Places> targets_;
  std::vector<std::array<Side, 8>> sent_;
  std::vector<Play> plays_;
  std::vector<PlaySet> sets_;
  std::vector<std::uint32_t> set_ends_;  // by side and roll, where its sets begin
};

// The values of all pairs of sides.
class Solution {
 public:
  explicit Solution(BackgammonScoring scoring) : values_(side_count * side_count), scoring_(scoring) {
    for (std::size_t loser = 1; loser < side_count; ++loser) {
      at(loser, 0) = scoring == BackgammonScoring::win ? -1.0 : -Sides::shared().points_lost(loser);
    }
  }

  // To the player with the first side, about to roll.
  double operator()(std::size_t own, std::size_t other) const { return values_[own * side_count + other]; }
  double& at(std::size_t own, std::size_t other) { return values_[own * side_count + other]; }

  // To the first player; of a decision the value of its best action.
  double value(const BackgammonState& s) const {
    const double own = s.phase == backgammon::Phase::opening  ? opening_value(s)
                       : s.phase == backgammon::Phase::moving ? best_play(number(s.own), number(s.other), roll_of(s))
                                                              : (*this)(number(s.own), number(s.other));
    return s.second_moves ? -own : own;
  }

  // One of a roll's plays by its place in their list, or the last number for none.
  using Choice = std::uint8_t;
  static constexpr Choice pass = 255;
  using Choices = std::array<Choice, Sides::rolls>;

  // The roll played as well as can be, to the player with side `own`.
  double best_play(std::size_t own, std::size_t other, std::size_t roll) const {
    return Against(*this, other).best_play(own, roll).first;
  }

  // Every roll played as well as can be, and how.
  double improved(std::size_t own, std::size_t other, Choices& choices) const {
    const Against against(*this, other);
    double sum = 0.0;
    for (std::size_t roll = 0; roll < Sides::rolls; ++roll) {
      const auto [best, choice] = against.best_play(own, roll);
      sum += backgammon::weighted_rolls[roll].probability * best;
      choices[roll] = choice;
    }
    return sum;
  }

  // Every roll played as it was chosen before.
  double followed(std::size_t own, std::size_t other, const Choices& choices) const {
    const Against against(*this, other);
    double sum = 0.0;
    for (std::size_t roll = 0; roll < Sides::rolls; ++roll) {
      sum += backgammon::weighted_rolls[roll].probability * against.chosen_play(own, roll, choices[roll]);
    }
    return sum;
  }

  std::size_t positions() const;
  BackgammonScoring scoring() const { return scoring_; }
  const std::vector<double>& values() const { return values_; }
  std::vector<double>& values() { return values_; }

  int sweeps = 0;
  double residual = 0.0;  // the largest change of a value in the last sweep

 private:
  static constexpr double none = -std::numeric_limits<double>::infinity();

  // All that plays against a side need of it. Nothing here branches on what a play meets: no processor could tell
  // ahead.
  class Against {
   public:
    Against(const Solution& solution, std::size_t other)
        : blocked_(sides_.blocked(other)), targets_(sides_.targets(other)) {
      for (std::size_t hit = 0; hit < rows_.size(); ++hit) {
        rows_[hit] = solution.values_.data() + sides_.sent(other)[hit] * side_count;
      }
    }

    // The best play, and which of the roll's it is.
    std::pair<double, Choice> best_play(std::size_t own, std::size_t roll) const {
      const auto [first, last] = sides_.sets(own, roll);
      for (const PlaySet* set = first; set != last; ++set) {
        double best = none;
        std::uint32_t chosen = 0;
        for (std::uint32_t i = set->begin; i != set->end; ++i) {
          const double value = worth(sides_.plays()[i]);
          chosen = value > best ? i : chosen;
          best = std::max(best, value);
        }
        if (best != none) return {best, Choice(chosen - first->begin)};
      }
      return {-rows_[0][own], pass};
    }

    double chosen_play(std::size_t own, std::size_t roll, Choice choice) const {
      if (choice == pass) return -rows_[0][own];
      return worth(sides_.plays()[sides_.sets(own, roll).first->begin + choice]);
    }

   private:
    double worth(const Play& play) const {
      const auto touches = [&](std::size_t i) { return play.touched >> targets_[i] & 1; };
      const double value = -rows_[touches(0) | touches(1) << 1 | touches(2) << 2][play.to];
      return (play.touched & blocked_) == 0 ? value : none;
    }

    const Sides& sides_ = Sides::shared();
    Points blocked_;
    const Places& targets_;
    std::array<const double*, 8> rows_;  // what the other player has next, by which of its checkers were hit
  };

  static std::size_t number(const backgammon::Checkers& side) { return Sides::shared().number_of(side); }

  static std::size_t roll_of(const BackgammonState& s) {
    const auto& rolls = backgammon::rolls;
    return std::size_t(std::find(rolls.begin(), rolls.end(), backgammon::Dice{s.high, s.low}) - rolls.begin());
  }

  double opening_value(const BackgammonState& s) const {
    const std::size_t first = number(s.own), second = number(s.other);
    double sum = 0.0;
    for (std::size_t roll = 0; roll < Sides::rolls; ++roll) {
      if (backgammon::rolls[roll].high == backgammon::rolls[roll].low) continue;
      sum += best_play(first, second, roll) - best_play(second, first, roll);
    }
    return sum / double(2 * backgammon::opening_rolls.size());
  }

  std::vector<double> values_;
  BackgammonScoring scoring_;
};

// Whether two sides can stand on one board: not on the same point, and not both off.
inline bool possible(std::size_t own, std::size_t other) {
  const Sides& sides = Sides::shared();
  return own != 0 && (sides.occupied(own) & backgammon::mirrored(sides.occupied(other) & backgammon::board)) == 0;
}

inline std::size_t Solution::positions() const {
  std::size_t count = 0;
  for (std::size_t own = 1; own < side_count; ++own) {
    for (std::size_t other = 1; other < side_count; ++other) count += possible(own, other);
  }
  return count;
}

// Sweeps until no value changes by more than the tolerance. After a sweep that looks for the best plays some follow its
// choices, which takes a tenth of the time; the last one looks again. Threads share the work of each step and nothing
// else, so the result is the same with any number of them.
class ValueIteration {
 public:
  // Pairs of sides with numbers from `sides` on are left as they are; values of pairs that cannot lead to them are
  // right.
  ValueIteration(Solution& solution, unsigned threads, std::size_t sides = side_count)
      : solution_(solution),
        sides_(std::min(sides, side_count)),
        threads_(std::max(threads, 1U)),
        changes_(threads_),
        row_(sides_),
        choices_(sides_ * sides_) {}

  // Says whether it was let finish.
  template <class Interrupt>
  bool run(double tolerance, int most_sweeps, Interrupt&& interrupted) {
    while (solution_.sweeps < most_sweeps) {
      if (!sweep(true, interrupted)) return false;
      if (solution_.residual <= tolerance) return true;
      for (int i = 0; i < follow_ups && solution_.residual > tolerance && solution_.sweeps < most_sweeps; ++i) {
        if (!sweep(false, interrupted)) return false;
      }
    }
    return true;
  }

 private:
  static constexpr int follow_ups = 8;

  // Each step is about the pairs of one side with those of lower numbers: first with the higher side to roll, whose
  // plays lead to pairs of earlier steps, then with the lower one, whose plays lead to those just valued.
  template <class Interrupt>
  bool sweep(bool improves, Interrupt& interrupted) {
    std::fill(changes_.begin(), changes_.end(), 0.0);
    bool stopped = false;
    std::exception_ptr raised;  // by the interrupt: the other threads have to be let go first
    const auto ask = [&] {
      try {
        stopped = interrupted();
      } catch (...) {
        raised = std::current_exception();
        stopped = true;
      }
    };
    std::barrier together(std::ptrdiff_t(threads_), [] {});
    const auto work = [&](unsigned thread) {
      for (std::size_t high = 1; high < sides_; ++high) {
        if (thread == 0 && high % 64 == 0) ask();
        for (std::size_t low = thread; low < high; low += threads_) row_[low] = valued(high, low, improves);
        together.arrive_and_wait();
        if (stopped) return;
        for (std::size_t low = thread; low < high; low += threads_) store(high, low, row_[low], thread);
        together.arrive_and_wait();
        for (std::size_t low = thread + 1; low <= high; low += threads_)
          store(low, high, valued(low, high, improves), thread);
        together.arrive_and_wait();
      }
    };
    std::vector<std::thread> others;  // not every library has std::jthread
    for (unsigned thread = 1; thread < threads_; ++thread) others.emplace_back(work, thread);
    work(0);
    for (std::thread& other : others) other.join();
    if (raised) std::rethrow_exception(raised);
    if (stopped) return false;
    solution_.residual = *std::max_element(changes_.begin(), changes_.end());
    ++solution_.sweeps;
    return true;
  }

  double valued(std::size_t own, std::size_t other, bool improves) {
    if (other == 0 || !possible(own, other)) return solution_(own, other);
    auto& choices = choices_[own * sides_ + other];
    return improves ? solution_.improved(own, other, choices) : solution_.followed(own, other, choices);
  }

  void store(std::size_t own, std::size_t other, double value, unsigned thread) {
    double& stored = solution_.at(own, other);
    changes_[thread] = std::max(changes_[thread], std::abs(value - stored));
    stored = value;
  }

  Solution& solution_;
  std::size_t sides_;
  unsigned threads_;
  std::vector<double> changes_;
  std::vector<double> row_;  // of the step's first half: a hit may lead to a pair of the same step
  std::vector<Solution::Choices> choices_;
};

}  // namespace hyper

}  // namespace mcms
