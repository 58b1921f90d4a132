// Iterative deepening: depth 1, 2, … until a limit; the one driver of all depth-limited searches.
//
// When the budget is spent in the middle of a depth, the root actions finished there count if there is
// at least one (the last depth's best is searched first); otherwise the last finished depth stands.
#pragma once

#include <limits>
#include <numeric>
#include <vector>

#include "mcms/search/context.hpp"
#include "mcms/search/result.hpp"

namespace mcms {

template <Game G, class Chance, class Algorithm>
class Deepening {
 public:
  using State = typename G::State;

  Deepening(Context<G, Chance>& context, const Limits& limits)
      : context_(context), algorithm_(context), limits_(limits) {}

  SearchResult<G> run(const State& root) {
    start(root);
    result_.stop_reason = deepen(root);
    result_.counters = context_.counters();
    result_.principal_variation = principal_variation(root);
    result_.seconds = context_.budget.elapsed();
    return std::move(result_);
  }

 private:
  // Before anything is searched: the static order's first action and, at a decision, the plain estimate.
  void start(const State& root) {
    const Bounds unknown = Bounds::unknown(context_.range);
    mover_ = context_.game.turn(root);
    if (mover_ == Turn::chance) {
      result_.value = std::midpoint(unknown.lower, unknown.upper);
      return;
    }
    result_.value = context_.game.estimate(root);
    result_.best = 0;
    result_.actions.assign(context_.game.actions(root).size(), RootAction{unknown, 0});
  }

  StopReason deepen(const State& root) {
    const int last = limits_.depth.value_or(largest_depth);
    try {
      for (int depth = 1; depth <= last; ++depth) {
        const auto horizon_before = context_.horizon();
        const bool is_chance = mover_ == Turn::chance;
        result_.value = is_chance ? algorithm_.search(root, depth, Window{}).lower : search_actions(root, depth);
        result_.depth = depth;
        if (context_.horizon() == horizon_before) return StopReason::complete;
      }
      return StopReason::depth;
    } catch (const BudgetSpent& spent) {
      return spent.reason;
    }
  }

  // The root's own alpha-beta, which keeps what it learns of each action and what it finds as it goes.
  double search_actions(const State& root, int depth) {
    context_.budget.enter_node();
    ++context_.expanded;
    const auto actions = context_.game.actions(root);
    const MoveOrder order(*result_.best);
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t position = 0; position < actions.size(); ++position) {
      const std::size_t i = order[position];
      const Window window = for_mover(mover_, Window{best, std::numeric_limits<double>::infinity()});
      const Bounds proved = algorithm_.search(context_.game.play(root, actions[i]), depth - 1, window);
      result_.actions[i] = {proved, depth};
      const double lower = for_mover(mover_, proved).lower;
      if (lower > best) {
        best = lower;
        result_.best = i;
        result_.value = for_mover(mover_, best);
      }
    }
    return result_.value;
  }

  // Best actions as remembered, the likeliest outcome wherever chance decides.
  std::vector<typename SearchResult<G>::Step> principal_variation(State s) const {
    std::vector<typename SearchResult<G>::Step> line;
    std::optional<std::size_t> best = result_.best;
    const int longest = std::max(result_.depth, 1);
    for (int decisions = 0; decisions < longest;) {
      const Turn turn = context_.game.turn(s);
      if (turn == Turn::over) break;
      if (turn == Turn::chance) {
        const auto outcome = likeliest_outcome(s);
        line.emplace_back(std::in_place_index<1>, outcome);
        s = context_.game.resolve(s, outcome);
        continue;
      }
      if (decisions++ > 0 || !best) best = remembered_action(s);
      if (!best) break;
      const auto action = context_.game.actions(s)[*best];
      line.emplace_back(std::in_place_index<0>, action);
      s = context_.game.play(s, action);
    }
    while (!line.empty() && line.back().index() == 1) line.pop_back();  // no decision follows it
    return line;
  }

  typename G::Outcome likeliest_outcome(const State& s) const {
    const auto expansion = context_.chance.expand(context_.game, s);
    std::size_t likeliest = 0;
    for (std::size_t i = 1; i < expansion.size(); ++i) {
      if (expansion[i].probability > expansion[likeliest].probability) likeliest = i;
    }
    return expansion[likeliest].outcome;
  }

  std::optional<std::size_t> remembered_action(const State& s) const {
    const auto* entry = context_.table.find(context_.game.hash(s));
    if (entry == nullptr || entry->best_action >= context_.game.actions(s).size()) return std::nullopt;
    return entry->best_action;
  }

  Context<G, Chance>& context_;
  Algorithm algorithm_;
  Limits limits_;
  Turn mover_ = Turn::over;
  SearchResult<G> result_;
};

}  // namespace mcms
