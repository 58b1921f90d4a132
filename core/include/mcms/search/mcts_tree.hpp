// The tree of an MCTS: 32 bytes a node, in blocks that never move.
//
// Blocks, since growing one array would copy the whole tree at moments a time limit cannot choose. States are not
// stored; whoever walks the tree replays them from the root.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace mcms {

using NodeIndex = std::uint32_t;
using Edge = std::uint16_t;  // which action, by its index, or which outcome led here

inline constexpr NodeIndex no_node = std::numeric_limits<NodeIndex>::max();
inline constexpr NodeIndex most_nodes = no_node;
inline constexpr std::size_t most_edges = std::size_t(std::numeric_limits<Edge>::max());

struct MctsNode {
  double total = 0.0;  // of the values of all simulations through here, for the first player
  std::uint32_t visits = 0;
  NodeIndex child = no_node;
  // Children of a decision are a list through `right`, last action first. Children of a chance node are a search
  // tree ordered by edge: filled in the order of random draws, it holds likely outcomes near its top, and a child
  // is found in a few steps (Allen & Munro 1978), without memory beyond the node.
  NodeIndex left = no_node;
  NodeIndex right = no_node;
  float mass = 0.0F;  // probability of the outcomes here and below in that search tree
  Edge edge = 0;
  std::uint16_t children = 0;

  double mean() const { return total / visits; }
};
static_assert(sizeof(MctsNode) == 32);

class MctsTree {
 public:
  static constexpr NodeIndex root = 0;

  explicit MctsTree(std::size_t max_nodes) : max_nodes_(std::clamp<std::size_t>(max_nodes, 1, most_nodes)) { clear(); }

  MctsNode& operator[](NodeIndex i) { return blocks_[i / block_size][i % block_size]; }
  const MctsNode& operator[](NodeIndex i) const { return blocks_[i / block_size][i % block_size]; }

  std::size_t size() const { return size_; }
  bool full() const { return size_ == max_nodes_; }
  std::size_t bytes() const { return size_ * sizeof(MctsNode); }

  // A tree of an unvisited root.
  void clear() {
    blocks_.clear();
    size_ = 0;
    append(MctsNode{});
  }

  // The next action of a decision; the n-th child is the n-th action.
  NodeIndex add_action(NodeIndex parent) {
    const NodeIndex added = append({.right = (*this)[parent].child, .edge = (*this)[parent].children});
    (*this)[parent].child = added;
    ++(*this)[parent].children;
    return added;
  }

  // An outcome that the chance node lacks.
  NodeIndex add_outcome(NodeIndex parent, Edge edge, float probability) {
    const NodeIndex added = append({.mass = probability, .edge = edge});
    NodeIndex* link = &(*this)[parent].child;
    while (*link != no_node) {
      MctsNode& sibling = (*this)[*link];
      sibling.mass += probability;
      link = edge < sibling.edge ? &sibling.left : &sibling.right;
    }
    *link = added;
    ++(*this)[parent].children;
    return added;
  }

  NodeIndex find_outcome(NodeIndex parent, Edge edge) const {
    NodeIndex i = (*this)[parent].child;
    while (i != no_node && (*this)[i].edge != edge) i = edge < (*this)[i].edge ? (*this)[i].left : (*this)[i].right;
    return i;
  }

  // A stored outcome of a chance node, by the probabilities renormalised over those stored.
  NodeIndex draw_outcome(NodeIndex parent, double uniform) const {
    NodeIndex i = (*this)[parent].child;
    double point = uniform * (*this)[i].mass;
    while (true) {
      const MctsNode& node = (*this)[i];
      const double left = mass(node.left);
      const double own = node.mass - left - mass(node.right);
      if (point < left) {
        i = node.left;
      } else if (point < left + own || node.right == no_node) {
        return i;
      } else {
        point -= left + own;
        i = node.right;
      }
    }
  }

  // Calls `use` with every child: the actions from the last to the first, the outcomes in no particular order.
  template <class Use>
  void for_each_child(NodeIndex parent, Use&& use) const {
    std::vector<NodeIndex> waiting;
    if ((*this)[parent].child != no_node) waiting.push_back((*this)[parent].child);
    while (!waiting.empty()) {
      const NodeIndex i = waiting.back();
      waiting.pop_back();
      use(i);
      if ((*this)[i].left != no_node) waiting.push_back((*this)[i].left);
      if ((*this)[i].right != no_node) waiting.push_back((*this)[i].right);
    }
  }

  std::optional<NodeIndex> find_child(NodeIndex parent, Edge edge) const {
    std::optional<NodeIndex> found;
    for_each_child(parent, [&](NodeIndex i) {
      if ((*this)[i].edge == edge) found = i;
    });
    return found;
  }

  // The most visited child, of equals the one with the lowest edge.
  std::optional<NodeIndex> most_visited(NodeIndex parent) const {
    std::optional<NodeIndex> best;
    const auto rank = [&](NodeIndex i) { return std::pair((*this)[i].visits, -int((*this)[i].edge)); };
    for_each_child(parent, [&](NodeIndex i) {
      if (!best || rank(i) > rank(*best)) best = i;
    });
    return best;
  }

  // Keeps only what lies below a node, which becomes the root. Links between siblings are copied as they are.
  void reroot(NodeIndex kept) {
    MctsTree smaller(max_nodes_);
    smaller[root] = (*this)[kept];
    smaller[root].left = smaller[root].right = no_node;
    for (NodeIndex i = 0; i < smaller.size_; ++i) {
      for (NodeIndex MctsNode::* link : {&MctsNode::child, &MctsNode::left, &MctsNode::right}) {
        const NodeIndex old = smaller[i].*link;
        if (old != no_node) smaller[i].*link = smaller.append((*this)[old]);
      }
    }
    *this = std::move(smaller);
  }

 private:
  static constexpr NodeIndex block_size = NodeIndex(1) << 14;

  double mass(NodeIndex i) const { return i == no_node ? 0.0 : double((*this)[i].mass); }

  NodeIndex append(const MctsNode& node) {
    if (size_ % block_size == 0) blocks_.emplace_back().reserve(block_size);
    blocks_.back().push_back(node);
    return NodeIndex(size_++);
  }

  std::size_t max_nodes_;
  std::size_t size_ = 0;
  std::vector<std::vector<MctsNode>> blocks_;
};

}  // namespace mcms
