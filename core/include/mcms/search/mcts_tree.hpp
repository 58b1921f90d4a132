// The tree of an MCTS: one flat array of 16-byte cells, taken as the tree grows.
//
// What a simulation waits for is memory, so the children that are compared with each other lie side by side. Below
// a node is a head cell that tells how they lie:
//   a run     the first children in their order, a cell each; the next ones, if there are many, in runs of their own.
//             Where all actions fit in one run its head keeps them, so that nobody lists them on the way down again.
//   a bush    pairs of a node and its place in a search tree ordered by edge. Filled in the order of random draws,
//             it holds likely outcomes near its top, and one is found in a few steps (Allen & Munro 1978).
// A cell of a run that nobody visited is a child still to come. States are not stored; whoever walks the tree replays
// them from the root.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "mcms/compiler.hpp"
#include "mcms/search/large_pages.hpp"

namespace mcms {

using NodeIndex = std::uint32_t;
using Edge = std::uint16_t;  // which action, by its index, or which outcome leads to a child

inline constexpr NodeIndex no_node = 0;  // the root is nobody's child
inline constexpr std::size_t most_nodes = std::numeric_limits<NodeIndex>::max();
inline constexpr std::size_t most_edges = std::size_t(std::numeric_limits<Edge>::max());

struct MctsNode {
  double total;  // of the values of all simulations through here, for the first player
  std::uint32_t visits;
  NodeIndex below;  // the head of the children

  double mean() const { return total / visits; }
};

class MctsTree {
 public:
  static constexpr NodeIndex root = 0;
  static constexpr std::size_t cell_size = sizeof(MctsNode);

  // The memory is asked for at once and given by the system page by page, as it is used.
  explicit MctsTree(std::size_t max_nodes)
      : max_cells_(std::clamp<std::size_t>(max_nodes, 1, most_nodes)),
        cells_(static_cast<Cell*>(std::calloc(max_cells_, cell_size))) {
    if (!cells_) throw std::bad_alloc();
    ask_for_large_pages(cells_.get(), max_cells_ * cell_size);
  }

  MctsNode& operator[](NodeIndex i) { return cells_[i].node; }
  const MctsNode& operator[](NodeIndex i) const { return cells_[i].node; }

  std::size_t nodes() const { return nodes_; }
  std::size_t bytes() const { return size_ * cell_size; }

  // A tree of an unvisited root.
  void clear() { *this = MctsTree(max_cells_); }

  // How many children a node has in runs or in a bush. What it has of the other kind is none: a game that changes its
  // mind about who decides must not lead astray.
  std::size_t in_runs(NodeIndex parent) const { return has_bush(parent) ? 0 : children(parent); }
  std::size_t in_bush(NodeIndex parent) const { return has_bush(parent) ? children(parent) : 0; }

  // Calls `use` with the actions tried so far, in their order.
  template <class Use>
  void for_each_action(NodeIndex parent, Use&& use) const {
    Edge edge = 0;
    for (NodeIndex run = cells_[parent].node.below; run != no_node; run = cells_[run].head.next_run()) {
      for (NodeIndex i = run + 1; i <= run + cells_[run].head.filled; ++i) use(i, edge++);
    }
  }

  // Whether a node has a child for each of its actions, and keeps which they are.
  bool knows_all_actions(NodeIndex parent) const {
    const NodeIndex head = cells_[parent].node.below;
    return head != no_node && cells_[head].head.keeps_actions && cells_[head].head.filled == cells_[head].head.length;
  }
  std::uint8_t kept_action(NodeIndex parent, Edge edge) const {
    return cells_[cells_[parent].node.below].head.actions[edge];
  }
  void keep_action(NodeIndex parent, Edge edge, std::uint8_t action) {
    Head& head = cells_[cells_[parent].node.below].head;
    if (head.keeps_actions) head.actions[edge] = action;
  }

  // What lies below a node is soon looked at.
  void prefetch_below(NodeIndex i) const {
    const Cell* below = &cells_[cells_[i].node.below];
    MCMS_PREFETCH(below);
    MCMS_PREFETCH(below + cells_a_line);
  }

  bool has_room_for_action(NodeIndex parent, std::size_t available) const {
    const NodeIndex last = last_run(parent);
    if (last != no_node && cells_[last].head.filled < cells_[last].head.length) return true;
    return has_room(1 + next_run_length(parent, available));
  }

  // The next of `available` actions; the n-th child is the n-th action.
  NodeIndex add_action(NodeIndex parent, std::size_t available) {
    NodeIndex last = last_run(parent);
    if (last == no_node || cells_[last].head.filled == cells_[last].head.length) {
      const NodeIndex added = add_run(next_run_length(parent, available), available <= most_in_run);
      NodeIndex& link = last == no_node ? cells_[parent].node.below : cells_[last].head.runs.next;
      link = added;
      last = added;
      Head& first = cells_[cells_[parent].node.below].head;
      if (!first.keeps_actions) first.runs.last = added;
    }
    ++cells_[cells_[parent].node.below].head.children;
    ++nodes_;
    return last + ++cells_[last].head.filled;
  }

