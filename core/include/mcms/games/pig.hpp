// Pig: roll as often as you dare, a 1 loses the turn's points, stop to bank them; first to `goal` wins.
//
// With two dice (the paper's game) one 1 loses the turn total and 1-1 the banked score too; with
// one die it is the Pig of Neller & Presser (2004).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "mcms/compiler.hpp"
#include "mcms/game/game.hpp"
#include "mcms/games/pig_bounds.hpp"
#include "mcms/games/pig_random.hpp"
#include "mcms/games/pig_state.hpp"

namespace mcms {

enum class PigAction : std::uint8_t { roll, stop };

// The number of dice is fixed when compiling: with the throws known, a search's loop over them unrolls
// into constants.
template <int Dice>
class Pig {
 public:
  using State = PigState;
  using Action = PigAction;
  using Outcome = PigOutcome;

  static constexpr std::size_t max_outcomes = pig_dice::throws<Dice>.size();

  struct Options {
    int goal = 100;
  };

  explicit Pig(const Options& options) : goal_(options.goal) {}

  State initial_state(Key) const { return {}; }

  Turn turn(const State& s) const {
    // A winning stop passes the turn, so only the player who does not move can have won.
    if (s.other >= goal_) return Turn::over;
    if (s.rolling) return Turn::chance;
    return s.second_moves ? Turn::second : Turn::first;
  }

  StaticVector<Action, 2> actions(const State& s) const {
    StaticVector<Action, 2> list;
    const bool stop_wins = s.own + s.turn_total >= goal_;
    const bool stop_first = stop_wins || s.turn_total >= stop_first_from;
    if (stop_first) list.push_back(Action::stop);
    if (!stop_wins) list.push_back(Action::roll);
    if (!stop_first && s.turn_total > 0) list.push_back(Action::stop);
    return list;
  }

  const auto& outcomes(const State&) const { return pig_dice::throws<Dice>; }

  std::size_t outcome_places() const { return 6 * Dice + 1; }

  Outcome sample(const State&, double uniform) const {
    constexpr const auto& ways = pig_dice::ways<Dice>;
    return ways[std::size_t(int(uniform * int(ways.size())))];
  }

  static constexpr int most_draws = FixedDraws<pig_dice::throws<Dice>>::most_draws;

  MCMS_ALWAYS_INLINE auto draw(const State&, int width, const Draws& draws) const {
    return pig_dice::draws<Dice>(width, draws);
  }

  PigRandomGame<Dice> random_game(const State& s) const { return {s, goal_}; }

  State play(State s, Action action) const {
    if (action == Action::roll) {
      s.rolling = true;
      return s;
    }
    s.own += s.turn_total;
    return pass_turn(s);
  }

  State resolve(State s, Outcome outcome) const {
    s.rolling = false;
    if (outcome == Outcome::one) return pass_turn(s);
    if (outcome == Outcome::double_one) {
      s.own = 0;
      return pass_turn(s);
    }
    s.turn_total += static_cast<int>(outcome);
    return s;
  }

  double utility(const State& s) const { return s.second_moves ? 100.0 : -100.0; }

  // The lead, with the mover's turn total counted as if banked.
  double estimate(const State& s) const {
    const double lead = std::clamp<double>(s.own + s.turn_total - s.other, -largest_lead, largest_lead);
    return s.second_moves ? -lead : lead;
  }

  // No throw ends the game. Leads are whole numbers, so they are added as such, each as often as its throw can fall;
  // far from both ends of the scale their sum is a formula.
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaf_expectation(const State& s) const {
    constexpr const auto& throws = pig_dice::throws<Dice>;
    constexpr pig_dice::Ways in_all = pig_dice::ways_in_all<Dice>;
    const int lead = s.own - s.other, with_total = lead + s.turn_total;
    const int sum = in_scale(s)
                        ? in_all.one * lead - in_all.double_one * s.other + in_all.scoring * with_total + in_all.points
                        : sum_of_leads(s);
    const double mean = sum * (1.0 / (in_all.one + in_all.double_one + in_all.scoring));
    return LeafExpectation{s.second_moves ? -mean : mean, std::uint32_t(throws.size()), 0};
  }

  template <class Throws>
  std::optional<LeafExpectation> leaf_expectation(const State& s, const Throws& throws) const {
    double mean = 0.0;
    for (const auto& [thrown, weight] : throws) mean += weight * lead_after(s, thrown);
    return LeafExpectation{s.second_moves ? -mean : mean, std::uint32_t(throws.size()), 0};
  }

