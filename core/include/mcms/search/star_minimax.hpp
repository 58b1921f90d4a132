// *-Minimax (Ballard 1983): alpha-beta on decision nodes, with chance nodes pruned by a rule.
//
// This file is the part Star1 and Star2 share, the paper's alphabeta1 and alphabeta2; the rules are in
// star1.hpp and star2.hpp.
#pragma once

#include "mcms/search/context.hpp"
#include "mcms/search/expectimax.hpp"
#include "mcms/search/outcome_set.hpp"

namespace mcms {

// What is proved of one action of a decision node.
struct ActionProof {
  Bounds bounds;
  std::size_t action;
  bool complete;  // from finished states alone
};

// What a first look at a state proves of it, and of the action it looked at, if it was only one.
struct Probe {
  Bounds bounds;
  std::optional<ActionProof> action;
};

template <Game G, class Chance, class ChanceRule>
class StarMinimax {
 public:
  using State = typename G::State;
  using StateArg = Passed<State>;
  using Entry = TranspositionTable::Entry;

  explicit StarMinimax(Context<G, Chance>& context) : context_(context), unpruned_(context) {}

  // Proves bounds on V_depth(s) that are exact or decide the window.
  Bounds search(StateArg s, int depth, Window window) {
    if (depth < context_.options.prune_from) return Bounds::exact(unpruned_.value(s, depth));
    return pruned_search(s, depth, window);
  }

  // Star2's first look at a successor: the likely best action alone, so a Max node proves at least, a Min
  // node at most, that action's value. Finished states and leaves are known at once, chance is not probed.
  Probe probe(StateArg s, int depth, Window window) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return {Bounds::unknown(context_.range), std::nullopt};
    if (turn == Turn::over || depth == 0) return {search(s, depth, window), std::nullopt};
    context_.budget.enter_node();
    if (!context_.uses_table(depth)) return probe_action(s, turn, depth, window, nullptr);
    const auto hash = context_.game.hash(s);
    const Entry* entry = context_.table.find(hash);
    if (context_.answers(entry, depth, window)) return {entry->bounds, std::nullopt};
    const Probe probe = probe_action(s, turn, depth, window, entry);
    // Of the state's best action the probe has learnt nothing new.
    if (context_.options.table_bounds) {
      context_.table.store(hash, depth, probe.bounds, probe.action->complete, probe.action->action);
    }
    return probe;
  }

  // Searches the other actions of a probed successor.
  Bounds resume(StateArg s, int depth, Window window, const ActionProof& probed) {
    return decision_node(s, context_.game.turn(s), depth, window, &probed);
  }

  Context<G, Chance>& context() { return context_; }

 private:
  [[gnu::noinline]] Bounds pruned_search(StateArg s, int depth, Window window) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return chance_node(s, depth, window);
    context_.budget.enter_node();
    if (turn == Turn::over) return Bounds::exact(context_.utility(s));
    if (depth == 0) return Bounds::exact(context_.game.estimate(s));
    return decision_node(s, turn, depth, window);
  }

  Bounds chance_node(StateArg s, int depth, Window window) {
    ++context_.counts.chance_nodes;
    OutcomeSet<G> outcomes(context_.chance.expand(context_.game, s), context_.range);
    return ChanceRule::search(*this, outcomes, s, depth, window);
  }

  Bounds decision_node(StateArg s, Turn mover, int depth, Window window, const ActionProof* probed = nullptr) {
    if (!context_.uses_table(depth)) return alpha_beta(s, mover, depth, window, nullptr, probed).bounds;
    const auto hash = context_.game.hash(s);
    const Entry* entry = probed == nullptr ? context_.table.find(hash) : nullptr;
    if (context_.answers(entry, depth, window)) return entry->bounds;
    const ActionProof best = alpha_beta(s, mover, depth, window, entry, probed);
    context_.table.store(hash, depth, best.bounds, best.complete, best.action);
    return best.bounds;
  }

  Probe probe_action(StateArg s, Turn mover, int depth, Window window, const Entry* entry) {
    ++context_.expanded;
    const auto actions = context_.game.actions(s);
    const std::size_t likely_best = MoveOrder(actions.size(), entry)[0];
    const auto horizon_before = context_.watched_horizon();
    const Bounds proved = search(context_.game.play(s, actions[likely_best]), depth - 1, window);
    Bounds of_state = for_mover(mover, proved);
    of_state.upper = unseen_upper(mover);
    return {for_mover(mover, of_state), ActionProof{proved, likely_best, context_.watched_horizon() == horizon_before}};
  }

  // As far as the mover knows, an action not looked at may be worth this much.
  double unseen_upper(Turn mover) const { return for_mover(mover, Bounds::unknown(context_.range)).upper; }

  ActionProof alpha_beta(StateArg s, Turn mover, int depth, Window window, const Entry* entry,
                         const ActionProof* probed) {
    if (probed == nullptr) ++context_.expanded;
    const auto actions = context_.game.actions(s);
    const MoveOrder order = probed != nullptr ? MoveOrder(probed->action) : MoveOrder(actions.size(), entry);
    const auto horizon_before = context_.watched_horizon();
    Window open = for_mover(mover, window);
    ActionProof best{{-infinity, -infinity}, order[0], false};
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const Bounds found = probed != nullptr && i == 0
                               ? probed->bounds
                               : search(context_.game.play(s, actions[order[i]]), depth - 1, for_mover(mover, open));
      const Bounds proved = for_mover(mover, found);
      if (proved.lower > best.bounds.lower) best.action = order[i];
      best.bounds = {std::max(best.bounds.lower, proved.lower), std::max(best.bounds.upper, proved.upper)};
      open.alpha = std::max(open.alpha, best.bounds.lower);
      if (best.bounds.lower >= open.beta && i + 1 < actions.size()) {
        best.bounds.upper = unseen_upper(mover);
        break;
      }
    }
    const bool complete = context_.watched_horizon() == horizon_before && (probed == nullptr || probed->complete);
    return {for_mover(mover, best.bounds), best.action, complete};
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Context<G, Chance>& context_;
  Expectimax<G, Chance> unpruned_;
};

}  // namespace mcms
