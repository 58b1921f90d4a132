// *-Minimax (Ballard 1983): alpha-beta on decision nodes, with chance nodes pruned by a rule.
//
// This file is the part Star1 and Star2 share, the paper's alphabeta1 and alphabeta2; the rules are in
// star1.hpp and star2.hpp.
#pragma once

#include "mcms/search/candidates.hpp"
#include "mcms/search/context.hpp"
#include "mcms/search/expectimax.hpp"
#include "mcms/search/outcome_set.hpp"
#include "mcms/search/parallel.hpp"

namespace mcms {

// What is proved of a decision node by one of its actions.
struct ActionProof {
  Proved proved;
  std::size_t action;
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
  using Found = TranspositionTable::Found;

  explicit StarMinimax(Context<G, Chance>& context) : context_(context), unpruned_(context) {}

  // Proves bounds on V_depth(s) that are exact or decide the window.
  Bounds search(StateArg s, int depth, Window window) {
    if (depth < context_.prune_from) return Bounds::exact(unpruned_.value(s, depth));
    return pruned_search(s, depth, window);
  }

  // Star2's first look at a successor: the likely best action alone, so a Max node proves at least, a Min
  // node at most, that action's value. Finished states and leaves are known at once, chance is not probed.
  Probe probe(StateArg s, int depth, Window window) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return {Bounds::unknown(context_.range), std::nullopt};
    if (turn == Turn::over || depth == 0) return {search(s, depth, window), std::nullopt};
    context_.budget.enter_node();
    context_.budget.require_stack();
    if (!context_.uses_table(depth)) return probe_action(s, turn, depth, window, {});
    const auto hash = context_.game.hash(s);
    const Found found = context_.table.find(hash, depth);
    if (context_.answers(found, window)) return {found.proved->bounds, std::nullopt};
    const Probe probe = probe_action(s, turn, depth, window, found);
    if (context_.options.table_bounds) {
      const Proved& of_action = probe.action->proved;
      context_.table.store(hash, depth, {probe.bounds, of_action.ended, of_action.complete}, probe.action->action);
    }
    return probe;
  }

  // Searches the other actions of a probed successor.
  Bounds resume(StateArg s, int depth, Window window, const ActionProof& probed) {
    return decision_node(s, context_.game.turn(s), depth, window, &probed);
  }

  Context<G, Chance>& context() { return context_; }