  // The formula again, with what was drawn instead of all there is.
  template <class Luck>
  MCMS_ALWAYS_INLINE std::optional<LeafExpectation> leaf_expectation(const State& s, int width,
                                                                     const Luck& luck) const {
    const auto drawn = draw(s, width, luck());
    const int ones = drawn.template count<Outcome::one>(), double_ones = drawn.template count<Outcome::double_one>();
    const int lead = s.own - s.other, with_total = lead + s.turn_total;
    int sum = ones * lead - double_ones * s.other + (width - ones - double_ones) * with_total + drawn.score();
    if (!in_scale(s)) [[unlikely]] {
      sum = 0;
      drawn.for_each([&](Outcome thrown, int count) { sum += count * lead_after(s, thrown); });
    }
    const double mean = sum / double(width);
    return LeafExpectation{s.second_moves ? -mean : mean, drawn.distinct(), 0};
  }

  ValueRange value_range() const { return {-100.0, 100.0}; }

  ValueBounds value_bounds(const State& s, int depth) const {
    using Gains = PigGains<Dice>;
    if (depth == 0) return ValueBounds::value(s.rolling ? leaf_expectation(s)->value : estimate(s));
    const int own = s.own + s.turn_total;
    if (depth >= Gains::most_decisions || own > Gains::largest_score || s.other > Gains::largest_score) {
      return ValueBounds::within(value_range());
    }
    const typename Gains::Side mover{own - s.other, s.own, s.turn_total, s.other, 0, goal_};
    const typename Gains::Side other{s.other - own, s.other, 0, s.own, s.turn_total, goal_};
    const double low = -(s.rolling ? gains_->against_throw(other, depth + 1) : against_mover(other, depth));
    const double high = s.rolling ? gains_->throwing(mover, depth) : gains_->deciding(mover, depth);
    return ValueBounds::seen_by(s.second_moves, low, high);
  }

  // In steps of 16 bits: shifted by 32 at once the turn total was kept as four bytes and read back as eight, and
  // waiting for that took a quarter of a sampled search's time.
  std::uint64_t hash(const State& s) const {
    const std::uint64_t points =
        (std::uint64_t(s.turn_total) << 16 | std::uint64_t(s.other)) << 16 | std::uint64_t(s.own);
    return mix(points | std::uint64_t(s.second_moves) << 48 | std::uint64_t(s.rolling) << 49);
  }

  std::string action_name(const State&, Action action) const { return action == Action::roll ? "roll" : "stop"; }

  std::string outcome_name(const State&, Outcome outcome) const {
    if (outcome == Outcome::one) return "one";
    if (outcome == Outcome::double_one) return "double-one";
    return std::to_string(static_cast<int>(outcome));
  }

 private:
  static constexpr int largest_lead = 99;

  // Near the optimal stopping point of the opening turn (roll at 20, stop at 21).
  static constexpr int stop_first_from = 21;

  // The mover may stop, unless nothing is at stake, or throw and then stop, unless he has won.
  double against_mover(const typename PigGains<Dice>::Side& other, int depth) const {
    if (other.other + other.others_stake >= goal_) return gains_->against_stop(other, depth);
    const double thrown = gains_->against_throw(other, depth);
    return other.others_stake == 0 ? thrown : std::min(thrown, gains_->against_stop(other, depth));
  }

  // Whether no throw leads to either end of the scale, so that leads can be added before they are clamped.
  static bool in_scale(const State& s) {
    const int lead = s.own - s.other;
    return (lead + s.turn_total + 6 * Dice <= largest_lead) & (lead >= -largest_lead) & (s.other <= largest_lead);
  }

  // What estimate() says after a throw, from the thrower's side.
  static int lead_after(const State& s, Outcome thrown) {
    const int own = thrown == Outcome::double_one ? 0 : s.own;
    const int points = thrown <= Outcome::double_one ? 0 : s.turn_total + int(thrown);
    return std::clamp(own + points - s.other, -largest_lead, largest_lead);
  }

  // Of all ways that the dice can fall.
  MCMS_NOINLINE static int sum_of_leads(const State& s) {
    int sum = 0;
    for (const Outcome thrown : pig_dice::ways<Dice>) sum += lead_after(s, thrown);
    return sum;
  }

  static State pass_turn(const State& s) { return {s.other, s.own, 0, !s.second_moves, false}; }

  int goal_;
  const PigGains<Dice>* gains_ = &PigGains<Dice>::shared();
};

static_assert(Game<Pig<1>> && DirectlySampled<Pig<2>> && BoundedChance<Pig<2>> && ValuesLeaves<Pig<2>> &&
              BoundsValues<Pig<2>> && PlaysRandomly<Pig<2>>);

}  // namespace mcms
