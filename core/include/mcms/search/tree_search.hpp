// A search by MCTS that may continue as the game proceeds: one tree a thread, their root statistics merged.
//
// The trees know nothing of each other (root parallelism), so that the answer is a function of seed, number of threads
// and simulations. After a move or a roll `advance` keeps what lies below it.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

#include "mcms/search/mcts.hpp"
#include "mcms/search/result.hpp"

namespace mcms {

// A node of all trees together, for viewing.
template <Game G>
struct TreeView {
  std::optional<typename SearchResult<G>::Step> step;  // what led here; none at the root
  std::optional<double> probability;                   // of the outcome that led here
  Turn turn;
  std::uint64_t visits = 0;
  double total = 0.0;
  std::vector<TreeView> children;  // actions in their order, outcomes by probability as the game lists them
};

template <Game G>
class TreeSearch {
 public:
  using State = typename G::State;
  using Step = typename SearchResult<G>::Step;

  // Is shown about ten times a second what is known so far, in the calling thread, and says whether to continue.
  using Progress = std::function<bool(const SearchResult<G>&)>;

  // How long to look at the only action there is.
  static constexpr std::uint64_t forced_simulations = 1000;

  TreeSearch(const G& game, const State& root, const MctsOptions& options, std::uint64_t seed)
      : game_(game), root_(root), options_(options) {
    for (int i = 0; i < options.threads; ++i) {
      trees_.push_back(
          std::make_unique<Mcts<G>>(game, options, share(options.max_nodes, i), Key(seed).fold(std::uint64_t(i))));
    }
  }

  TreeSearch(const TreeSearch&) = delete;
  TreeSearch(TreeSearch&&) = default;

  const State& root() const { return root_; }