  // A chance node whose outcomes are numbers below `slots` has a run with a place for each.
  NodeIndex find_in_run(NodeIndex parent, Edge edge) const {
    const NodeIndex run = cells_[parent].node.below;
    if (run == no_node || edge >= cells_[run].head.length) return no_node;
    const NodeIndex child = run + 1 + edge;
    return cells_[child].node.visits == 0 ? no_node : child;
  }

  bool has_room_in_run(NodeIndex parent, std::size_t slots) const {
    const NodeIndex run = cells_[parent].node.below;
    return run == no_node ? has_room(1 + slots) : cells_[run].head.length >= slots;
  }

  NodeIndex add_to_run(NodeIndex parent, Edge edge, std::size_t slots) {
    NodeIndex& run = cells_[parent].node.below;
    if (run == no_node) {
      run = add_run(slots, false);
      cells_[run].head.filled = std::uint16_t(slots);
    }
    ++cells_[run].head.children;
    ++nodes_;
    return run + 1 + edge;
  }

  // Other chance nodes have a bush, whose top follows its head.
  NodeIndex find_in_bush(NodeIndex parent, Edge edge) const {
    const NodeIndex head = cells_[parent].node.below;
    NodeIndex i = has_bush(parent) ? head + 1 : no_node;
    while (i != no_node && twig(i).edge != edge) i = edge < twig(i).edge ? twig(i).left : twig(i).right;
    return i;
  }

  bool has_room_in_bush(NodeIndex parent) const {
    return cells_[parent].node.below == no_node ? has_room(3) : has_bush(parent) && has_room(2);
  }

  NodeIndex add_to_bush(NodeIndex parent, Edge edge, float probability) {
    NodeIndex& head = cells_[parent].node.below;
    if (head == no_node) {
      head = take(1);
      cells_[head].head = {};
    } else {
      *free_place(head + 1, edge, probability) = NodeIndex(size_);
    }
    const NodeIndex added = take(2);
    twig(added) = {.left = no_node, .right = no_node, .mass = probability, .edge = edge};
    ++cells_[head].head.children;
    ++nodes_;
    return added;
  }

  // A stored outcome, by the probabilities renormalised over those stored, and its edge.
  std::pair<NodeIndex, Edge> draw_in_bush(NodeIndex parent, double uniform) const {
    NodeIndex i = cells_[parent].node.below + 1;
    double point = uniform * mass(i);
    while (true) {
      const double left = mass(twig(i).left);
      const double own = probability_in_bush(i);
      if (point < left) {
        i = twig(i).left;
      } else if (point < left + own || twig(i).right == no_node) {
        return {i, twig(i).edge};
      } else {
        point -= left + own;
        i = twig(i).right;
      }
    }
  }

  double probability_in_bush(NodeIndex i) const { return mass(i) - mass(twig(i).left) - mass(twig(i).right); }

  // Calls `use` with every child and its edge, in no particular order.
  template <class Use>
  void for_each_child(NodeIndex parent, Use&& use) const {
    const NodeIndex head = cells_[parent].node.below;
    if (head == no_node) return;
    if (cells_[head].head.length > 0) {
      for_each_action(parent, [&](NodeIndex i, Edge edge) {
        if (cells_[i].node.visits > 0) use(i, edge);
      });
      return;
    }
    std::vector<NodeIndex> waiting{head + 1};
    while (!waiting.empty()) {
      const NodeIndex i = waiting.back();
      waiting.pop_back();
      use(i, twig(i).edge);
      for (const NodeIndex next : {twig(i).left, twig(i).right}) {
        if (next != no_node) waiting.push_back(next);
      }
    }
  }

  std::optional<NodeIndex> find_child(NodeIndex parent, Edge wanted) const {
    std::optional<NodeIndex> found;
    for_each_child(parent, [&](NodeIndex i, Edge edge) {
      if (edge == wanted) found = i;
    });
    return found;
  }

  // The most visited child and its edge; among equals, the one with the lowest edge.
  std::optional<std::pair<NodeIndex, Edge>> most_visited(NodeIndex parent) const {
    std::optional<std::pair<NodeIndex, Edge>> best;
    const auto rank = [&](NodeIndex i, Edge edge) { return std::pair(cells_[i].node.visits, -int(edge)); };
    for_each_child(parent, [&](NodeIndex i, Edge edge) {
      if (!best || rank(i, edge) > rank(best->first, best->second)) best = {i, edge};
    });
    return best;
  }

  // Keeps only what lies below a node, which becomes the root.
  void reroot(NodeIndex kept) {
    MctsTree smaller(max_cells_);
    smaller.cells_[root].node = cells_[kept].node;
    std::vector<NodeIndex> waiting{root};  // nodes copied with the head of their children in the old tree
    while (!waiting.empty()) {
      const NodeIndex parent = waiting.back();
      waiting.pop_back();
      const NodeIndex head = std::exchange(smaller[parent].below, no_node);
      if (head == no_node) continue;
      if (cells_[head].head.length > 0) {
        smaller.copy_runs(*this, head, parent);
      } else {
        smaller.copy_bush(*this, head, parent);
      }
      smaller.for_each_child(parent, [&](NodeIndex i, Edge) { waiting.push_back(i); });
    }
    *this = std::move(smaller);
  }

