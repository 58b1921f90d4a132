// The lowest levels of expectimax with the values of their leaves put off, for games that estimate many states in one
// call.
//
// It goes through the nodes in expectimax's order and counts them as it does, so that limits end both at the same node.
// What there is to compute it writes down for a stack machine: leaves, then what joins them. Sums and comparisons are
// expectimax's own, so the value is the same to the last bit wherever the game's estimates are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "mcms/search/expansion.hpp"
#include "mcms/search/leaf_batch.hpp"

namespace mcms {

template <EstimatesMany G, class Chance>
class LeavesAtOnce {
 public:
  using State = typename G::State;

  explicit LeavesAtOnce(Context<G, Chance>& context) : context_(context), leaves_(context.game) {}

  // As deep as nothing is looked up in the table.
  static constexpr int deepest = Context<G, Chance>::shallowest_stored - 1;

  double value(const State& s, int depth) {
    gather(s, depth);
    return compute();
  }

 private:
  enum class Kind : std::uint8_t { leaf, mean, max, min };

  struct Step {
    Kind kind;
    std::uint32_t joined = 0;  // values of the stack
    double shift = 0.0;        // of a mean
  };

  void gather(const State& s, int depth) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return gather_outcomes(s, depth);
    context_.budget.enter_node();
    if (turn != Turn::over && depth > 0) return gather_actions(s, turn, depth);
    steps_.push_back({Kind::leaf});
    if (turn == Turn::over) {
      leaves_.add(context_.utility(s));
    } else {
      ++context_.estimates;
      leaves_.add_estimate_of(s);
    }
  }

  void gather_actions(const State& s, Turn mover, int depth) {
    const auto actions = context_.game.actions(s);
    for (const auto& action : actions) gather(context_.game.play(s, action), depth - 1);
    steps_.push_back({mover == Turn::first ? Kind::max : Kind::min, std::uint32_t(actions.size())});
  }

  void gather_outcomes(const State& s, int depth) {
    context_.budget.enter_chance();
    context_.budget.require_stack();
    if constexpr (requires { context_.chance.is_single_at(depth); }) {
      if (context_.chance.is_single_at(depth)) return gather(context_.only_outcome(s, depth), depth);
    }
    const auto expansion = expand(context_, s, depth);
    for (const auto& [outcome, probability] : expansion.outcomes) gather(context_.game.resolve(s, outcome), depth);
    for (const auto& [outcome, probability] : expansion.outcomes) weights_.push_back(probability);
    steps_.push_back({Kind::mean, std::uint32_t(expansion.outcomes.size()), expansion.shift});
  }

  double compute() {
    auto leaf = leaves_.values().begin();
    auto weights = weights_.begin();
    std::vector<double> stack;
    for (const Step& step : steps_) {
      if (step.kind == Kind::leaf) {
        stack.push_back(*leaf++);
        continue;
      }
      const std::span joined(stack.end() - std::ptrdiff_t(step.joined), stack.end());
      const double value = step.kind == Kind::mean ? mean(joined, weights, step.shift)
                                                   : best(joined, step.kind == Kind::max ? Turn::first : Turn::second);
      if (step.kind == Kind::mean) weights += std::ptrdiff_t(step.joined);
      stack.resize(stack.size() - step.joined);
      stack.push_back(value);
    }
    return stack.back();
  }

  double mean(std::span<const double> values, std::vector<double>::const_iterator weight, double shift) const {
    double sum = 0.0;
    for (const double value : values) sum += *weight++ * value;
    return context_.in_range(sum + shift);
  }

  static double best(std::span<const double> values, Turn mover) {
    double best = for_mover(mover, values.front());
    for (const double value : values) best = std::max(best, for_mover(mover, value));
    return for_mover(mover, best);
  }

  Context<G, Chance>& context_;
  LeafBatch<G> leaves_;
  std::vector<Step> steps_;
  std::vector<double> weights_;  // of means, in the order of their steps
};

}  // namespace mcms
