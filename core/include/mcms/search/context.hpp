// What the nodes of one search share: the game, its chance policy, the budget, the table, and what is counted.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>

#include "mcms/game/game.hpp"
#include "mcms/search/bounds.hpp"
#include "mcms/search/limits.hpp"
#include "mcms/search/transposition.hpp"

namespace mcms {

struct SearchOptions {
  // Nodes with fewer decisions left below them are searched in full. The paper leaves its two lowest levels unpruned,
  // where keeping bounds costs more than it saves. None: 2, or 1 where estimates are costly.
  std::optional<int> prune_from{};
  // Likewise for Star2's probes: lower down a probe costs as much as it saves. None: 3, or 1 where estimates are
  // costly.
  std::optional<int> probe_from{};
  // Star2 builds on its probes; off, a probe that did not cut is searched again, as in the paper.
  bool keep_probes = true;
  // Let stored bounds of the same state and depth answer a search. Off, the table only orders
  // moves, as in the paper.
  bool table_bounds = false;
  // Begin with what a game's rules say of values, where it says something; the paper's searches begin with the range.
  bool rule_bounds = true;
  // Search only this many actions of a decision, those that static values like best; 0: all. See candidates.hpp.
  std::size_t candidates = 0;
};

template <class Context>
class Team;
template <class Context>
class SplitPoint;

// One thread's counts.
template <Game G, class Chance>
struct Context {
  using State = typename G::State;

  const G& game;
  Chance chance;
  SearchOptions options;
  Budget& budget;
  TranspositionTable& table;
  ValueRange range = game.value_range();
  double slack = slack_of(range);
  int prune_from = options.prune_from.value_or(costly_estimates<G>() ? 1 : 2);
  int probe_from = options.probe_from.value_or(costly_estimates<G>() ? 1 : 3);

  std::uint64_t estimates = 0;      // leaves where the depth ended a line
  std::uint64_t utilities = 0;      // leaves where the game was over
  std::uint64_t controls = 0;       // estimates that only steady a sample
  std::uint64_t depth_bound = 0;    // chance nodes that would be sampled otherwise at another depth
  std::uint64_t cut_off_below = 0;  // stored answers used that rest on estimates
  std::uint64_t bound_below = 0;    // stored answers used that hold at their depth only
  Counters counts{};                // cuts

  // Where several threads search, see parallel.hpp.
  Team<Context>* team = nullptr;
  const SplitPoint<Context>* split = nullptr;  // what it is at work for
  int share_from = std::numeric_limits<int>::max();

  // Whether the children of a node may be searched by several threads, which are searched to this depth.
  bool shares(int depth) const { return depth >= share_from; }

  Counters counters() const {
    Counters all = counts;
    all.nodes = budget.nodes();
    all.chance_nodes = budget.chance_nodes();
    all.leaves = estimates + utilities + controls;
    return all;
  }

  // Taken before and after a search these tell how far its answer reaches.
  struct Horizon {
    std::uint64_t cut_off;  // how often the depth has ended a line
    std::uint64_t bound;    // how often it has mattered in any way

    friend bool operator==(const Horizon&, const Horizon&) = default;
    Horizon operator-(const Horizon& before) const { return {cut_off - before.cut_off, bound - before.bound}; }
    Horizon& operator+=(const Horizon& more) { return cut_off += more.cut_off, bound += more.bound, *this; }
  };
  Horizon horizon() const {
    const std::uint64_t cut_off = estimates + cut_off_below;
    return {cut_off, cut_off + bound_below + depth_bound};
  }

  // What was found for it elsewhere reaches as far as this.
  void learn(const Horizon& found) {
    cut_off_below += found.cut_off;
    bound_below += found.bound - found.cut_off;
  }

  Proved proved(Bounds bounds, const Horizon& before) const {
    const Horizon now = horizon();
    return {bounds, now.cut_off == before.cut_off, now == before};
  }

