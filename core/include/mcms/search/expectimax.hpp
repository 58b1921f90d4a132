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
#include <utility>

#include "mcms/search/context.hpp"

namespace mcms {

template <Game G, class Chance>
class Expectimax {
 public:
  using State = typename G::State;
  using StateArg = Passed<State>;

  explicit Expectimax(Context<G, Chance>& context) : context_(context) {}

  Bounds search(StateArg s, int depth, Window) { return Bounds::exact(value(s, depth)); }

  double value(StateArg s, int depth) {
    return with_level(depth, [&](auto level) { return node(s, level); });
  }

  double expectation(StateArg s, int depth) {
    return with_level(depth, [&](auto level) { return chance_node(s, level); });
  }

 private:
  // A depth is an int or, on the two lowest levels, where nearly all nodes are, a type: those levels
  // are compiled for their depth, one inside the other, and a leaf costs no call. That inlining is said
  // outright, since left to the compiler it came to depend on what else was in the translation unit.
  template <int Depth>
  struct Level {
    constexpr operator int() const { return Depth; }
  };
  using Leaves = Level<0>;
  using AboveLeaves = Level<1>;

  template <class Use>
  static double with_level(int depth, Use&& use) {
    if (depth == 0) return use(Leaves{});
    if (depth == 1) return use(AboveLeaves{});
    return use(depth);
  }

  template <class Depth>
  [[gnu::always_inline]] double node(StateArg s, Depth depth) {
    const Turn turn = context_.game.turn(s);
    if (turn == Turn::chance) return chance_node(s, depth);
    context_.budget.enter_node();
    if (turn == Turn::over) return context_.utility(s);
    return decision_node(s, turn, depth);
  }

  [[gnu::always_inline]] double decision_node(StateArg s, Turn, Leaves) { return context_.game.estimate(s); }

  [[gnu::always_inline]] double decision_node(StateArg s, Turn mover, AboveLeaves) {
    ++context_.expanded;
    if constexpr (ValuesShallow<G> && std::same_as<Chance, Exact>) {
      if (const auto value = shallow_value(s)) return *value;
    }
    return optimum(s, mover, [&](StateArg next) __attribute__((always_inline)) { return node(next, Leaves{}); }).value;
  }

  // The game's own count of what lies below is only good if no limit can fall in the middle of it.
  std::optional<double> shallow_value(StateArg s) {
    if (!context_.budget.affords(context_.game.most_shallow_nodes())) return std::nullopt;
    const auto found = context_.game.shallow_value(s);
    if (!found) return std::nullopt;
    context_.budget.enter_nodes(found->nodes);
    context_.finished += found->finished;
    context_.counts.chance_nodes += found->chance_nodes;
    return found->value;
  }

  // The best actions are kept for the principal variation; nothing here profits from their order.
  double decision_node(StateArg s, Turn mover, int depth) {
    const auto hash = context_.game.hash(s);
    if (const auto* entry = context_.find_answer(hash); context_.answers(entry, depth, Window{})) {
      return entry->bounds.lower;
    }
    ++context_.expanded;
    const auto horizon_before = context_.watched_horizon();
    const Optimum best = optimum(s, mover, [&](StateArg next) { return value(next, depth - 1); });
    context_.table.store(hash, depth, Bounds::exact(best.value), context_.watched_horizon() == horizon_before,
                         best.action);
    return best.value;
  }

  double chance_node(StateArg s, int depth) {
    return mean(s, [&](StateArg next) __attribute__((always_inline)) { return node(next, depth); });
  }
  double chance_node(StateArg s, AboveLeaves depth) {
    return mean(s, [&](StateArg next) __attribute__((always_inline)) { return node(next, depth); });
  }

  // The leaves are counted in a register, unless the budget must be asked before each.
  [[gnu::always_inline]] double chance_node(StateArg s, Leaves) {
    const auto& outcomes = context_.chance.expand(context_.game, s);
    if (!context_.budget.affords(outcomes.size())) return last_expectation(s);
    ++context_.counts.chance_nodes;
    return mean_of_leaves(s, outcomes);
  }

  // The same sum to the last bit, or the answer would depend on when the budget was polled.
  [[gnu::noinline, gnu::cold]] double last_expectation(StateArg s) {
    ++context_.counts.chance_nodes;
    const auto& outcomes = context_.chance.expand(context_.game, s);
    double sum = 0.0, other_sum = 0.0;
    for (const auto& [outcome, probability] : outcomes) {
      if constexpr (sums_in_turn<std::remove_cvref_t<decltype(outcomes)>>) std::swap(sum, other_sum);
      sum += probability * value(context_.game.resolve(s, outcome), 0);
    }
    return sum + other_sum;
  }

  // Unrolled, the leaves are added to two sums in turn, since one would have to wait for each addition.
  // Other lists may ask for the same order of additions.
  template <class Outcomes>
  static constexpr bool sums_in_turn =
      requires { std::tuple_size<Outcomes>::value; } || requires { Outcomes::sums_in_turn; };

  template <class Value>
  [[gnu::always_inline]] double mean(StateArg s, Value&& value_of) {
    ++context_.counts.chance_nodes;
    double sum = 0.0;
    for (const auto& [outcome, probability] : context_.chance.expand(context_.game, s)) {
      sum += probability * value_of(context_.game.resolve(s, outcome));
    }
    return sum;
  }

  template <class Outcomes>
  [[gnu::always_inline]] double mean_of_leaves(StateArg s, const Outcomes& outcomes) {
    std::uint64_t entered = 0;
    double sum = 0.0, other_sum = 0.0;
    [[maybe_unused]] const auto estimates = outcome_estimates(s);
    for_each_unrolled(outcomes, [&](const auto& weighted) __attribute__((always_inline)) {
      if constexpr (sums_in_turn<Outcomes>) std::swap(sum, other_sum);
      if constexpr (EstimatesOutcomes<G>) {
        if (const auto known = estimates(weighted.outcome)) {
          ++entered;
          sum += weighted.probability * *known;
          return;
        }
      }
      const State next = context_.game.resolve(s, weighted.outcome);
      const Turn turn = context_.game.turn(next);
      entered += turn != Turn::chance;
      sum += weighted.probability * (turn == Turn::chance ? expectation(next, 0)
                                     : turn == Turn::over ? context_.utility(next)
                                                          : context_.game.estimate(next));
    });
    context_.budget.enter_nodes(entered);
    return sum + other_sum;
  }

  auto outcome_estimates(StateArg s) const {
    if constexpr (EstimatesOutcomes<G>) {
      return context_.game.outcome_estimates(s);
    } else {
      return std::nullopt;
    }
  }

  struct Optimum {
    double value;
    std::size_t action;
  };

  // Compiled once for Max and once for Min.
  template <class Value>
  [[gnu::always_inline]] Optimum optimum(StateArg s, Turn mover, Value&& value_of) {
    return mover == Turn::first ? optimum<Turn::first>(s, value_of) : optimum<Turn::second>(s, value_of);
  }

  template <Turn mover, class Value>
  [[gnu::always_inline]] Optimum optimum(StateArg s, Value&& value_of) {
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
