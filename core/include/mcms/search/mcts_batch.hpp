// Simulations of MCTS that wait together for their values, for games that evaluate many states in one call.
//
// Until it has its value a simulation counts, at each node it came through, as a visit that whoever chose the node has
// lost (virtual loss: Chaslot, Winands, van den Herik 2008), so that the next ones look elsewhere. Once the values are
// there the tree is put back as it was, to the last bit, and the simulations are counted in their order: a batch of one
// is plain MCTS.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "mcms/search/leaf_batch.hpp"
#include "mcms/search/mcts_tree.hpp"

namespace mcms {

// Where a game is asked for one estimate after the other, nothing ever waits.
template <Game G>
class MctsBatch {
 public:
  MctsBatch(const G&, std::size_t) {}

  std::size_t size() const { return 0; }
  void start() {}
  void step(Turn) {}
  std::size_t settle(MctsTree&) { return 0; }
  void clear() {}
};

template <EstimatesMany G>
class MctsBatch<G> {
 public:
  using State = typename G::State;

  MctsBatch(const G& game, std::size_t most) : range_(game.value_range()), leaves_(game, most) {}

  // How many simulations wait.
  std::size_t size() const { return leaves_.size(); }

  // A simulation begins at the root, and proceeds by a step that is chosen by whoever's turn it is.
  void start() { choosers_.assign(1, Turn::chance); }
  void step(Turn chooser) { choosers_.push_back(chooser); }

  // It ends with the game, or in a state that is to be estimated. From here on it waits.
  void end(const State& s, std::optional<double> utility) {
    if (utility) {
      leaves_.add(*utility);
    } else {
      leaves_.add_estimate_of(s);
    }
  }

  // It came through these nodes of the tree.
  void mark(MctsTree& tree, std::span<const NodeIndex> path) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      MctsNode& node = tree[path[i]];
      passed_.push_back({path[i], node.total});
      ++node.visits;
      node.total += loss_of(choosers_[i]);
    }
    ends_.push_back(passed_.size());
  }

  // All that wait get their values; returns how many did.
  std::size_t settle(MctsTree& tree) {
    const auto& values = leaves_.values();
    for (auto passed = passed_.rbegin(); passed != passed_.rend(); ++passed) {
      --tree[passed->node].visits;
      tree[passed->node].total = passed->total_before;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < ends_.size(); ++i) {
      for (; next < ends_[i]; ++next) {
        MctsNode& node = tree[passed_[next].node];
        ++node.visits;
        node.total += values[i];
      }
    }
    const std::size_t settled = size();
    clear();
    return settled;
  }

  void clear() {
    leaves_.clear();
    passed_.clear();
    ends_.clear();
  }

 private:
  struct Passed {
    NodeIndex node;
    double total_before;
  };

  // Nobody compares the root with anything, nor the outcomes of chance.
  double loss_of(Turn chooser) const {
    if (chooser == Turn::first) return range_.low;
    return chooser == Turn::second ? range_.high : 0.0;
  }

  ValueRange range_;
  LeafBatch<G> leaves_;
  std::vector<Turn> choosers_;  // of the nodes of a simulation that goes down
  std::vector<Passed> passed_;
  std::vector<std::size_t> ends_;  // of simulations, among the nodes passed
};

}  // namespace mcms
