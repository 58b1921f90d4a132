// The exact value of every state that can be reached from one, for positions small enough to list them all.
//
// The states are numbered so that successors come before their predecessors wherever the game allows it. One
// sweep in that order is then exact for a game without cycles; with cycles (a bust hands the turn over and
// back) the sweeps go on until nothing changes, which is value iteration in a good order.
//
// A state from which no line of play leads to an end has no value, nor has one where best play goes round for ever;
// sweeping would leave such states at the zero they began with. Both are found and reported, never valued.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
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
    all_end_ = mark_ends([](const Node&, const Edge&) { return true; });
    if (!all_end_) return true;
    if (!iterate_values(interrupted)) return false;
    const auto [low, high] = game_.value_range();
    const double slack = equal_moves * (high - low);
    all_end_ = mark_ends([&](const Node& node, const Edge& edge) { return is_best(node, edge, slack); });
    return true;
  }

  std::size_t states() const { return nodes_.size(); }
  int sweeps() const { return sweeps_; }
  double residual() const { return residual_; }

  // Whether every state has a value. If not, some never lead to an end, or, if there were sweeps, not by best play.
  bool all_end() const { return all_end_; }

  // Whether a state leads to an end, in the sense of all_end(); nothing for a state that was not listed.
  std::optional<bool> ends(const State& s) const {
    const Node* node = find_node(s);
    return node == nullptr ? std::nullopt : std::optional(node->ends);
  }

  // The value of a state, if it was among those listed.
  const double* find(const State& s) const {
    const Node* node = find_node(s);
    return node == nullptr ? nullptr : &node->value;
  }

 private:
  struct Node {
    Turn turn;
    bool ends;
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
  static constexpr double equal_moves = 1e-9;       // of the range: moves so close in value are equally good

  const Node* find_node(const State& s) const {
    const auto found = numbers_.find(game_.hash(s));
    return found == numbers_.end() || found->second == unnumbered ? nullptr : &nodes_[found->second];
  }

  void forget() {
    numbers_.clear();
    nodes_.clear();
    edges_.clear();
    targets_.clear();
    sweeps_ = 0;
    residual_ = 0.0;
    all_end_ = true;
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
    nodes_.push_back({frame.turn, false, std::uint32_t(edges_.size()), std::uint32_t(frame.successors.size()), value});
    for (const auto& [next, probability] : frame.successors) {
      targets_.push_back(game_.hash(next));
      edges_.push_back({unnumbered, probability});
    }
  }

  void link() {
    for (std::size_t i = 0; i < edges_.size(); ++i) edges_[i].target = numbers_.at(targets_[i]);
    targets_ = {};
  }

  // Marks the states from which edges that are `followed` lead to an end, and returns whether all do. Successors mostly
  // come first, so a few passes are enough.
  template <class Followed>
  bool mark_ends(Followed followed) {
    for (Node& node : nodes_) node.ends = node.turn == Turn::over;
    for (bool changed = true; changed;) {
      changed = false;
      for (Node& node : nodes_) {
        if (node.ends) continue;
        const auto first = edges_.begin() + node.first_edge;
        node.ends = std::any_of(first, first + node.edge_count,
                                [&](const Edge& edge) { return nodes_[edge.target].ends && followed(node, edge); });
        changed |= node.ends;
      }
    }
    return std::all_of(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.ends; });
  }

  bool is_best(const Node& node, const Edge& edge, double slack) const {
    return node.turn == Turn::chance ||
           for_mover(node.turn, nodes_[edge.target].value) >= for_mover(node.turn, node.value) - slack;
  }

  bool iterate_values(const Interrupt& interrupted) {
    const auto [low, high] = game_.value_range();
    const double smallest_change = relative_change * std::max(std::abs(low), std::abs(high));
    do {
      residual_ = sweep();
      ++sweeps_;
      if (residual_ <= smallest_change) return true;
    } while (!interrupted());
    return false;
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
  bool all_end_ = true;
};

}  // namespace mcms
