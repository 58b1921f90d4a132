// What MCTS makes of a simulation on the way back up:
//
//   mean         Q(s) = mean of the values of all simulations through s                      (UCT)
//   expectimax   Q(s) = max Q(s') over the actions tried, min if the second player decides   (DP-UCT)
//                Q(s) = sum of p V(o) over all outcomes,  V(o) = Q(o), or V_0(o) while nobody has been there
//
// The first is the published algorithm. With the second a leaf is worth its static value V_0, all luck in it exact, and
// nothing else is noise: once a finite tree is complete, its root is worth what expectimax says. The backup is that
// of DP-UCT (Keller & Helmert 2013), which leaves out outcomes not met yet and renormalises the others. The sum is kept
// by what changes: Q(s) grows by p times what Q(o) grows by, and a new node starts from the V_0 that counted before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "mcms/search/chance/control.hpp"
#include "mcms/search/limits.hpp"
#include "mcms/search/mcts_tree.hpp"

namespace mcms {

enum class MctsBackup : std::uint8_t { mean, expectimax };

// A mean asks for nothing but the nodes that were passed.
struct MeanBackup {
  static constexpr bool is_mean = true;

  void start() {}
  void step(Turn, double) {}
  void carry_up(MctsTree& tree, std::span<const NodeIndex> path, double value) {
    for (const NodeIndex i : path) {
      ++tree[i].visits;
      tree[i].total += value;
    }
  }
};

template <Game G>
class ExpectimaxBackup {
 public:
  static constexpr bool is_mean = false;
  using State = typename G::State;

  // A root of chance has no leaf's value before its outcomes are drawn.
  ExpectimaxBackup(const G& game, Budget& budget, const State& root) : luck_{game, budget}, range_(game.value_range()) {
    if (game.turn(root) == Turn::chance) root_ = value(root);
  }

  double value(const State& s) { return StaticValue(luck_).value(s); }

  // A simulation begins at the root, and proceeds by a step that somebody chose, chance with a probability.
  void start() { steps_.assign(1, {Turn::chance, 1.0}); }
  void step(Turn chooser, double probability) { steps_.push_back({chooser, probability}); }

  // Totals stay what they are elsewhere: visits times Q.
  void carry_up(MctsTree& tree, std::span<const NodeIndex> path, double value) {
    Change below = visit(tree[path.back()], path.size() == 1 ? root_.value_or(value) : value);
    for (std::size_t i = path.size() - 1; i-- > 0;) {
      const auto [chooser, probability] = steps_[i + 1];
      MctsNode& node = tree[path[i]];
      const double was = node.visits == 0 ? root_.value_or(0.0) : node.mean();
      const double now = chooser == Turn::chance ? in_range(was + probability * (below.now - below.was))
                                                 : best(tree, path[i], chooser);
      set(node, now);
      below = {was, now};
    }
  }

 private:
  // What leaf values are counted by.
  struct Luck {
    const G& game;
    Budget& budget;
    std::uint64_t controls = 0;
  };

  struct Step {
    Turn chooser;
    double probability;
  };

  struct Change {
    double was;
    double now;
  };

  // Where a simulation ended. It ends at an old node if the game does, or if there is no room for more.
  static Change visit(MctsNode& leaf, double value) {
    const double stays = leaf.visits == 0 ? value : leaf.mean();
    set(leaf, stays);
    return {stays, stays};
  }

  static void set(MctsNode& node, double value) {
    ++node.visits;
    node.total = value * node.visits;
  }

  double in_range(double sum) const { return std::clamp(sum, range_.low, range_.high); }

  static double best(const MctsTree& tree, NodeIndex at, Turn mover) {
    const double side = mover == Turn::first ? 1.0 : -1.0;
    double most = -std::numeric_limits<double>::infinity();
    tree.for_each_action(at, [&](NodeIndex i, Edge) { most = std::max(most, side * tree[i].mean()); });
    return side * most;
  }

  Luck luck_;
  ValueRange range_;
  std::optional<double> root_;
  std::vector<Step> steps_;
};

}  // namespace mcms
