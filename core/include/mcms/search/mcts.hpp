// Monte Carlo tree search: UCT with chance nodes in the tree, and double progressive widening (DPW).
//
// A simulation goes down the tree, adds one node where it leaves it, plays some random moves from there, evaluates,
// and adds the value to every node it came through:
//   at a decision   each action once in the static order, then argmax of  mean + C1 · sqrt(ln N / n)  for the mover
//   at chance       an outcome by its probability
// With widening only the first k = ⌈C2 · visits^α⌉ actions are open. At a chance node an outcome is drawn and added
// if the node stores fewer than k; otherwise one of those stored is drawn, by their probabilities renormalised.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "mcms/game/game.hpp"
#include "mcms/search/few_visits.hpp"
#include "mcms/search/limits.hpp"
#include "mcms/search/mcts_backup.hpp"
#include "mcms/search/mcts_batch.hpp"
#include "mcms/search/mcts_edges.hpp"
#include "mcms/search/mcts_tree.hpp"
#include "mcms/search/mcts_widening.hpp"
#include "mcms/search/playout.hpp"

namespace mcms {

enum class FinalChoice : std::uint8_t { visits, value };

struct MctsOptions {
  double exploration = 50.0;              // C1
  std::optional<int> rollout_moves = 0;   // random decisions before the estimate; none: to the end of the game
  std::optional<Progressive> widening{};  // C2 and α
  FinalChoice final_choice = FinalChoice::visits;
  std::size_t max_nodes = 10'000'000;  // of all trees together
  int threads = 1;
  bool skip_forced = true;
  std::size_t batch = 1;                 // simulations that are evaluated together, of a game that has EstimatesMany
  MctsBackup backup = MctsBackup::mean;  // expectimax: no rollouts, no batches
};

// One tree and its simulations; own cache lines, as each thread has one.
template <Game G>
class alignas(64) Mcts {
 public:
  using State = typename G::State;

  Mcts(const G& game, const MctsOptions& options, std::size_t max_nodes, Key key)
      : game_(game), options_(options), tree_(max_nodes), random_(key), waiting_(game, options.batch) {
    if (options.widening) widening_.emplace(*options.widening);
  }

  const MctsTree& tree() const { return tree_; }
  MctsTree& tree() { return tree_; }

  // What the last run did, or the one that is running has done so far.
  std::uint64_t simulations() const { return simulations_; }
  Counters counters() const {
    Counters all = counters_;
    if (budget_ != nullptr) all.nodes = budget_->nodes();
    all.leaves = simulations_;
    return all;
  }
  int depth() const { return depth_; }

  // Whether every simulation in the tree has its value.
  bool is_settled() const { return waiting_.size() == 0; }

  // Simulates until a limit. A simulation that the budget cuts short leaves no trace.
  StopReason run(const State& root, const Limits& limits, Budget::Interrupt interrupted) {
    Budget budget = budget_for<G>(limits, std::move(interrupted));
    simulations_ = 0;
    counters_ = {};
    depth_ = 0;
    const Running running(*this, budget);
    // Visits are counted in 32 bits.
    const std::uint64_t countable = std::numeric_limits<std::uint32_t>::max() - tree_[MctsTree::root].visits;
    const std::uint64_t most = std::min(limits.simulations.value_or(countable), countable);
    StopReason reason = StopReason::simulations;
    try {
      if (options_.backup == MctsBackup::mean) {
        simulate_times(most, root, MeanBackup{});
      } else {
        simulate_times(most, root, ExpectimaxBackup<G>(game_, budget, root));
      }
    } catch (const BudgetSpent& spent) {
      reason = spent.reason;
    }
    settle();
    return reason;
  }

 private:
  // However a run ends, its budget is gone and what it counted stays. If the game failed while simulations waited for
  // their values, there are nodes without any, and the tree begins anew.
  struct Running {
    Running(Mcts& mcts, Budget& budget) : self(mcts) { self.budget_ = &budget; }
    ~Running() {
      self.counters_.nodes = self.budget_->nodes();
      self.budget_ = nullptr;
      if (self.is_settled()) return;
      self.waiting_.clear();
      self.tree_.clear();
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    Mcts& self;
  };

  // Where a step from a node leads: to a stored child, or out of the tree, where a child may be added.
  struct Step {
    NodeIndex child = no_node;
    std::size_t actions = 0;  // there are; none where chance decides
    std::uint8_t action = 0;  // to be kept, if it is one byte
    Edge outcome = 0;
    double probability = 0.0;
    bool moved = true;
  };

  template <class Backup>
  void simulate_times(std::uint64_t most, const State& root, Backup backup) {
    widening_ ? simulate_times(most, root, *widening_, backup) : simulate_times(most, root, NoWidening{}, backup);
  }

  template <class Widening, class Backup>
  void simulate_times(std::uint64_t most, const State& root, const Widening& widening, Backup& backup) {
    if constexpr (EstimatesMany<G> && Backup::is_mean) {
      if (options_.batch > 1) return simulate_together(most, root, widening, backup);
    }
    for (; simulations_ < most; ++simulations_) simulate(root, widening, backup);
  }