  double utility(const State& s) {
    ++utilities;
    return game.utility(s);
  }
  double estimate(const State& s) {
    ++estimates;
    return game.estimate(s);
  }
  // The leaves below a chance node, with it or without.
  void enter_leaves(const LeafExpectation& leaves) {
    budget.enter_leaves(leaves.nodes);
    count(leaves);
  }
  void enter_outcomes(const LeafExpectation& leaves) {
    budget.enter_nodes(leaves.nodes);
    count(leaves);
  }
  void count(const LeafExpectation& leaves) {
    utilities += leaves.finished;
    estimates += leaves.nodes - leaves.finished;
  }

  // What follows a chance node that is a single outcome, which sampled ones may be.
  MCMS_ALWAYS_INLINE State only_outcome(const State& s, int depth) {
    depth_bound += chance.differs_by_depth();
    return game.resolve(s, chance.single(game, s, depth));
  }

  // Looking a state up costs more than searching the lowest levels.
  bool uses_table(int depth) const { return depth >= shallowest_stored; }
  static constexpr int shallowest_stored = 2;

  // Whether what was found answers a search with this window, if that is allowed.
  bool answers(const TranspositionTable::Found& found, Window window) {
    if (!options.table_bounds || !found.proved) return false;
    const Proved& known = *found.proved;
    if (!known.bounds.is_exact() && !window.decided_by(known.bounds)) return false;
    ++counts.table_cuts;
    cut_off_below += !known.ended;
    bound_below += !known.complete;
    return true;
  }

  // Whether the game says anything that this search wants to hear.
  // Rules speak of all actions.
  bool asks_rules() const {
    return BoundsValues<G> && options.rule_bounds && options.candidates == 0 && bounds_values(game);
  }

  // Whether the rules say something of V_depth here. They speak of all outcomes, so it holds where all luck below is
  // exact: a sample's value, or one that a control variate has shifted, may lie elsewhere.
  bool has_bounds_by_rules(Turn turn, int depth) const {
    if (turn == Turn::over || !asks_rules()) return false;
    return chance.template takes_all<G>() || chance.is_exact_at(turn == Turn::chance ? depth : depth - 1);
  }

  // With room for rounding, unless it is the value; where the rules say nothing, all that the range allows.
  Bounds bounds_by_rules(const State& s, Turn turn, int depth) const {
    if constexpr (BoundsValues<G>) {
      if (has_bounds_by_rules(turn, depth)) {
        const auto [low, high, is_value] = game.value_bounds(s, depth);
        if (is_value) return Bounds::exact(low);
        return Bounds::unknown(range).intersect({low - slack, high + slack});
      }
    }
    return Bounds::unknown(range);
  }

  // Rules speak of one depth, so what rests on them is neither complete nor ended.
  void rest_on_rules() { leave_out(); }

  // Something below was not searched to the end, and never will be at this depth.
  void leave_out() {
    ++cut_off_below;
    ++bound_below;
  }

  // Whether a decision has more actions than are searched. Just above the leaves all are: choosing would cost as much.
  bool leaves_out_actions(int depth, std::size_t actions) const {
    return options.candidates > 0 && actions > options.candidates && depth >= 2;
  }

  // A mean of values in the range is in the range; rounding must not make it better than the best.
  double in_range(double mean) const { return std::clamp(mean, range.low, range.high); }

  // Whether bounds that are sums, and so rounded, decide a window beyond doubt. Nothing beats the range's ends.
  bool decides(Bounds sums, Window window) const {
    return sums.lower >= window.beta + slack || sums.upper <= window.alpha - slack || excludes_range(window);
  }
  bool excludes_range(Window window) const { return window.decided_by(Bounds::unknown(range)); }

 private:
  // Far above what sums of values round by, far below what a player could tell.
  static double slack_of(ValueRange range) { return 1e-11 * (range.high - range.low); }
};

}  // namespace mcms
