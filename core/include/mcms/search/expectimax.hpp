// Expectimax (Michie 1966): the depth-d minimax value by its definition, nothing pruned.
//
//   V_d(s) = max or min over a of V_d(s, a)      if d > 0 and s is a decision
//   V_d(s) = h(s)                                if d = 0 or s is finished
//   V_d(s, a) = sum over s' of P(s' | s, a) V_{d-1}(s')
//
// With sampled chance nodes this is the paper's expss. Depth counts decisions; chance nodes cost none.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "mcms/search/candidates.hpp"
#include "mcms/search/expansion.hpp"
#include "mcms/search/leaves_at_once.hpp"
#include "mcms/search/parallel.hpp"

namespace mcms {

template <Game G, class Chance>
class Expectimax {
 public:
  using State = typename G::State;
  using StateArg = Passed<State>;

  explicit Expectimax(Context<G, Chance>& context) : context_(context) {}

  Bounds search(StateArg s, int depth, Window) { return Bounds::exact(value(s, depth)); }

  MCMS_ALWAYS_INLINE double value(StateArg s, int depth) {
    if constexpr (EstimatesMany<G>) {
      using Leaves = LeavesAtOnce<G, Chance>;
      if (depth <= Leaves::deepest && context_.game.estimates_many()) return Leaves(context_).value(s, depth);
    }
    if (depth == 0) return leaf(s);
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return mean(s, depth);
    context_.budget.enter_node();
    if (turn == Turn::over) return context_.utility(s);
    return depth == 1 ? best_leaf(s, turn) : decision_node(s, turn, depth);
  }

  // What a chance node just above the leaves is worth, by the game's own hook if it has one.
  MCMS_ALWAYS_INLINE double leaf_mean(StateArg s) {
    if constexpr (ValuesLeaves<G>) {
      if (const auto leaves = context_.chance.leaves(context_.game, s)) [[likely]] {
        context_.enter_leaves(*leaves);
        return leaves->value;
      }
    }
    return mean(s, 0);
  }

  Context<G, Chance>& context() { return context_; }

 private:
  struct Optimum {
    double value;
    std::size_t action;
  };

  // Nearly all nodes are leaves: what is inlined here costs them no call.
  MCMS_ALWAYS_INLINE double leaf(StateArg s) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return leaf_mean(s);
    context_.budget.enter_node();
    return turn == Turn::over ? context_.utility(s) : context_.estimate(s);
  }

  MCMS_NOINLINE double best_leaf(StateArg s, Turn mover) {
    return optimum(s, mover, [&](StateArg next) MCMS_INLINE_LAMBDA { return leaf(next); }).value;
  }

  // The best actions are kept for the principal variation; nothing here profits from their order.
  MCMS_NOINLINE double decision_node(StateArg s, Turn mover, int depth) {
    context_.budget.require_stack();
    const auto hash = context_.game.hash(s);
    if (context_.options.table_bounds) {
      const auto found = context_.table.find(hash, depth);
      if (context_.answers(found, Window{})) return found.proved->bounds.lower;
    } else {
      context_.table.prefetch(hash, depth);  // so that storing does not have to wait
    }
    const auto before = context_.horizon();
    const Optimum best = context_.options.candidates > 0 || context_.shares(depth - 1)
                             ? ordered_optimum(s, mover, depth)
                             : optimum(s, mover, [&](StateArg next) { return value(next, depth - 1); });
    context_.table.store(hash, depth, context_.proved(Bounds::exact(best.value), before), best.action);
    return best.value;
  }

  MCMS_NOINLINE double mean(StateArg s, int depth) {
    context_.budget.enter_chance();
    context_.budget.require_stack();
    if constexpr (requires { context_.chance.is_single_at(depth); }) {
      if (context_.chance.is_single_at(depth)) return value(context_.only_outcome(s, depth), depth);
    }
    if (context_.shares(depth)) [[unlikely]]
      return shared_mean(s, depth);
    const auto expansion = expand(context_, s, depth);
    if constexpr (ValuesSomeLeaves<G, std::remove_cvref_t<decltype(expansion.outcomes)>>) {
      if (depth == 0) {
        if (const auto leaves = context_.game.leaf_expectation(s, expansion.outcomes)) {
          context_.enter_outcomes(*leaves);
          return context_.in_range(leaves->value + expansion.shift);
        }
      }
    }
    double sum = 0.0;
    for (const auto& [outcome, probability] : expansion.outcomes) {
      sum += probability * value(context_.game.resolve(s, outcome), depth);
    }
    return context_.in_range(sum + expansion.shift);
  }

  // Several threads find the values, which are then put together in their order, as one thread would.
  MCMS_COLD double shared_mean(StateArg s, int depth) {
    const auto expansion = expand(context_, s, depth);
    const auto values = all_values(depth, expansion.outcomes.size(), [&](Expectimax& by, std::size_t i) {
      return by.value_apart(by.context_.game.resolve(s, expansion.outcomes[i].outcome), depth);
    });
    double sum = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += expansion.outcomes[i].probability * values[i];
    return context_.in_range(sum + expansion.shift);
  }

  // Where some actions are left out, or several threads search them.
  MCMS_COLD Optimum ordered_optimum(StateArg s, Turn mover, int depth) {
    const auto actions = context_.game.actions(s);
    const MoveOrder order = move_order(context_, s, mover, depth, actions, std::nullopt);
    const auto values = all_values(depth - 1, order.size(), [&](Expectimax& by, std::size_t i) {
      return by.value_apart(by.context_.game.play(s, actions[order[i]]), depth - 1);
    });
    std::size_t best = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      if (for_mover(mover, values[i]) > for_mover(mover, values[best])) best = i;
    }
    return {values[best], order[best]};
  }

  // Not inlined, or the compiler would inline less where one thread searches.
  MCMS_COLD double value_apart(StateArg s, int depth) { return value(s, depth); }

  template <class ValueOf>
  std::vector<double> all_values(int depth, std::size_t count, ValueOf&& value_of) {
    std::vector<double> values(count);
    by_whom(context_, depth, [&](auto children) {
      return children.visit_children(*this, depth, 0, count, [&](Expectimax& by, std::size_t i, const auto& hold) {
        values[i] = hold.apart([&] { return value_of(by, i); });
        return true;
      });
    });
    return values;
  }

  // Compiled once for Max and once for Min.
  template <class Value>
  MCMS_ALWAYS_INLINE Optimum optimum(StateArg s, Turn mover, Value&& value_of) {
    return mover == Turn::first ? optimum<Turn::first>(s, value_of) : optimum<Turn::second>(s, value_of);
  }

  template <Turn mover, class Value>
  MCMS_ALWAYS_INLINE Optimum optimum(StateArg s, Value&& value_of) {
    const auto actions = context_.game.actions(s);
    double best = -std::numeric_limits<double>::infinity();
    std::size_t best_action = 0;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const double v = for_mover(mover, value_of(context_.game.play(s, actions[i])));
      if (v > best) best = v, best_action = i;
    }
    return {for_mover(mover, best), best_action};
  }

  Context<G, Chance>& context_;
};

}  // namespace mcms
