// Backgammon without the doubling cube: bring fifteen checkers home and off by two dice, hitting the other's blots.
//
// A turn is a roll and one action, the whole play of its dice; plays that reach the same position are one action. The
// estimate does not look at the dice: it is what the position is worth with its mover about to roll, so that all
// rolls of a chance node above the leaves have one value, and a search of depth 1 compares positions after the move,
// which backgammon players call 0 plies.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/games/backgammon_evaluation.hpp"
#include "mcms/games/backgammon_moves.hpp"
#include "mcms/games/backgammon_names.hpp"
#include "mcms/games/backgammon_rolls.hpp"
#include "mcms/games/backgammon_state.hpp"

namespace mcms {

enum class BackgammonVariant : std::uint8_t { standard, nackgammon, hyper };

namespace backgammon {

struct Placed {
  int point;
  int checkers;
};

inline std::span<const Placed> setup_of(BackgammonVariant variant) {
  static constexpr std::array<Placed, 4> standard{{{24, 2}, {13, 5}, {8, 3}, {6, 5}}};
  static constexpr std::array<Placed, 5> nackgammon{{{24, 2}, {23, 2}, {13, 4}, {8, 3}, {6, 4}}};
  static constexpr std::array<Placed, 3> hyper{{{24, 1}, {23, 1}, {22, 1}}};
  switch (variant) {
    case BackgammonVariant::nackgammon:
      return nackgammon;
    case BackgammonVariant::hyper:
      return hyper;
    default:
      return standard;
  }
}

}  // namespace backgammon

// The evaluation is a policy, fixed when compiling (see backgammon_evaluation.hpp).
template <BackgammonEvaluation Evaluation = backgammon::Pips>
class Backgammon {
 public:
  using State = BackgammonState;
  using Action = BackgammonAction;
  using Outcome = BackgammonOutcome;
  using Phase = backgammon::Phase;
  using Checkers = backgammon::Checkers;

  static constexpr std::size_t max_outcomes = backgammon::weighted_opening.size();

  static constexpr bool estimates_see_luck = false;

  struct Options {
    BackgammonVariant variant = BackgammonVariant::standard;
    BackgammonScoring scoring = BackgammonScoring::money;
  };

  explicit Backgammon(const Options& options, Evaluation evaluation = {})
      : scoring_(options.scoring), evaluation_(std::move(evaluation)) {
    for (const auto [point, checkers] : backgammon::setup_of(options.variant)) {
      start_.own.place(point, checkers);
      start_.other.place(point, checkers);
    }
    checkers_ = start_.own.total();
  }

  State initial_state(Key) const { return start_; }

  Turn turn(const State& s) const {
    if (s.phase == Phase::moving) return s.second_moves ? Turn::second : Turn::first;
    return s.phase == Phase::over ? Turn::over : Turn::chance;
  }

  auto actions(const State& s) const { return backgammon::MoveGenerator::list_sorted(s); }

  std::span<const Weighted<Outcome>> outcomes(const State& s) const {
    if (s.phase == Phase::opening) return backgammon::weighted_opening;
    return backgammon::weighted_rolls;
  }

  std::size_t outcome_places() const { return max_outcomes; }

  Outcome sample(const State& s, double uniform) const {
    if (s.phase == Phase::opening) return Outcome(int(uniform * max_outcomes));
    return Outcome(backgammon::roll_of_throw[std::size_t(uniform * backgammon::all_throws)]);
  }

  Stepped<State> random_step(const State& s, std::uint64_t word) const {
    backgammon::MoveGenerator::List list;
    backgammon::MoveGenerator::list_unsorted(s, list);
    const State next = play(s, list[(word >> 32) * list.size() >> 32]);
    if (next.phase == Phase::over) return {next, 0};
    return {resolve(next, Outcome(backgammon::roll_of_throw[(word & 0xffffffff) * backgammon::all_throws >> 32])), 1};
  }

  State play(const State& s, Action action) const {
    State next;
    next.own = s.other;
    next.other = s.own;
    backgammon::for_each_step(action, [&](backgammon::Step step) {
      next.other.move(step.from, step.die);
      const int theirs = backgammon::bar - step.to();
      if (theirs < backgammon::bar && next.own.on(theirs) == 1) next.own.send_to_bar(theirs);
    });
    next.phase = next.other.pips == 0 ? Phase::over : Phase::rolling;
    next.second_moves = !s.second_moves;
    return next;
  }

