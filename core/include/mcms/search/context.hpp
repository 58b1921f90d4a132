// What the nodes of one search share: the game, its chance policy, the budget and the table.
#pragma once

#include <cstddef>

#include "mcms/game/game.hpp"
#include "mcms/search/bounds.hpp"
#include "mcms/search/limits.hpp"
#include "mcms/search/transposition.hpp"

namespace mcms {

struct SearchOptions {
  // Nodes with fewer decisions left below them are searched in full. The paper leaves its two lowest
  // levels unpruned, where keeping bounds costs more than it saves.
  int prune_from = 2;
  // Likewise for Star2's probes: lower down a probe costs as much as it saves.
  int probe_from = 3;
  // Star2 goes on from its probes; off, a probe that did not cut is searched again, as in the paper.
  bool keep_probes = true;
  // Let stored bounds of the same state and depth answer a search. Off, the table only orders
  // moves, as in the paper.
  bool table_bounds = false;
};

template <Game G, class Chance>
struct Context {
  using State = typename G::State;

  const G& game;
  Chance chance;
  SearchOptions options;
  Budget& budget;
  TranspositionTable& table;
  ValueRange range = game.value_range();

  // Leaves are most of the nodes, so they are not counted themselves: every node entered that was
  // neither expanded nor answered by the table was evaluated.
  std::uint64_t expanded = 0;  // decisions whose actions were searched
  std::uint64_t finished = 0;  // utilities read
  std::uint64_t borrowed = 0;  // stored bounds used that rest on estimates
  Counters counts{};           // chance nodes and cuts

  Counters counters() const {
    Counters all = counts;
    all.nodes = budget.nodes();
    all.leaves = all.nodes - expanded - counts.table_cuts;
    return all;
  }

  // How often so far the depth limit has mattered: an estimate made, or one inside a stored bound used.
  std::uint64_t horizon() const { return budget.nodes() - expanded - counts.table_cuts - finished + borrowed; }

  // The same inside a search, where only stored bounds care.
  std::uint64_t watched_horizon() const { return options.table_bounds ? horizon() : 0; }

  double utility(const State& s) {
    ++finished;
    return game.utility(s);
  }

  // Looking a state up costs more than searching the lowest levels.
  bool uses_table(int depth) const { return depth >= shallowest_stored; }
  static constexpr int shallowest_stored = 2;

  // The entry of a state, for a search that wants nothing but an answer from it. If stored bounds may not answer,
  // its memory is fetched meanwhile, so that storing does not have to wait.
  const TranspositionTable::Entry* find_answer(std::uint64_t hash) const {
    if (options.table_bounds) return table.find(hash);
    table.prefetch(hash);
    return nullptr;
  }

  // A stored entry that answers a search of this depth and window, if that is allowed.
  bool answers(const TranspositionTable::Entry* entry, int depth, Window window) {
    if (!options.table_bounds || entry == nullptr || !entry->holds_at(depth)) return false;
    if (!entry->bounds.is_exact() && !window.decided_by(entry->bounds)) return false;
    ++counts.table_cuts;
    borrowed += !entry->complete;
    return true;
  }
};

// Visits indices 0, 1, 2, … with the remembered best one moved to the front.
class MoveOrder {
 public:
  explicit MoveOrder(std::size_t first) : first_(first) {}
  MoveOrder(std::size_t count, const TranspositionTable::Entry* entry)
      : first_(entry != nullptr && entry->best_action < count ? entry->best_action : 0) {}

  std::size_t operator[](std::size_t position) const {
    if (position == 0) return first_;
    return position <= first_ ? position - 1 : position;
  }

 private:
  std::size_t first_;
};

}  // namespace mcms
