// Iterative deepening: depth 1, 2, … until a limit; the one driver of all depth-limited searches.
//
// When the budget is spent in the middle of a depth, the root actions finished there count if there is
// at least one (the last depth's best is searched first); otherwise the last finished depth stands. Where threads share
// a node limit it depends on their timing what they finish of a depth, so that only finished depths count.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "mcms/search/candidates.hpp"
#include "mcms/search/context.hpp"
#include "mcms/search/parallel.hpp"
#include "mcms/search/result.hpp"

namespace mcms {

template <Game G, class Chance, class Algorithm>
class Deepening {
 public:
  using State = typename G::State;

  // Is shown what is known after each depth, and says whether to continue.
  using Progress = std::function<bool(const SearchResult<G>&)>;

  Deepening(Context<G, Chance>& context, const Limits& limits, const Progress& progress = {})
      : context_(context), algorithm_(context), limits_(limits), progress_(progress) {}

  SearchResult<G> run(const State& root) {
    start(root);
    result_.stop_reason = deepen(root);
    sum_up(root);
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
    SearchResult<G> finished;
    try {
      for (int depth = 1; depth <= last; ++depth) {
        if (context_.team != nullptr) context_.team->start_depth(depth), finished = result_;
        const auto before = context_.horizon();
        const bool is_chance = mover_ == Turn::chance;
        result_.value = is_chance ? algorithm_.search(root, depth, Window{}).lower : search_actions(root, depth);
        result_.depth = depth;
        if (context_.horizon().cut_off == before.cut_off) return StopReason::complete;
        if (depth < last && !goes_on(root)) return StopReason::stopped;
      }
      return StopReason::depth;
    } catch (const BudgetSpent& spent) {
      if (context_.team != nullptr && spent.reason == StopReason::nodes) result_ = std::move(finished);
      return spent.reason;
    }
  }

  bool goes_on(const State& root) {
    if (!progress_) return true;
    sum_up(root);
    return progress_(result_);
  }

  void sum_up(const State& root) {
    result_.counters = all_counters(context_);
    result_.principal_variation = principal_variation(root);
    result_.seconds = context_.budget.elapsed();
  }

  // The root's own alpha-beta, which keeps what it learns of each action and what it finds as it goes.
  double search_actions(const State& root, int depth) {
    context_.budget.enter_node();
    const auto actions = context_.game.actions(root);
    const MoveOrder order = move_order(context_, root, mover_, depth, actions, result_.best);
    double best = -infinity;
    std::size_t best_position = 0;
    const auto visit = [&](Algorithm& by, std::size_t position, const auto& hold) {
      const std::size_t i = order[position];
      // Among equals the first is best, whichever is searched first: an action listed before the best so far need only
      // equal it.
      const double alpha = position < best_position ? std::nextafter(best, -infinity) : best;
      const Window window = for_mover(mover_, Window{alpha, infinity});
      const Bounds proved =
          hold.apart([&] { return by.search(by.context().game.play(root, actions[i]), depth - 1, window); });
      result_.actions[i] = {proved, depth};
      const double lower = for_mover(mover_, proved).lower;
      if (lower > best || (lower == best && position < best_position)) {
        best = lower;
        best_position = position;
        result_.best = i;
        result_.value = for_mover(mover_, best);
      }
      return true;
    };
    visit(algorithm_, 0, InTurn{});
    by_whom(context_, depth - 1,
            [&](auto children) { return children.visit_children(algorithm_, depth - 1, 1, order.size(), visit); });
    return result_.value;
  }

  // Best actions as remembered, the likeliest outcome wherever chance decides.
  std::vector<typename SearchResult<G>::Step> principal_variation(State s) const {
    std::vector<typename SearchResult<G>::Step> line;
    std::optional<std::size_t> best = result_.best;
    int depth = std::max(result_.depth, 1);
    const auto longest = std::size_t(2 * depth + longest_luck);
    while (line.size() < longest) {
      const Turn turn = context_.game.turn(s);
      if (turn == Turn::over || (turn != Turn::chance && depth == 0)) break;
      if (turn == Turn::chance) {
        const auto outcome = likeliest_outcome(s, depth);
        line.emplace_back(std::in_place_index<1>, outcome);
        s = context_.game.resolve(s, outcome);
        continue;
      }
      const auto actions = context_.game.actions(s);
      if (!best) best = context_.table.find(context_.game.hash(s), depth).best_action;
      if (!best || *best >= actions.size()) break;
      line.emplace_back(std::in_place_index<0>, actions[*best]);
      s = context_.game.play(s, actions[*best]);
      best.reset();
      --depth;
    }
    while (!line.empty() && line.back().index() == 1) line.pop_back();  // no decision follows it
    return line;
  }

  typename G::Outcome likeliest_outcome(const State& s, int depth) const {
    const auto& outcomes = context_.chance.outcomes(context_.game, s, depth);
    std::size_t likeliest = 0;
    for (std::size_t i = 1; i < outcomes.size(); ++i) {
      if (outcomes[i].probability > outcomes[likeliest].probability) likeliest = i;
    }
    return outcomes[likeliest].outcome;
  }

  // In a line that is shown; more steps of luck alone would tell nobody anything.
  static constexpr int longest_luck = 1000;
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Context<G, Chance>& context_;
  Algorithm algorithm_;
  Limits limits_;
  const Progress& progress_;
  Turn mover_ = Turn::over;
  SearchResult<G> result_;
};

}  // namespace mcms