  template <class Widening, class Backup>
  void simulate(const State& root, const Widening& widening, Backup& backup) {
    State s = root;
    const Descent down = descend(s, widening, backup);
    const double value = leaf_value(s, backup);
    complete(down);
    backup.carry_up(tree_, path_, value);
  }

  template <class Widening>
  void simulate_together(std::uint64_t most, const State& root, const Widening& widening, MeanBackup& backup) {
    while (simulations_ < most) {
      const auto batch = std::min<std::uint64_t>(options_.batch, most - simulations_);
      while (waiting_.size() < batch) put_off(root, widening, backup);
      settle();
    }
  }

  // A simulation that waits for its value; its node is there already, for the next ones to start from.
  template <class Widening>
  void put_off(const State& root, const Widening& widening, MeanBackup& backup) {
    State s = root;
    const Descent down = descend(s, widening, backup);
    const std::optional<double> utility = play_out(s);
    waiting_.end(s, utility);
    complete(down);
    waiting_.mark(tree_, path_);
  }

  void settle() { simulations_ += waiting_.settle(tree_); }

  // How a simulation goes down the tree, and the step by which it leaves it, unless the game ends there.
  struct Descent {
    Step last;
    bool leaves = false;
    int decisions = 0;
  };

  template <class Widening, class Backup>
  MCMS_ALWAYS_INLINE Descent descend(State& s, const Widening& widening, Backup& backup) {
    Descent down;
    waiting_.start();
    backup.start();
    path_.assign(1, MctsTree::root);
    for (Turn turn = game_.turn(s); turn != Turn::over; turn = game_.turn(s)) {
      const bool chance = turn == Turn::chance;
      const Step step =
          chance ? draw_outcome<Backup>(path_.back(), s, widening) : choose_action(path_.back(), s, turn, widening);
      down.decisions += !chance && step.moved;
      waiting_.step(turn);
      backup.step(turn, step.probability);
      if (step.child == no_node) {
        down.last = step;
        down.leaves = step.moved;
        break;
      }
      path_.push_back(step.child);
    }
    return down;
  }

  // The node where a simulation left the tree is added.
  MCMS_ALWAYS_INLINE void complete(const Descent& down) {
    if (down.leaves && has_room(path_.back(), down.last)) path_.push_back(grow(path_.back(), down.last));
    depth_ = std::max(depth_, down.decisions);
  }

  bool has_room(NodeIndex parent, const Step& step) const {
    if (step.actions > 0) return tree_.has_room_for_action(parent, step.actions);
    return in_run() ? tree_.has_room_in_run(parent, outcome_places(game_)) : tree_.has_room_in_bush(parent);
  }

  NodeIndex grow(NodeIndex parent, const Step& step) {
    if (step.actions > 0) {
      const NodeIndex added = tree_.add_action(parent, step.actions);
      if constexpr (keeps_actions) tree_.keep_action(parent, Edge(tree_.in_runs(parent) - 1), step.action);
      return added;
    }
    return in_run() ? tree_.add_to_run(parent, step.outcome, outcome_places(game_))
                    : tree_.add_to_bush(parent, step.outcome, float(step.probability));
  }

  bool in_run() const { return outcomes_in_run<G> && outcome_places(game_) > 0; }

  // Actions not tried yet come first, in the static order. Where there is no room for one it makes do with what it has.
  template <class Widening>
  Step choose_action(NodeIndex at, State& s, Turn mover, const Widening& widening) {
    if constexpr (keeps_actions) {
      if (tree_.knows_all_actions(at)) {
        budget_->enter_node();
        const auto [child, edge] = best_child(at, mover);
        tree_.prefetch_below(child);
        s = game_.play(s, std::bit_cast<typename G::Action>(tree_.kept_action(at, edge)));
        return {.child = child};
      }
    }
    const auto& actions = game_.actions(s);
    const std::size_t count = std::min<std::size_t>(actions.size(), most_edges);
    const std::size_t tried = tree_.in_runs(at);
    const bool untried = tried < count && widening.allows_more(tried, std::uint64_t(tree_[at].visits) + 1) &&
                         tree_.has_room_for_action(at, count);
    if (!untried && tried == 0) return {.actions = count, .moved = false};
    budget_->enter_node();
    if (untried) {
      Step step{.actions = count};
      if constexpr (keeps_actions) step.action = std::bit_cast<std::uint8_t>(actions[tried]);
      s = game_.play(s, actions[tried]);
      return step;
    }
    const auto [child, edge] = best_child(at, mover);
    s = game_.play(s, actions[edge]);
    return {.child = child, .actions = count};
  }

  // Actions of one byte are kept in the tree, which then need not be listed again.
  static constexpr bool keeps_actions =
      std::is_trivially_copyable_v<typename G::Action> && sizeof(typename G::Action) == 1;

