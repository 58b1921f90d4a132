// The exact value of every state that can be reached from one, for positions small enough to list them all.
//
// The states are numbered so that successors come before their predecessors wherever the game allows it. One
// sweep in that order is then exact for a game without cycles; with cycles (a bust hands the turn over and
// back) the sweeps go on until nothing changes, which is value iteration in a good order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "mcms/search/bounds.hpp"

namespace mcms {

struct TooManyStates : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <Game G>
class Solver {
 public:
  using State = typename G::State;
  using Interrupt = std::function<bool()>;

  explicit Solver(const G& game) : game_(game) {}

  // Lists the states below `root` and finds their values; throws TooManyStates if there are more than `most`. Returns
  // whether it came to an end: interrupted while listing it knows no state, later its values may be off by residual().
  bool solve(const State& root, std::size_t most, const Interrupt& interrupted) {
    forget();
    if (!list_states(root, most, interrupted)) {
      forget();
      return false;
    }
    const auto [low, high] = game_.value_range();
    const double smallest_change = relative_change * std::max(std::abs(low), std::abs(high));
    do {
      residual_ = sweep();
      ++sweeps_;
      if (residual_ <= smallest_change) return true;
    } while (!interrupted());
    return false;
  }

  std::size_t states() const { return nodes_.size(); }
  int sweeps() const { return sweeps_; }
  double residual() const { return residual_; }

  // The value of a state, if it was among those listed.
  const double* find(const State& s) const {
    const auto found = numbers_.find(game_.hash(s));
    return found == numbers_.end() || found->second == unnumbered ? nullptr : &nodes_[found->second].value;
  }

 private:
  struct Node {
    Turn turn;
    std::uint32_t first_edge;
    std::uint32_t edge_count;
    double value;
  };
  struct Edge {
    std::uint32_t target;
    double probability;
  };
  // A state being expanded: its successors are visited one by one, then it gets its number.
  struct Frame {
    State state;
    Turn turn;
    std::vector<std::pair<State, double>> successors;
    std::size_t next = 0;
  };

  static constexpr std::uint32_t unnumbered = 0xffffffff;
  static constexpr double relative_change = 1e-15;  // of the greatest value: a few times what a double can tell apart

  void forget() {
    numbers_.clear();
    nodes_.clear();
    edges_.clear();
    targets_.clear();
    sweeps_ = 0;
    residual_ = 0.0;
  }

  // Depth first, with a stack of its own: a line of play may be longer than the machine's stack.
  bool list_states(const State& root, std::size_t most, const Interrupt& interrupted) {
    std::vector<Frame> stack;
    enter(stack, root, most);
    while (!stack.empty()) {
      if (nodes_.size() % 1024 == 0 && interrupted()) return false;
      Frame& frame = stack.back();
      if (frame.next == frame.successors.size()) {
        number(frame);
        stack.pop_back();
      } else if (const State next = frame.successors[frame.next++].first; !numbers_.contains(game_.hash(next))) {
        enter(stack, next, most);
      }
    }
    link();
    return true;
  }

  void enter(std::vector<Frame>& stack, const State& s, std::size_t most) {
    if (numbers_.size() >= most) throw TooManyStates("more than " + std::to_string(most) + " states");
    numbers_.emplace(game_.hash(s), unnumbered);
    stack.push_back({s, game_.turn(s), successors(s), 0});
  }

  std::vector<std::pair<State, double>> successors(const State& s) const {
    std::vector<std::pair<State, double>> list;
    const Turn turn = game_.turn(s);
    if (turn == Turn::over) return list;
    if (turn == Turn::chance) {
      for (const auto& [outcome, probability] : game_.outcomes(s)) {
        list.emplace_back(game_.resolve(s, outcome), probability);
      }
    } else {
      for (const auto& action : game_.actions(s)) list.emplace_back(game_.play(s, action), 1.0);
    }
    return list;
  }

  // Successors on a cycle have no number yet, so edges hold hashes' places until all are numbered.
  void number(const Frame& frame) {
    numbers_[game_.hash(frame.state)] = std::uint32_t(nodes_.size());
    const double value = frame.turn == Turn::over ? game_.utility(frame.state) : 0.0;
    nodes_.push_back({frame.turn, std::uint32_t(edges_.size()), std::uint32_t(frame.successors.size()), value});
    for (const auto& [next, probability] : frame.successors) {
      targets_.push_back(game_.hash(next));
      edges_.push_back({unnumbered, probability});
    }
  }

  void link() {
    for (std::size_t i = 0; i < edges_.size(); ++i) edges_[i].target = numbers_.at(targets_[i]);
    targets_ = {};
  }

  double sweep() {
    double change = 0.0;
    for (Node& node : nodes_) {
      if (node.turn == Turn::over) continue;
      const double value = node.turn == Turn::chance ? mean(node) : optimum(node);
      change = std::max(change, std::abs(value - node.value));
      node.value = value;
    }
    return change;
  }

  double mean(const Node& node) const {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      const Edge& edge = edges_[node.first_edge + i];
      sum += edge.probability * nodes_[edge.target].value;
    }
    return sum;
  }

  double optimum(const Node& node) const {
    double best = for_mover(node.turn, nodes_[edges_[node.first_edge].target].value);
    for (std::uint32_t i = 1; i < node.edge_count; ++i) {
      best = std::max(best, for_mover(node.turn, nodes_[edges_[node.first_edge + i].target].value));
    }
    return for_mover(node.turn, best);
  }

  G game_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // by hash
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> targets_;
  int sweeps_ = 0;
  double residual_ = 0.0;
};

}  // namespace mcms