 private:
  MCMS_NOINLINE Bounds pruned_search(StateArg s, int depth, Window window) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return chance_node(s, depth, window);
    context_.budget.enter_node();
    if (turn == Turn::over) return Bounds::exact(context_.utility(s));
    if (depth == 0) return Bounds::exact(context_.estimate(s));
    context_.budget.require_stack();
    return decision_node(s, turn, depth, window);
  }

  Bounds chance_node(StateArg s, int depth, Window window) {
    // All leaves at once are cheaper than the first of them by itself.
    if constexpr (ValuesLeaves<G>) {
      if (depth == 0) return Bounds::exact(unpruned_.leaf_mean(s));
    }
    context_.budget.enter_chance();
    context_.budget.require_stack();
    if (context_.excludes_range(window)) return Bounds::unknown(context_.range);
    if constexpr (requires { context_.chance.is_single_at(depth); }) {
      if (context_.chance.is_single_at(depth)) return only_outcome(s, depth, window);
    }
    OutcomeSet<G> outcomes(expand(context_, s, depth), context_,
                           [&](const auto& outcome) { return bounds_of_outcome(s, outcome, depth); });
    context_.budget.enter_nodes(outcomes.known());
    const bool cut = outcomes.is_narrowed() && ChanceRule::cuts(*this, outcomes.sums(), window);
    const Bounds proved = cut ? outcomes.so_far() : ChanceRule::search(*this, outcomes, s, depth, window);
    if (outcomes.rests_on_rules(proved)) context_.rest_on_rules();
    return proved;
  }

  // What a set of one outcome comes to, without the set.
  Bounds only_outcome(StateArg s, int depth, Window window) {
    const OneOutcome set{context_.range, context_.slack};
    return set.bounds(search(context_.only_outcome(s, depth), depth, set.child_window(window)));
  }

  Bounds bounds_of_outcome(StateArg s, const typename G::Outcome& outcome, int depth) {
    if constexpr (BoundsValues<G>) {
      // Wherever they say anything, they say something of decisions.
      if (context_.has_bounds_by_rules(Turn::first, depth)) {
        const State next = context_.game.resolve(s, outcome);
        return context_.bounds_by_rules(next, context_.game.turn(next), depth);
      }
    }
    return Bounds::unknown(context_.range);
  }

  // What an action leads to is searched unless the rules decide the window.
  Bounds search_action(StateArg next, int depth, Window window) {
    if constexpr (BoundsValues<G>) {
      const Turn turn = context_.game.turn(next);
      if (context_.has_bounds_by_rules(turn, depth) && (turn == Turn::chance || depth > 0)) {
        const Bounds bounds = context_.bounds_by_rules(next, turn, depth);
        if (bounds.is_exact() || window.decided_by(bounds)) {
          turn == Turn::chance ? context_.budget.enter_chance() : context_.budget.enter_node();
          context_.rest_on_rules();
          return bounds;
        }
      }
    }
    return search(next, depth, window);
  }

  Bounds decision_node(StateArg s, Turn mover, int depth, Window window, const ActionProof* probed = nullptr) {
    if (!context_.uses_table(depth)) return alpha_beta(InTurn{}, s, mover, depth, window, {}, probed).proved.bounds;
    const auto hash = context_.game.hash(s);
    Found found;
    if (probed == nullptr) found = context_.table.find(hash, depth);
    if (context_.answers(found, window)) return found.proved->bounds;
    const ActionProof best = by_whom(context_, depth - 1, [&](auto children) {
      return alpha_beta(children, s, mover, depth, window, found, probed);
    });
    context_.table.store(hash, depth, best.proved, best.action);
    return best.proved.bounds;
  }

  Probe probe_action(StateArg s, Turn mover, int depth, Window window, const Found& found) {
    const auto actions = context_.game.actions(s);
    const auto before = context_.horizon();
    const std::size_t likely_best = move_order(context_, s, mover, depth, actions, found.best_action)[0];
    const Bounds proved = search_action(context_.game.play(s, actions[likely_best]), depth - 1, window);
    Bounds of_state = for_mover(mover, proved);
    of_state.upper = unseen_upper(mover);
    return {for_mover(mover, of_state), ActionProof{context_.proved(proved, before), likely_best}};
  }

  // As far as the mover knows, an action not looked at may be worth this much.
  double unseen_upper(Turn mover) const { return for_mover(mover, Bounds::unknown(context_.range)).upper; }

  template <class Children>
  ActionProof alpha_beta(Children children, StateArg s, Turn mover, int depth, Window window, const Found& found,
                         const ActionProof* probed) {
    const auto actions = context_.game.actions(s);
    const auto before = context_.horizon();
    const MoveOrder order =
        move_order(context_, s, mover, depth, actions, probed != nullptr ? probed->action : found.best_action);
    const Window asked = for_mover(mover, window);
    Window open = asked;
    Bounds best{-infinity, -infinity};
    std::size_t best_action = order[0];
    std::size_t left = order.size();
    // What is proved of one action; returns whether the others matter.
    const auto count = [&](std::size_t i, Bounds of_action) {
      const Bounds proved = for_mover(mover, of_action);
      // What did not reach the window says nothing of which action is best: the old one stays.
      if (proved.lower > best.lower && proved.lower > asked.alpha) best_action = order[i];
      best = {std::max(best.lower, proved.lower), std::max(best.upper, proved.upper)};
      open.alpha = std::max(open.alpha, best.lower);
      --left;
      return best.lower < open.beta;
    };
    const auto visit = [&](StarMinimax& by, std::size_t i, const auto& hold) {
      const Window now = for_mover(mover, open);
      return count(
          i, hold.apart([&] { return by.search_action(by.context_.game.play(s, actions[order[i]]), depth - 1, now); }));
    };
    // The others wait for the first, which narrows their window.
    const bool matter = probed != nullptr ? count(0, probed->proved.bounds) : visit(*this, 0, InTurn{});
    if (matter) children.visit_children(*this, depth - 1, 1, order.size(), visit);
    if (best.lower >= open.beta && left > 0) best.upper = unseen_upper(mover);
    Proved all = context_.proved(for_mover(mover, best), before);
    if (probed != nullptr) {
      all.ended = all.ended && probed->proved.ended;
      all.complete = all.complete && probed->proved.complete;
    }
    return {all, best_action};
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();

  Context<G, Chance>& context_;
  Expectimax<G, Chance> unpruned_;
};

}  // namespace mcms