  // mean + C1 · sqrt(ln N / n), as  r · (total · r + C1 · sqrt(ln N))  with  r = 1 / sqrt(n). The first among equals.
  std::pair<NodeIndex, Edge> best_child(NodeIndex at, Turn mover) const {
    const double exploration = options_.exploration * sqrt_log(tree_[at].visits);
    const double side = mover == Turn::first ? 1.0 : -1.0;
    std::pair<NodeIndex, Edge> best{no_node, 0};
    double most = -std::numeric_limits<double>::infinity();
    tree_.for_each_action(at, [&](NodeIndex i, Edge edge) {
      const MctsNode& child = tree_[i];
      const double r = inverse_sqrt(child.visits);
      const double bound = r * (side * child.total * r + exploration);
      if (bound > most) {
        most = bound;
        best = {i, edge};
      }
    });
    return best;
  }

  // A draw that is already stored is one among those stored, by their renormalised probabilities: no second draw.
  template <class Backup, class Widening>
  Step draw_outcome(NodeIndex at, State& s, const Widening& widening) {
    budget_->enter_chance();
    ++counters_.chance_nodes;
    auto outcome = random_outcome(game_, s, random_);
    Step step{.outcome = edge_of(game_, s, outcome)};
    step.child = find_outcome(at, step.outcome);
    if (step.child != no_node) tree_.prefetch_below(step.child);
    if constexpr (Widening::widens) {
      if (step.child == no_node) {
        const std::size_t stored = in_run() ? tree_.in_runs(at) : tree_.in_bush(at);
        const bool wide = !has_room(at, step) || !widening.allows_more(stored, std::uint64_t(tree_[at].visits) + 1);
        if (wide && stored > 0) {
          std::tie(step.child, step.outcome) = draw_stored(at, s);
          outcome = outcome_at(game_, s, step.outcome);
        }
      }
    }
    if (!Backup::is_mean || (Widening::widens && step.child == no_node)) {
      step.probability = probability(step, s, outcome);
    }
    s = game_.resolve(s, outcome);
    return step;
  }

  // Bushes keep it, since listing outcomes may take long.
  double probability(const Step& step, const State& s, const typename G::Outcome& outcome) const {
    if (step.child == no_node || in_run()) return probability_of(game_, s, outcome);
    return tree_.probability_in_bush(step.child);
  }

  NodeIndex find_outcome(NodeIndex at, Edge edge) const {
    return in_run() ? tree_.find_in_run(at, edge) : tree_.find_in_bush(at, edge);
  }

  // One of the stored outcomes, by their probabilities renormalised.
  std::pair<NodeIndex, Edge> draw_stored(NodeIndex at, const State& s) {
    if constexpr (outcomes_in_run<G>) {
      if (in_run()) return draw_in_run(at, s);
    }
    return tree_.draw_in_bush(at, random_.uniform());
  }

  // By their numbers, as a bush has them, so that a game draws the same wherever its outcomes are kept.
  std::pair<NodeIndex, Edge> draw_in_run(NodeIndex at, const State& s) {
    const auto places = Edge(outcome_places(game_));
    probabilities_.assign(places, 0.0);
    double mass = 0.0;
    for (const auto& [outcome, probability] : game_.outcomes(s)) {
      const auto edge = Edge(outcome);
      if (find_outcome(at, edge) != no_node) mass += probabilities_[edge] = probability;
    }
    double point = random_.uniform() * mass;
    std::pair<NodeIndex, Edge> drawn{no_node, 0};
    for (Edge edge = 0; edge < places; ++edge) {
      if (probabilities_[edge] == 0.0) continue;
      drawn = {find_outcome(at, edge), edge};
      if ((point -= probabilities_[edge]) < 0) break;
    }
    return drawn;
  }

  // A number of random decisions, then the estimate; a finished game is worth its utility.
  template <class Backup>
  double leaf_value(State s, Backup& backup) {
    if constexpr (!Backup::is_mean) return backup.value(s);
    const std::optional<double> utility = play_out(s);
    return utility ? *utility : game_.estimate(s);
  }

  // Plays the random decisions and returns the utility if the game ends. The generator is copied so that it stays in a
  // register.
  MCMS_ALWAYS_INLINE std::optional<double> play_out(State& s) {
    RandomStream random = random_;
    const std::uint64_t most = options_.rollout_moves ? std::uint64_t(*options_.rollout_moves) : to_the_end;
    const RandomlyPlayed played = play_randomly(game_, s, random, most, *budget_);
    budget_->enter_node();
    counters_.chance_nodes += played.moves.chance_nodes;
    random_ = random;
    return played.utility;
  }

  const G& game_;
  MctsOptions options_;
  std::optional<ProgressiveWidening> widening_;
  MctsTree tree_;
  RandomStream random_;
  Budget* budget_ = nullptr;
  std::vector<NodeIndex> path_;
  MctsBatch<G> waiting_;
  std::vector<double> probabilities_;  // of stored outcomes, by their edges
  Counters counters_;
  std::uint64_t simulations_ = 0;
  int depth_ = 0;
};

}  // namespace mcms
