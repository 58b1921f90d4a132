// The control variate: what estimates say that a sample leaves out.
//
//   sum of w V_d(o) over the sample  +  ( sum of p V_0(o) over all outcomes  -  sum of w V_0(o) over the sample )
//
// V_0 is the static value, all luck in it exact. The bracket has expectation 0, so nothing is biased, and it takes
// away whatever error of the sample V_0 explains. To a pruned search it is a constant that shifts the node's window.
#pragma once

#include "mcms/game/game.hpp"
#include "mcms/search/leaf_batch.hpp"

namespace mcms {

// Of any context: its game and its counters.
template <class Context>
class StaticValue {
 public:
  using Game = std::remove_cvref_t<decltype(std::declval<Context>().game)>;
  using State = typename Game::State;

  explicit StaticValue(Context& context) : context_(context) {}

  // What the estimates of all outcomes say more than those of a sample.
  template <class Outcomes>
  double correction(const State& s, const Outcomes& sample) {
    return expectation(s) - expectation(s, sample);
  }

  // V_0 of any state, all luck in it exact.
  double value(const State& s) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return expectation(s);
    enter_leaf();
    return turn == Turn::over ? context_.game.utility(s) : context_.game.estimate(s);
  }

 private:
  double expectation(const State& s) {
    if constexpr (ValuesLeaves<Game>) {
      if (const auto leaves = context_.game.leaf_expectation(s)) return counted(*leaves);
    }
    return sum(s, context_.game.outcomes(s));
  }

  template <class Outcomes>
  double expectation(const State& s, const Outcomes& outcomes) {
    if constexpr (ValuesSomeLeaves<Game, Outcomes>) {
      if (const auto leaves = context_.game.leaf_expectation(s, outcomes)) return counted(*leaves);
    }
    return sum(s, outcomes);
  }

  double counted(const LeafExpectation& leaves) {
    context_.budget.enter_leaves(leaves.nodes);
    context_.controls += leaves.nodes;
    return leaves.value;
  }

  template <class Outcomes>
  double sum(const State& s, const Outcomes& outcomes) {
    context_.budget.enter_chance();
    context_.budget.require_stack();
    if constexpr (EstimatesMany<Game>) {
      if (context_.game.estimates_many()) return sum_at_once(s, outcomes);
    }
    double sum = 0.0;
    for (const auto& [outcome, weight] : outcomes) sum += weight * value(context_.game.resolve(s, outcome));
    return sum;
  }

  template <class Outcomes>
  double sum_at_once(const State& s, const Outcomes& outcomes) {
    LeafBatch<Game> leaves(context_.game);
    for (const auto& [outcome, weight] : outcomes) {
      const State next = context_.game.resolve(s, outcome);
      const Turn turn = context_.game.turn(next);
      if (turn == Turn::first || turn == Turn::second) {
        enter_leaf();
        leaves.add_estimate_of(next);
      } else {
        leaves.add(value(next));
      }
    }
    double sum = 0.0;
    auto value = leaves.values().begin();
    for (const auto& [outcome, weight] : outcomes) sum += weight * *value++;
    return sum;
  }

  void enter_leaf() {
    context_.budget.enter_node();
    ++context_.controls;
  }

  Context& context_;
};

}  // namespace mcms