 private:
  static constexpr std::size_t most_in_run = 8;
  static constexpr std::size_t cells_a_line = 4;  // of the cache

  struct Runs {
    NodeIndex next;  // run of the same parent
    NodeIndex last;  // in the first head only
  };

  struct Head {
    union {
      Runs runs;
      std::array<std::uint8_t, most_in_run> actions;  // if they are kept, there is no other run
    };
    std::uint16_t children;  // of the parent
    std::uint16_t length;    // of this run; 0: a bush
    std::uint16_t filled;    // cells of the run that may be looked at
    bool keeps_actions;

    NodeIndex next_run() const { return keeps_actions ? no_node : runs.next; }
  };

  struct Twig {
    NodeIndex left;
    NodeIndex right;
    float mass;  // probability of the outcomes here and below in the bush
    Edge edge;
  };

  union Cell {
    MctsNode node;
    Head head;
    Twig twig;
  };
  static_assert(sizeof(Cell) == 16);

  struct Free {
    void operator()(Cell* cells) const { std::free(cells); }
  };

  // A node in a bush is followed by its twig.
  Twig& twig(NodeIndex i) { return cells_[i + 1].twig; }
  const Twig& twig(NodeIndex i) const { return cells_[i + 1].twig; }
  double mass(NodeIndex i) const { return i == no_node ? 0.0 : double(twig(i).mass); }

  std::size_t children(NodeIndex parent) const {
    const NodeIndex head = cells_[parent].node.below;
    return head == no_node ? 0 : cells_[head].head.children;
  }

  bool has_bush(NodeIndex parent) const {
    const NodeIndex head = cells_[parent].node.below;
    return head != no_node && cells_[head].head.length == 0;
  }

  bool has_room(std::size_t cells) const { return size_ + cells <= max_cells_; }

  NodeIndex take(std::size_t cells) {
    const auto first = NodeIndex(size_);
    size_ += cells;
    return first;
  }

  NodeIndex last_run(NodeIndex parent) const {
    const NodeIndex head = cells_[parent].node.below;
    return head == no_node || cells_[head].head.keeps_actions ? head : cells_[head].head.runs.last;
  }

  std::size_t next_run_length(NodeIndex parent, std::size_t available) const {
    return std::min(most_in_run, available - in_runs(parent));
  }

  NodeIndex add_run(std::size_t length, bool keeps_actions) {
    const NodeIndex run = take(1 + length);
    Head& head = cells_[run].head;
    head = {
        .runs = {no_node, run}, .children = 0, .length = std::uint16_t(length), .filled = 0, .keeps_actions = false};
    head.keeps_actions = keeps_actions;
    return run;
  }

  // Where a bush lacks an edge; the mass on the way there grows.
  NodeIndex* free_place(NodeIndex top, Edge edge, float probability) {
    for (NodeIndex next = top;;) {
      Twig& at = twig(next);
      at.mass += probability;
      NodeIndex& link = edge < at.edge ? at.left : at.right;
      if (link == no_node) return &link;
      next = link;
    }
  }

  void copy_runs(const MctsTree& from, NodeIndex head, NodeIndex parent) {
    NodeIndex* link = &cells_[parent].node.below;
    NodeIndex copy = no_node;
    for (NodeIndex run = head; run != no_node; run = from.cells_[run].head.next_run()) {
      const std::size_t cells = 1 + std::size_t(from.cells_[run].head.length);
      copy = take(cells);
      std::copy_n(&from.cells_[run], cells, &cells_[copy]);
      *link = copy;
      if (cells_[copy].head.keeps_actions) break;
      cells_[copy].head.runs.next = no_node;
      link = &cells_[copy].head.runs.next;
    }
    Head& first = cells_[cells_[parent].node.below].head;
    if (!first.keeps_actions) first.runs.last = copy;
    nodes_ += cells_[cells_[parent].node.below].head.children;
  }

  // A twig copied still names its old neighbours until they are copied too.
  void copy_bush(const MctsTree& from, NodeIndex head, NodeIndex parent) {
    const NodeIndex copy = take(1);
    cells_[copy] = from.cells_[head];
    cells_[parent].node.below = copy;
    for (NodeIndex i = copy_pair(from, head + 1); i < size_; i += 2) {
      for (NodeIndex Twig::* link : {&Twig::left, &Twig::right}) {
        NodeIndex& next = twig(i).*link;
        if (next != no_node) next = copy_pair(from, next);
      }
    }
    nodes_ += cells_[copy].head.children;
  }

  NodeIndex copy_pair(const MctsTree& from, NodeIndex i) {
    const NodeIndex copy = take(2);
    std::copy_n(&from.cells_[i], 2, &cells_[copy]);
    return copy;
  }

  std::size_t max_cells_;
  std::size_t size_ = 1;
  std::size_t nodes_ = 1;
  std::unique_ptr<Cell[], Free> cells_;
};

}  // namespace mcms
