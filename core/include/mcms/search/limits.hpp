// When a search stops, and the counting and polling that decide it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>

namespace mcms {

struct Limits {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> seconds;
  std::optional<std::uint64_t> simulations;  // of MCTS, which counts them itself
};

// Recursion uses the stack; deeper limits than this are refused at the boundary.
inline constexpr int largest_depth = 200;

// `complete`: every line was followed to the end of the game, searching deeper changes nothing.
// `forced`: there is one action, so MCTS only looks what it is worth.
enum class StopReason : std::uint8_t { depth, nodes, seconds, complete, stopped, simulations, forced };

// Thrown through the recursion when the budget is spent; the deepening loop catches it.
struct BudgetSpent {
  StopReason reason;
};

struct Counters {
  std::uint64_t nodes = 0;         // decision and finished states entered
  std::uint64_t leaves = 0;        // evaluations: utilities and estimates
  std::uint64_t chance_nodes = 0;  // counted apart
  std::uint64_t alpha_cuts = 0;    // chance nodes left because opti(O) <= alpha
  std::uint64_t beta_cuts = 0;     // chance nodes left because pess(O) >= beta
  std::uint64_t probe_cuts = 0;    // of both, those already in Star2's probing phase
  std::uint64_t table_cuts = 0;    // states answered by the transposition table
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  using Interrupt = std::function<bool()>;

  // `interrupted` is asked about every half millisecond, and at least once in `longest_interval` nodes.
  explicit Budget(const Limits& limits, Interrupt interrupted = {}, std::uint64_t longest_interval = 1'000'000)
      : limits_(limits),
        interrupted_(std::move(interrupted)),
        longest_interval_(longest_interval),
        start_(Clock::now()) {
    schedule(std::min(first_interval, longest_interval));
  }

  // The nodes are counted down to the next poll: one instruction a node counts and tests.
  void enter_node() {
    if (countdown_ == 0) [[unlikely]]
      poll();
    --countdown_;
  }

  // Several at once, for a loop that has asked beforehand whether they are free.
  bool affords(std::uint64_t count) const { return countdown_ >= count; }
  void enter_nodes(std::uint64_t count) { countdown_ -= count; }

  std::uint64_t nodes() const { return checkpoint_ - countdown_; }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  static constexpr std::uint64_t first_interval = 16;
  static constexpr double polling_period = 0.0005;

  // The checkpoint is reached: stop, or set the next one.
  [[gnu::noinline, gnu::cold]] void poll() {
    if (limits_.nodes && nodes() >= *limits_.nodes) throw BudgetSpent{StopReason::nodes};
    const double now = elapsed();
    if (limits_.seconds && now >= *limits_.seconds) throw BudgetSpent{StopReason::seconds};
    if (interrupted_ && interrupted_()) throw BudgetSpent{StopReason::stopped};
    schedule(nodes_until_next_poll(now));
  }

  // Polls by the clock without reading it at each node: the pace so far tells how many nodes a period takes.
  std::uint64_t nodes_until_next_poll(double now) const {
    const double pace = double(nodes() + 1) / std::max(now, 1e-9);
    double period = polling_period;
    if (limits_.seconds) period = std::min(period, (*limits_.seconds - now) / 2);
    return std::uint64_t(std::clamp(pace * period, 1.0, double(longest_interval_)));
  }

  void schedule(std::uint64_t interval) {
    if (limits_.nodes) interval = std::min(interval, *limits_.nodes - checkpoint_);
    checkpoint_ += interval;
    countdown_ = interval;
  }

  Limits limits_;
  Interrupt interrupted_;
  std::uint64_t longest_interval_;
  Clock::time_point start_;
  std::uint64_t checkpoint_ = 0;
  std::uint64_t countdown_ = 0;
};

// A game whose calls may take any time says after how many nodes at most the clock is read again.
template <class G>
Budget budget_for(const Limits& limits, Budget::Interrupt interrupted) {
  if constexpr (requires { G::longest_poll_interval; }) {
    return Budget(limits, std::move(interrupted), G::longest_poll_interval);
  } else {
    return Budget(limits, std::move(interrupted));
  }
}

}  // namespace mcms
