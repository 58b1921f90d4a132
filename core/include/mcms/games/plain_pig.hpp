// Pig with two dice as a less careful program may have had it, for comparison: throws that lead to the
// same score listed one by one, the turn's points left out of the estimate, estimates on another scale. The rules are
// those of pig.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "mcms/games/pig.hpp"

namespace mcms {

class PlainPig {
 public:
  using Rules = Pig<2>;
  using State = Rules::State;
  using Action = Rules::Action;
  using Outcome = std::uint8_t;  // the place of a throw in the list

  static constexpr std::size_t max_outcomes = 36;

  struct Options {
    int goal = 100;
    bool merged = true;
    bool counts_total = true;
    double scale = 1.0;
  };

  explicit PlainPig(const Options& options) : rules_({options.goal}), options_(options) {
    if (options.merged) {
      for (const auto& [thrown, probability] : pig_dice::throws<2>) add(thrown, probability, "");
      return;
    }
    for (int first = 1; first <= 6; ++first) {
      for (int second = 1; second <= 6; ++second) {
        add(thrown(first, second), 1 / 36.0, std::to_string(first) + "-" + std::to_string(second));
      }
    }
  }

  State initial_state(Key key) const { return rules_.initial_state(key); }
  Turn turn(const State& s) const { return rules_.turn(s); }
  auto actions(const State& s) const { return rules_.actions(s); }
  const auto& outcomes(const State&) const { return outcomes_; }
  std::size_t outcome_places() const { return outcomes_.size(); }
  State play(const State& s, Action action) const { return rules_.play(s, action); }
  State resolve(const State& s, Outcome place) const { return rules_.resolve(s, throws_[place]); }
  double utility(const State& s) const { return rules_.utility(s); }

  double estimate(const State& s) const {
    const int lead = s.own + (options_.counts_total ? s.turn_total : 0) - s.other;
    const double value = options_.scale * std::clamp(lead, -largest_lead, largest_lead);
    return s.second_moves ? -value : value;
  }

  ValueRange value_range() const { return rules_.value_range(); }
  std::uint64_t hash(const State& s) const { return rules_.hash(s); }
  std::string action_name(const State& s, Action action) const { return rules_.action_name(s, action); }

  std::string outcome_name(const State& s, Outcome place) const {
    return options_.merged ? rules_.outcome_name(s, throws_[place]) : names_[place];
  }

 private:
  static constexpr int largest_lead = 99;

  static PigOutcome thrown(int first, int second) {
    if (first == 1 && second == 1) return PigOutcome::double_one;
    return first == 1 || second == 1 ? PigOutcome::one : pig_dice::points(first + second);
  }

  void add(PigOutcome thrown, double probability, const std::string& name) {
    names_[outcomes_.size()] = name;
    throws_[outcomes_.size()] = thrown;
    outcomes_.push_back({Outcome(outcomes_.size()), probability});
  }

  Rules rules_;
  Options options_;
  StaticVector<Weighted<Outcome>, max_outcomes> outcomes_;
  std::array<PigOutcome, max_outcomes> throws_{};
  std::array<std::string, max_outcomes> names_{};
};

static_assert(Game<PlainPig> && BoundedChance<PlainPig>);

}  // namespace mcms