  std::size_t nodes() const {
    std::size_t sum = 0;
    for (const auto& tree : trees_) sum += tree->tree().nodes();
    return sum;
  }

  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& tree : trees_) sum += tree->tree().bytes();
    return sum;
  }

  SearchResult<G> search(Limits limits, const Budget::Interrupt& interrupted = {}, const Progress& progress = {}) {
    const auto start = Budget::Clock::now();
    const bool forced =
        options_.skip_forced && is_forced() && (!limits.simulations || *limits.simulations > forced_simulations);
    if (forced) limits.simulations = forced_simulations;
    Showing showing{progress, start, start};
    const StopReason reason =
        trees_.size() == 1 ? run_one(limits, interrupted, showing) : run_threads(limits, interrupted, showing);
    SearchResult<G> result = so_far(start);
    result.stop_reason = forced && reason == StopReason::simulations ? StopReason::forced : reason;
    return result;
  }

  // The game went on from the root by actions, by their index, and outcomes, by their edge. Each tree is cut once,
  // where they lead to: cutting it at each step would copy almost all of it after the mover's own action.
  void advance(std::span<const Edge> edges) {
    if (edges.empty()) return;
    for (const Edge edge : edges) root_ = follow(root_, edge);
    for (auto& tree : trees_) {
      std::optional<NodeIndex> kept = MctsTree::root;
      for (const Edge edge : edges) kept = kept ? tree->tree().find_child(*kept, edge) : std::nullopt;
      kept ? tree->tree().reroot(*kept) : tree->tree().clear();
    }
  }

  // `depth` steps deep, without nodes of fewer visits; outcomes and actions that no simulation met are not there.
  TreeView<G> view(int depth, std::uint64_t min_visits) const {
    return view(root_, Places(trees_.size(), MctsTree::root), depth, min_visits);
  }

 private:
  // When what is known was last shown, and to whom.
  struct Showing {
    const Progress& progress;
    Budget::Clock::time_point start;
    Budget::Clock::time_point last;

    bool is_due() const { return progress && Budget::Clock::now() - last >= std::chrono::milliseconds(100); }
    bool goes_on(const SearchResult<G>& so_far) {
      last = Budget::Clock::now();
      return progress(so_far);
    }
  };

  // While no simulation changes a tree.
  SearchResult<G> so_far(Budget::Clock::time_point start) const {
    SearchResult<G> result;
    result.stop_reason = StopReason::simulations;
    collect(result);
    result.seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
    return result;
  }

  // A simulation changes the tree only when it is complete, so at any poll the tree can be read, unless some wait for
  // their values.
  StopReason run_one(const Limits& limits, const Budget::Interrupt& interrupted, Showing& showing) {
    return trees_[0]->run(root_, limits, [&] {
      if (interrupted && interrupted()) return true;
      return trees_[0]->is_settled() && showing.is_due() && !showing.goes_on(so_far(showing.start));
    });
  }

  // An even part of a total; the first ones take what is left over.
  std::uint64_t share(std::uint64_t total, int thread) const {
    const auto threads = std::uint64_t(options_.threads);
    return total / threads + (std::uint64_t(thread) < total % threads);
  }

  bool is_forced() const { return game_.turn(root_) != Turn::chance && game_.actions(root_).size() == 1; }

  State follow(const State& s, Edge edge) const {
    if (game_.turn(s) == Turn::chance) return game_.resolve(s, outcome_at(game_, s, edge));
    return game_.play(s, game_.actions(s)[edge]);
  }

  Step step_of(const State& s, Edge edge) const {
    if (game_.turn(s) == Turn::chance) return Step(std::in_place_index<1>, outcome_at(game_, s, edge));
    return Step(std::in_place_index<0>, game_.actions(s)[edge]);
  }

  // Stops and joins its threads however it is left. Not std::jthread, which not every library has.
  struct Workers {
    std::atomic<bool>& stop;
    std::vector<std::thread> threads;

    ~Workers() {
      stop = true;
      for (std::thread& thread : threads) thread.join();
    }
  };

  // Where threads wait while their trees are read.
  class Pause {
   public:
    // For a thread that simulates, between two changes of its tree.
    void rest_if_wanted(std::mutex& mutex, std::condition_variable& changed) {
      if (!wanted_.load(std::memory_order_relaxed)) return;
      std::unique_lock lock(mutex);
      ++resting_;
      changed.notify_all();
      changed.wait(lock, [&] { return !wanted_; });
      --resting_;
    }

    // Reads as soon as all threads that still run are at rest.
    template <class Read>
    auto during(std::unique_lock<std::mutex>& lock, std::condition_variable& changed, const std::size_t& running,
                Read&& read) {
      struct Wanted {
        std::atomic<bool>& wanted;
        std::condition_variable& changed;
        ~Wanted() {
          wanted = false;
          changed.notify_all();
        }
      };
      wanted_ = true;
      const Wanted until_read{wanted_, changed};
      changed.wait(lock, [&] { return resting_ == running; });
      return read();
    }

   private:
    std::atomic<bool> wanted_ = false;
    std::size_t resting_ = 0;
  };

  // The calling thread only waits, shows progress and asks for interrupts, since Python's signals are handled nowhere
  // else.
  StopReason run_threads(const Limits& limits, const Budget::Interrupt& interrupted, Showing& showing) {
    std::mutex mutex;
    std::condition_variable finished;
    std::size_t running = trees_.size();
    std::atomic<bool> stop = false;
    Pause pause;
    std::vector<StopReason> reasons(trees_.size(), StopReason::stopped);
    std::exception_ptr failure;
    const auto work = [&](std::size_t i) {
      std::exception_ptr failed;
      try {
        Limits own = limits;
        if (own.simulations) own.simulations = share(*limits.simulations, int(i));
        if (own.nodes) own.nodes = share(*limits.nodes, int(i));
        reasons[i] = trees_[i]->run(root_, own, [&] {
          pause.rest_if_wanted(mutex, finished);
          return stop.load(std::memory_order_relaxed);
        });
      } catch (...) {
        failed = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      if (failed) failure = failed;
      --running;
      finished.notify_all();
    };
    {
      Workers workers{stop, {}};
      for (std::size_t i = 0; i < trees_.size(); ++i) workers.threads.emplace_back(work, i);
      std::unique_lock lock(mutex);
      while (running > 0) {
        finished.wait_for(lock, std::chrono::milliseconds(1));
        if (failure || (interrupted && interrupted())) stop = true;
        if (stop || !showing.is_due()) continue;
        const auto found = pause.during(lock, finished, running, [&] { return so_far(showing.start); });
        lock.unlock();
        if (!showing.goes_on(found)) stop = true;
        lock.lock();
      }
    }
    if (failure) std::rethrow_exception(failure);
    // A thread that did not finish its simulations says why.
    const auto is_other = [](StopReason reason) { return reason != StopReason::simulations; };
    const auto cut = std::find_if(reasons.begin(), reasons.end(), is_other);
    return cut == reasons.end() ? StopReason::simulations : *cut;
  }

  void collect(SearchResult<G>& result) const {
    result.simulations = 0;
    for (const auto& tree : trees_) {
      *result.simulations += tree->simulations();
      result.counters.nodes += tree->counters().nodes;
      result.counters.leaves += tree->counters().leaves;
      result.counters.chance_nodes += tree->counters().chance_nodes;
      result.depth = std::max(result.depth, tree->depth());
    }
    const TreeView<G> top = view(1, 1);
    const ValueRange range = game_.value_range();
    if (top.turn == Turn::chance) {
      result.value = top.visits > 0 ? top.total / double(top.visits) : std::midpoint(range.low, range.high);
    } else {
      collect_actions(result, top);
    }
    result.principal_variation = principal_variation(result.best);
  }

  // Before anything is simulated: the static order's first action and the plain estimate.
  void collect_actions(SearchResult<G>& result, const TreeView<G>& top) const {
    const RootAction untried{Bounds::unknown(game_.value_range()), 0, 0, std::nullopt};
    result.actions.assign(game_.actions(root_).size(), untried);
    for (std::size_t i = 0; i < top.children.size(); ++i) {
      const auto& child = top.children[i];
      result.actions[i] = {untried.bounds, result.depth, child.visits, child.total / double(child.visits)};
    }
    result.best = best_action(result.actions, top.turn);
    result.value = result.actions[*result.best].mean.value_or(game_.estimate(root_));
  }

  std::size_t best_action(const std::vector<RootAction>& actions, Turn mover) const {
    const double side = mover == Turn::first ? 1.0 : -1.0;
    const auto rank = [&](const RootAction& action) {
      const double value = action.mean ? side * *action.mean : -std::numeric_limits<double>::infinity();
      const auto visits = double(*action.visits);
      return options_.final_choice == FinalChoice::visits ? std::pair(visits, value) : std::pair(value, visits);
    };
    const auto best = std::max_element(  // the first among equals
        actions.begin(), actions.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return std::size_t(best - actions.begin());
  }

  // The best action, then the most visited child of each node, in the tree that knows most of that action.
  std::vector<Step> principal_variation(std::optional<std::size_t> best) const {
    const MctsTree* tree = &trees_[0]->tree();
    auto next = tree->most_visited(MctsTree::root);
    if (best) {
      next.reset();
      for (const auto& each : trees_) {
        const auto child = each->tree().find_child(MctsTree::root, Edge(*best));
        if (child && (!next || each->tree()[*child].visits > (*tree)[next->first].visits)) {
          tree = &each->tree();
          next = {*child, Edge(*best)};
        }
      }
    }
    std::vector<Step> line;
    for (State s = root_; next; next = tree->most_visited(next->first)) {
      line.push_back(step_of(s, next->second));
      s = follow(s, next->second);
    }
    if (line.empty() && best) line.push_back(step_of(root_, Edge(*best)));
    while (!line.empty() && line.back().index() == 1) line.pop_back();  // no decision follows it
    return line;
  }

  using Places = std::vector<std::optional<NodeIndex>>;

  // `places`: the node of each tree that stands for the state, if it has one.
  TreeView<G> view(const State& s, const Places& places, int depth, std::uint64_t min_visits) const {
    TreeView<G> seen{.step = {}, .probability = {}, .turn = game_.turn(s), .children = {}};
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      if (!places[i]) continue;
      seen.visits += trees_[i]->tree()[*places[i]].visits;
      seen.total += trees_[i]->tree()[*places[i]].total;
    }
    if (depth == 0) return seen;
    for (const auto& [edge, probability] : edges(s, seen.turn)) {
      Places below(trees_.size());
      for (std::size_t i = 0; i < trees_.size(); ++i) {
        if (places[i]) below[i] = trees_[i]->tree().find_child(*places[i], edge);
      }
      if (std::none_of(below.begin(), below.end(), [](const auto& place) { return place.has_value(); })) continue;
      auto child = view(follow(s, edge), below, depth - 1, min_visits);
      if (child.visits < min_visits) continue;
      child.step = step_of(s, edge);
      child.probability = probability;
      seen.children.push_back(std::move(child));
    }
    return seen;
  }

  std::vector<std::pair<Edge, std::optional<double>>> edges(const State& s, Turn turn) const {
    std::vector<std::pair<Edge, std::optional<double>>> list;
    if (turn == Turn::chance) {
      for (const auto& [outcome, probability] : game_.outcomes(s)) {
        list.emplace_back(edge_of(game_, s, outcome), probability);
      }
    } else if (turn != Turn::over) {
      const std::size_t count = std::min(game_.actions(s).size(), most_edges);
      for (std::size_t i = 0; i < count; ++i) list.emplace_back(Edge(i), std::nullopt);
    }
    return list;
  }

  const G& game_;
  State root_;
  MctsOptions options_;
  std::vector<std::unique_ptr<Mcts<G>>> trees_;
};

}  // namespace mcms