  State resolve(const State& s, Outcome outcome) const {
    const auto [dice, other_begins] = thrown(s, outcome);
    State next = s;
    if (other_begins) {
      std::swap(next.own, next.other);
      next.second_moves = true;
    }
    next.high = dice.high;
    next.low = dice.low;
    next.phase = Phase::moving;
    return next;
  }

  // The winner is the one who moved last.
  double utility(const State& s) const {
    const double points = scoring_ == BackgammonScoring::win ? 1.0 : lost_points(s.own);
    return s.second_moves ? points : -points;
  }

  double estimate(const State& s) const {
    if (s.phase == Phase::opening) return 0.5 * (mover_equity(s) - mover_equity(swapped(s)));
    return s.second_moves ? -mover_equity(s) : mover_equity(s);
  }

  // No evaluation looks at the dice, and no roll ends the game.
  std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    return LeafExpectation{estimate(s), std::uint32_t(outcomes(s).size()), 0};
  }

  template <class Rolls>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Rolls& rolls) const {
    if (s.phase == Phase::opening) return std::nullopt;  // who begins matters
    return LeafExpectation{estimate(s), std::uint32_t(rolls.size()), 0};
  }

  ValueRange value_range() const {
    return scoring_ == BackgammonScoring::win ? ValueRange{-1.0, 1.0} : ValueRange{-3.0, 3.0};
  }

  std::uint64_t hash(const State& s) const {
    const auto pair = [](const Checkers& side, std::size_t k) {
      return side.planes[k] | std::uint64_t(side.planes[k + 1]) << 32;
    };
    const std::uint64_t rest =
        s.high | std::uint64_t(s.low) << 3 | std::uint64_t(s.phase) << 6 | std::uint64_t(s.second_moves) << 8;
    return mix(pair(s.own, 0) + mix(pair(s.own, 2) + golden_gamma) +
               mix(pair(s.other, 0) + mix(pair(s.other, 2) + (rest << 52)) * golden_gamma) * golden_gamma);
  }

  std::string action_name(const State& s, Action action) const { return backgammon::name_of(s, action); }

  std::string outcome_name(const State& s, Outcome outcome) const {
    const auto [dice, other_begins] = thrown(s, outcome);
    const std::string roll{char('0' + dice.high), char('0' + dice.low)};
    if (s.phase != Phase::opening) return roll;
    return (other_begins ? "second " : "first ") + roll;
  }

  // Checkers a side, and how many of them are off.
  int checkers() const { return checkers_; }
  int off(const Checkers& side) const { return checkers_ - side.total(); }

  const Evaluation& evaluation() const { return evaluation_; }
  BackgammonScoring scoring() const { return scoring_; }

 private:
  struct Thrown {
    backgammon::Dice dice;
    bool other_begins;
  };

  static Thrown thrown(const State& s, Outcome outcome) {
    const auto number = std::size_t(outcome);
    if (s.phase != Phase::opening) return {backgammon::rolls[number], false};
    const std::size_t count = backgammon::opening_rolls.size();
    return {backgammon::opening_rolls[number % count], number >= count};
  }

  // 2, a gammon, with none off; 3, a backgammon, if moreover one is on the bar or in the winner's home.
  double lost_points(const Checkers& loser) const {
    if (loser.total() < checkers_) return 1.0;
    constexpr backgammon::Points winners_home = backgammon::mirrored(backgammon::home) | backgammon::on_bar;
    return (loser.occupied() & winners_home) != 0 ? 3.0 : 2.0;
  }

  static State swapped(State s) {
    std::swap(s.own, s.other);
    return s;
  }

  double mover_equity(const State& s) const { return evaluation_.equity(s, scoring_); }

  State start_;
  int checkers_ = 0;
  BackgammonScoring scoring_;
  [[no_unique_address]] Evaluation evaluation_;
};

static_assert(Game<Backgammon<>> && DirectlySampled<Backgammon<>> && BoundedChance<Backgammon<>> &&
              RandomlyStepped<Backgammon<>> && ValuesLeaves<Backgammon<>>);
static_assert(sizeof(BackgammonState) == 44);

}  // namespace mcms
